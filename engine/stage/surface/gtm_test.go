package surface

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// sheetOf is the sheet of some rows before the first step.
func sheetOf(t *testing.T, x *mat.Dense, s sides, lambda float64) *sheet {
	t.Helper()
	r, err := rowsOf(t.Context(), engine.Sample{X: x}, s.dim+1)
	if err != nil {
		t.Fatal(err)
	}
	h, err := newSheet(t.Context(), r, s, lambda)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestOneStepAsInNumPy compares the start and a step of EM with testdata/gtm.py, to
// what its solver of normal equations leaves of sixteen digits.
func TestOneStepAsInNumPy(t *testing.T) {
	text, err := os.ReadFile("testdata/gtm.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Beta, Likelihood, Weights, Mean []float64 }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	close := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Errorf("%s is %.15g, NumPy has %.15g", what, got, want)
		}
	}
	x := bent(60)
	h := sheetOf(t, x, sides{2, 5, 3}, 0.1)
	for step := range 2 {
		found, err := h.expect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		close("β", h.beta, want.Beta[step])
		close("the log-likelihood", found.likelihood, want.Likelihood[step])
		close("‖W‖", mat.Norm(h.w, 2), want.Weights[step])
		if step == 0 {
			if err := h.maximise(t.Context(), found); err != nil {
				t.Fatal(err)
			}
		}
	}
	y, err := engine.Image(t.Context(), h.mapTo(h.rows.mean, false), x)
	if err != nil {
		t.Fatal(err)
	}
	for at, v := range want.Mean {
		close("|y|", math.Abs(y.RawMatrix().Data[at]), v)
	}
}

// TestEveryStepGains: the log-likelihood with its prior rises at every step, and
// without a prior that bears on it the log-likelihood alone does.
func TestEveryStepGains(t *testing.T) {
	for name, x := range map[string]*mat.Dense{"bent": bent(200), "line": line(40), "few": bent(6), "twice": twice(bent(30))} {
		for _, lambda := range []float64{1e-9, 0.1, 10} {
			h := sheetOf(t, x, sides{1, 20, 5}, lambda)
			if err := h.fit(t.Context(), 60); err != nil {
				t.Fatal(err)
			}
			if len(h.gained) < 3 {
				t.Errorf("%s: %d steps only", name, len(h.gained)-1)
			}
			for step, v := range h.gained[1:] {
				if before := h.gained[step]; v < before-1e-9*math.Abs(before) {
					t.Errorf("%s, lambda %v: step %d takes the log-likelihood from %v to %v", name, lambda, step+1, before, v)
				}
			}
		}
	}
}

// twice is each row twice.
func twice(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	both := mat.NewDense(2*n, d, nil)
	both.Stack(x, x)
	return both
}

// TestTheModeIsAPoint of the grid, the one nearest to the row, and the mean lies
// within a step of it where the noise is small.
func TestTheModeIsAPoint(t *testing.T) {
	x := bent(200)
	mean, _ := embed(t, changed(new(GTM), func(m *GTM) { m.Points = 15 }), x)
	mode, notes := embed(t, changed(new(GTM), func(m *GTM) { m.Points, m.Place = 15, "mode" }), x)
	t.Log(notes)
	grid, off := cube(15, 2), 0.0
	for i := range 200 {
		if k := slices.IndexFunc(slices.Collect(rowsIn(grid)), func(u []float64) bool { return slices.Equal(u, mode.Y.RawRowView(i)) }); k < 0 {
			t.Errorf("row %d is placed at %v, no point of the grid", i, mode.Y.RawRowView(i))
		}
		off += math.Hypot(mean.Y.At(i, 0)-mode.Y.At(i, 0), mean.Y.At(i, 1)-mode.Y.At(i, 1)) / 200
	}
	if off > 2./14 {
		t.Errorf("mean and mode lie %.3f apart in the mean, a step is %.3f", off, 2./14)
	}
}

// rowsIn yields the rows of a matrix.
func rowsIn(m *mat.Dense) func(yield func([]float64) bool) {
	return func(yield func([]float64) bool) {
		n, _ := m.Dims()
		for i := range n {
			if !yield(m.RawRowView(i)) {
				return
			}
		}
	}
}

// TestASheetFollowsABentOne: the parameters that made the rows are told by the places,
// by their rank correlation along each.
func TestASheetFollowsABentOne(t *testing.T) {
	n := 300
	x := bent(n)
	e, _ := embed(t, changed(new(GTM), func(*GTM) {}), x)
	for name, frequency := range map[string]float64{"t": 0.6180339887498949, "s": 0.7548776662466927} {
		best := 0.0
		for j := range 2 {
			made, found := make([]float64, n), make([]float64, n)
			for i := range n {
				_, made[i] = math.Modf(float64(i) * frequency)
				found[i] = e.Y.At(i, j)
			}
			best = max(best, math.Abs(correlation(made, found)))
		}
		if best < 0.9 {
			t.Errorf("%s correlates with no axis by more than %.3f", name, best)
		}
	}
}

// correlation is Pearson's.
func correlation(x, y []float64) float64 {
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx, my = mx+x[i]/float64(len(x)), my+y[i]/float64(len(x))
	}
	for i := range x {
		xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
	}
	return xy / math.Sqrt(xx*yy)
}
