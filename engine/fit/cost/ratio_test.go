package cost

import (
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/random"
)

func onProcessors(procs int, do func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	do()
}

// TestLeastRatios: the least cost of a linear map is the sum of the least eigenvalues,
// which the gradient comes down to as well (Fan 1949), constant columns and columns
// that follow from others apart.
func TestLeastRatios(t *testing.T) {
	const n, d = 40, 4
	r := random.New(6, "ratio")
	x := drawn(n, d, r)
	m, degrees := laplacian(joined(t, lopsided(n, false, r)))
	wide := mat.NewDense(n, d+2, nil)
	for i := range n {
		copy(wide.RawRowView(i), x.RawRowView(i))
		wide.Set(i, d, 7)
		wide.Set(i, d+1, x.At(i, 0)-2*x.At(i, 2))
	}
	for name, weights := range map[string][]float64{"degrees": degrees, "rows alike": nil} {
		for columns, design := range map[string]*mat.Dense{"independent": x, "dependent": wide} {
			c := NewRatio(m, weights)
			w, ratios, err := c.Least(t.Context(), design, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			form := pairwise.NewLinear(design, 2)
			value, err := pairwise.Objective(c, form).Value(t.Context(), w.RawMatrix().Data, make([]float64, form.Parameters()))
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+", "+columns+": the cost at the least ratios", value, ratios[0]+ratios[1], 1e-9)
			found, err := optimum.Minimise(t.Context(), pairwise.Objective(c, form), drawn(1, form.Parameters(), r).RawMatrix().Data, optimum.Settings{Iterations: 2000})
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+", "+columns+": the cost that the gradient leads to", found.Value, ratios[0]+ratios[1], 1e-8)
		}
	}
}

// TestARidgeIsPaid: where parameters of a column cost, the least of both is found, of
// images that have the variance one.
func TestARidgeIsPaid(t *testing.T) {
	const n, d = 40, 4
	r := random.New(6, "ratio")
	x := drawn(n, d, r)
	m, degrees := laplacian(joined(t, lopsided(n, false, r)))
	c := NewRatio(m, degrees)
	paid := func(w *mat.Dense, ridge []float64) (value float64) {
		var z mat.Dense
		z.Mul(x, w)
		value, err := Value(t.Context(), c, &z)
		if err != nil {
			t.Fatal(err)
		}
		for a, v := range ridge {
			for k := range 2 {
				value += v * c.total * w.At(a, k) * w.At(a, k)
			}
		}
		return value
	}
	ridge := []float64{0, 0.5, 0, 0.1}
	free, _, err := c.Least(t.Context(), x, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	held, ratios, err := c.Least(t.Context(), x, 2, ridge)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the cost with a ridge", paid(held, ridge), ratios[0]+ratios[1], 1e-9)
	if !(paid(held, ridge) < paid(free, ridge)) || !(paid(free, nil) < paid(held, nil)) {
		t.Errorf("with a ridge it costs %v and %v without it; that of none %v and %v", paid(held, ridge), paid(held, nil), paid(free, ridge), paid(free, nil))
	}
}

// TestRatiosRefuse images of too low a rank to begin with, and too many dimensions.
func TestRatiosRefuse(t *testing.T) {
	const n = 10
	r := random.New(7, "rank")
	m, degrees := laplacian(joined(t, lopsided(n, false, r)))
	z := pairwise.NewImages(n, 2)
	for i := range n {
		z.Row(i)[0], z.Row(i)[1] = float64(i), 3*float64(i)
	}
	for what, err := range map[string]error{
		"rank 1":  NewRatio(m, degrees).Place(t.Context(), z),
		"dim = 3": func() error { _, _, err := NewRatio(m, nil).Least(t.Context(), drawn(n, 2, r), 3, nil); return err }(),
	} {
		refusal, ok := err.(*engine.Error)
		if !ok || !strings.Contains(refusal.Error(), what) || len(refusal.Remedy) == 0 {
			t.Errorf("%s: %v", what, err)
		}
	}
}
