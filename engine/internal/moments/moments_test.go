package moments

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestMomentsOfNumbersByHand(t *testing.T) {
	x, y := []float64{2, 4, 4, 4, 5, 5, 7, 9}, []float64{1, 3, 2, 5, 4, 6, 8, 7}
	if got := Mean(x); got != 5 {
		t.Errorf("mean is %v, want 5", got)
	}
	if got := Variance(x); got != 32./7 {
		t.Errorf("variance is %v, want 32/7", got)
	}
	if got := SD(x); got != math.Sqrt(32./7) {
		t.Errorf("standard deviation is %v, want √(32/7)", got)
	}
	// Σ (x−5)(y−4.5) = 31, Σ (x−5)² = 32, Σ (y−4.5)² = 42.
	if got, want := Correlation(x, y), 31/math.Sqrt(32*42); math.Abs(got-want) > 1e-15 {
		t.Errorf("correlation is %v, want %v", got, want)
	}
}

func TestVarianceKeepsItsDigitsFarFromZero(t *testing.T) {
	x := []float64{1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}
	if got := Variance(x); got != 30 {
		t.Errorf("variance is %v, want 30", got)
	}
}

func TestMomentsOfTooFewNumbersAreNone(t *testing.T) {
	for name, v := range map[string]float64{"mean": Mean(nil), "variance": Variance([]float64{1}), "correlation": Correlation([]float64{1, 1}, []float64{1, 2})} {
		if !math.IsNaN(v) {
			t.Errorf("%s is %v, want NaN", name, v)
		}
	}
}

func TestCentreTakesTheMeansOfColumnsOff(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1e9 + 4, -1, 1e9 + 7, 0, 1e9 + 13, 1, 1e9 + 16, 2})
	if mean := Centre(x); mean[0] != 1e9+10 || mean[1] != 0.5 {
		t.Errorf("means are %v, want 1e9+10 and 0.5", mean)
	}
	if !mat.Equal(x, mat.NewDense(4, 2, []float64{-6, -1.5, -3, -0.5, 3, 0.5, 6, 1.5})) {
		t.Errorf("centred it is %v", mat.Formatted(x))
	}
	if left := ColumnMeans(x); left[0] != 0 || left[1] != 0 {
		t.Errorf("%v is left of the means", left)
	}
}
