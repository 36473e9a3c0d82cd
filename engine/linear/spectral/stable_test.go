package spectral

import "testing"

// TestStable: the last eigenvalue that stands out, two dimensions at least where there
// are two.
func TestStable(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   int
	}{
		{[]float64{1, 0.575, 0.174, 0.012, 0.006, 0}, 3},
		{[]float64{1, 0.99, 0.985, 0.98}, 2},
		{[]float64{8, 8, 8, 8, 0.1, -3}, 4},
		{[]float64{1, 0.02, -0.5}, 2},
		{[]float64{5}, 1},
	} {
		if got := Stable(c.values); got != c.want {
			t.Errorf("%v is stable behind %d, want %d", c.values, got, c.want)
		}
	}
	falling := make([]float64, 50)
	for i := range falling {
		falling[i] = float64(50 - i)
	}
	if got := Stable(falling); got != 30 {
		t.Errorf("a spectrum that never stops falling is stable behind %d", got)
	}
}
