package embedding

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
	"unfold/engine/linear/gram"
)

func bent(kernel string, ridge float64) *KSDPP {
	return &KSDPP{Dim: 2, Near: around.Choice{Graph: "entropy"}, Ridge: ridge, Centres: 500, Mercer: Mercer{Kernel: kernel, Width: 1, Degree: 3, Offset: 1}, Method: "lbfgs"}
}

// TestLinearKernelIsTheLinearMap leaves hardly any penalty.
func TestLinearKernelIsTheLinearMap(t *testing.T) {
	s := chequers(200, 1)
	want := embed(t, &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"}, s)
	got := embed(t, bent("linear", 1e-9), s)
	if off := disparity(got.Y, want.Y); off > 1e-8 {
		t.Errorf("rows are off by %.2g of their spread", math.Sqrt(off))
	}
}

// TestBentMapFollowsTheResponse has a response that no line along the rows keeps:
// in one dimension a bent map puts held rows beside rows of like response, a
// linear one does not.
func TestBentMapFollowsTheResponse(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits a bent map")
	}
	s, held := chequers(600, 1), chequers(200, 2)
	told := func(m engine.Embedder) float64 {
		e := embed(t, m, s)
		z := mat.NewDense(200, 1, nil)
		if err := e.Map.Apply(t.Context(), z, held.X); err != nil {
			t.Fatal(err)
		}
		guess := make([]float64, 200)
		for i := range guess {
			var weight float64
			for j := range 600 {
				d := (z.At(i, 0) - e.Y.At(j, 0)) / 0.05
				near := 1 / (1 + d*d*d*d)
				weight, guess[i] = weight+near, guess[i]+near*s.Response.At(j, 0)
			}
			guess[i] /= weight
		}
		return stat.Correlation(guess, held.Truth(), nil)
	}
	straight := told(&SDPP{Dim: 1, Near: around.Choice{Graph: "entropy"}, Method: "lbfgs"})
	for _, centres := range []int{600, 200} {
		m := bent("rbf", 0.001)
		m.Dim, m.Centres, m.Width, m.Ridge = 1, centres, 0.5, 0.01
		if r := told(m); r < 0.74 || r < straight+0.04 {
			t.Errorf("%d centres: neighbours correlate by %.3f with held responses, by %.3f on a line", centres, r, straight)
		} else {
			t.Logf("%d centres: %.3f, on a line %.3f", centres, r, straight)
		}
	}
}

// TestBentMapsHaveTheirGradient in the components that are descended, by all
// rows and by a few centres.
func TestBentMapsHaveTheirGradient(t *testing.T) {
	const n, d, q = 18, 3, 2
	r := random.New(7, "bent")
	x, y := mat.NewDense(n, d, nil), mat.NewDense(n, 1, nil)
	for _, v := range []*mat.Dense{x, y} {
		v.Apply(func(int, int, float64) float64 { return r.Normal() }, v)
	}
	twice, scaled := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
	for i := range n {
		twice.SetRow(i, x.RawRowView(i/3*3))
	}
	scaled.Apply(func(_, c int, v float64) float64 { return v * math.Pow(10, float64(2*c-2)) }, x)
	for data, x := range map[string]*mat.Dense{"drawn": x, "duplicates": twice, "units": scaled} {
		median, err := gram.MedianDistance(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		for _, centres := range []int{n, 7} {
			space, err := newFeatureSpace(t.Context(), gram.RBF{Sigma: median}, x, centres)
			if err != nil {
				t.Fatal(err)
			}
			ridge, err := space.damp(0.01, 0.7, q)
			if err != nil {
				t.Fatal(err)
			}
			cost, err := pairwise.NewStress(t.Context(), &pairwise.Responses{Graph: graphOf(t, around.KNN{K: 6}, x), Values: y, Factor: 1})
			if err != nil {
				t.Fatal(err)
			}
			w := make([]float64, len(ridge))
			for k := range w {
				w[k] = r.Normal()
			}
			off, err := optimum.Difference(t.Context(), pairwise.Ridge(pairwise.Objective(cost, pairwise.NewLinear(space.u, q)), ridge), w)
			if err != nil || !(off <= 1e-6) {
				t.Errorf("%s, %d centres: off by %.2g, %v", data, centres, off, err)
			}
		}
	}
}

func TestBentMapsAreTheSameBitsAtAnyProcs(t *testing.T) {
	s := chequers(300, 3)
	var before string
	for _, procs := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(procs)
		m := bent("rbf", 0.01)
		m.Centres = 100
		e := embed(t, m, s)
		runtime.GOMAXPROCS(was)
		if now := fmt.Sprintf("%b", e.Y.RawMatrix().Data); before == "" {
			before = now
		} else if now != before {
			t.Errorf("other bits on %d processors", procs)
		}
	}
}

func TestBentMapsEndWithTheirContext(t *testing.T) {
	s := chequers(6000, 1)
	enginetest.Cancels(t, func(ctx context.Context) error {
		var m engine.Embedder = bent("rbf", 0.01)
		_, err := m.Embed(ctx, s)
		return err
	})
}
