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
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
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

func TestPenaltiesAreInGradientAndLine(t *testing.T) {
	const n, d, q = 20, 4, 2
	r := random.New(4, "penalty")
	y, w, s := make([]float64, n), make([]float64, d*q), make([]float64, d*q)
	for _, v := range [][]float64{y, w, s} {
		for i := range v {
			v[i] = r.Normal()
		}
	}
	for data, x := range troubles(n, d, r) {
		cost := penalised(newQuarticCost(costOf(t, x, q, lopsided(n, r), kernel{}, none, towards(y))), []float64{1, 2, 0.5, 0}, 3, q).(optimum.Quartic)
		if off, err := optimum.Difference(t.Context(), inUnits{cost, w}, ones(len(w))); err != nil || off > 1e-6 {
			t.Errorf("%s: gradient is off by %.2g, %v", data, off, err)
		}
		c, err := cost.Along(t.Context(), w, s)
		if err != nil {
			t.Fatal(err)
		}
		moved, scrap := make([]float64, len(w)), make([]float64, len(w))
		for k := range w {
			moved[k] = w[k] + 0.7*s[k]
		}
		from, _ := cost.Value(t.Context(), w, scrap)
		want, _ := cost.Value(t.Context(), moved, scrap)
		if got := from + 0.7*(c[0]+0.7*(c[1]+0.7*(c[2]+0.7*c[3]))); math.Abs(got-want) > 1e-10*max(from, want) {
			t.Errorf("%s: %v along the line, %v there", data, got, want)
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
