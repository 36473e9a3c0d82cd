package spectral

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/internal/triangle"
)

// sheeted are dissimilarities that are kept by a triangle.
type sheeted struct{ *triangle.Matrix }

func (s sheeted) Triangle() *triangle.Matrix { return s.Matrix }

// plain is the residual variance by its definition.
func plain(d engine.Distances, y *mat.Dense, dim int) float64 {
	n, _ := y.Dims()
	var target, distance []float64
	row := make([]float64, n)
	for i := range n {
		d.Row(row, i)
		for j := range i {
			target = append(target, row[j])
			distance = append(distance, euclidean(y.RawRowView(i)[:dim], y.RawRowView(j)[:dim]))
		}
	}
	r := stat.Correlation(target, distance, nil)
	return 1 - r*r
}

func TestResidualVariance(t *testing.T) {
	x := points(4, 60, 3)
	d := engine.Euclidean(x)
	curve, err := Residual(t.Context(), d, x)
	if err != nil {
		t.Fatal(err)
	}
	if want := plain(d, x, 2); math.Abs(curve[1]-want) > 1e-13 || curve[2] > 1e-14 || curve[0] < curve[1] {
		t.Errorf("curve %v, want %v for two columns and 0 for three", curve, want)
	}
	constant, err := Residual(t.Context(), d, mat.NewDense(60, 1, nil))
	if err != nil || constant[0] != 1 {
		t.Errorf("a constant embedding has residual variance %v, want 1 (%v)", constant, err)
	}
	equal := sheeted{triangle.NewDouble(40)}
	for i := range 40 {
		for j := range equal.Double(i) {
			equal.Double(i)[j] = 0.3
		}
	}
	if curve, err := Residual(t.Context(), equal, points(1, 40, 2)); err != nil || curve[0] != 1 || curve[1] != 1 {
		t.Errorf("equal dissimilarities leave %v, want 1 (%v)", curve, err)
	}
}

// TestResidualOfLongRows measures rows of several stretches, by each way to a
// dissimilarity and at every level of vectors, against the definition: also
// for distances far from zero, whose means would cost plain sums ten digits.
func TestResidualOfLongRows(t *testing.T) {
	const n = 1100
	x := points(2, n, 6)
	sheet, err := Gather(t.Context(), engine.Euclidean(x), true)
	if err != nil {
		t.Fatal(err)
	}
	shifted := triangle.NewDouble(n)
	for i := range n {
		for j, v := range sheet.Double(i) {
			shifted.Double(i)[j] = v + 1e5
		}
	}
	y := mat.DenseCopyOf(x.Slice(0, n, 0, 3))
	var first []float64
	for l := simd.Portable; l <= simd.Best(); l++ {
		restore := simd.Use(l)
		for name, d := range map[string]engine.Distances{"points": engine.Euclidean(x), "triangle": sheeted{sheet}, "far": sheeted{shifted}} {
			curve, err := Residual(t.Context(), d, y)
			if err != nil {
				t.Fatal(err)
			}
			for p, v := range curve {
				if want := plain(sheeted{sheet}, y, p+1); math.Abs(v-want) > 1e-10 {
					t.Errorf("%v, %s: residual variance of %d dimensions is %v, want %v", l, name, p+1, v, want)
				}
			}
			if name == "triangle" {
				if first == nil {
					first = curve
				}
				if fmt.Sprint(first) != fmt.Sprint(curve) {
					t.Errorf("%v gives other bits: %v, %v", l, curve, first)
				}
			}
		}
		restore()
	}
}

// TestDrawnPairsTellTheSame is within what is stated for the drawn ones.
func TestDrawnPairsTellTheSame(t *testing.T) {
	x := points(3, countable+200, 4)
	y := mat.DenseCopyOf(x.Slice(0, countable+200, 0, 2))
	for name, d := range map[string]engine.Distances{"points": engine.Euclidean(x), "rows": onlyRows{engine.Euclidean(x)}} {
		curve, err := Residual(t.Context(), d, y)
		if err != nil {
			t.Fatal(err)
		}
		if want := plain(d, y, 2); math.Abs(curve[1]-want) > 0.04*want {
			t.Errorf("%s: drawn pairs leave %v, all of them %v", name, curve[1], want)
		}
	}
}

type onlyRows struct{ d engine.Distances }

func (o onlyRows) Len() int                 { return o.d.Len() }
func (o onlyRows) Row(dst []float64, i int) { o.d.Row(dst, i) }

func TestElbow(t *testing.T) {
	for _, c := range []struct {
		curve []float64
		want  int
	}{{[]float64{0.3, 0.1, 0.095, 0.01}, 2}, {[]float64{0.2}, 1}, {[]float64{0.5, 0.4, 0.3}, 3}, {nil, 1}} {
		if got := Elbow(c.curve); got != c.want {
			t.Errorf("elbow of %v is %d, want %d", c.curve, got, c.want)
		}
	}
}

func BenchmarkResidual(b *testing.B) {
	d := geodesics(b, 5000, false)
	y := points(1, 5000, 10)
	for b.Loop() {
		if _, err := Residual(b.Context(), sheeted{d}, y); err != nil {
			b.Fatal(err)
		}
	}
}
