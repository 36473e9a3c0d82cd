package embedding

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/random"
)

// TestSQLP takes the leading axes of the best map of any rank; polished they are
// the map that a descent of that rank finds.
func TestSQLP(t *testing.T) {
	s := chequers(300, 2)
	near := around.Choice{Graph: "knn", K: 16}
	ctx, notes := engine.WithNotes(t.Context(), "")
	e, err := (&SDPP{Dim: 2, Near: near, Method: "sqlp", Polish: "none"}).Embed(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprint(notes()); !strings.Contains(said, "the best linear map has rank 5 and costs") {
		t.Errorf("it says %s", said)
	}
	if len(e.Spectrum) != 5 {
		t.Errorf("the spectrum is %v, want five variances", e.Spectrum)
	}
	down := embed(t, &SDPP{Dim: 2, Near: near, Method: "lbfgs"}, s)
	polished := embed(t, &SDPP{Dim: 2, Near: near, Method: "sqlp", Polish: "lbfgs"}, s)
	if off := disparity(polished.Y, down.Y); off > 1e-8 {
		t.Errorf("polished axes are off by %.2g", math.Sqrt(off))
	}
	if off := disparity(e.Y, down.Y); off > 0.05 {
		t.Errorf("leading axes are off by %.2g", math.Sqrt(off))
	}
}

// TestDescentsEndAlike holds the three descents against one another, and tells
// how many evaluations each takes.
func TestDescentsEndAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("long: descends each way")
	}
	for name, s := range map[string]engine.Sample{"golden": golden(), "chequers": chequers(300, 1), "iris": irises(t)} {
		for _, kind := range kinds {
			fit := newFit(t, s, kind, around.Entropy{Perplexity: min(16, float64(s.Len())/3)})
			least := math.Inf(1)
			for _, word := range []string{"lbfgs", "cg", "minimize"} {
				found, err := optimum.Minimise(t.Context(), pairwise.Objective(fit.cost, fit.form), fit.start, optimum.Settings{Method: optimum.Methods[word]})
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s, %s: %s takes %d evaluations to %.9g", name, kind, word, found.Evaluations, found.Value)
				if least = min(least, found.Value); found.Value > least*(1+1e-7) || found.Reason > optimum.Settled {
					t.Errorf("%s, %s: %s ends at %.9g (%v), another at %.9g", name, kind, word, found.Value, found.Reason, least)
				}
			}
		}
	}
}

func TestSQLPIsTheSameBitsAtAnyProcs(t *testing.T) {
	s := chequers(300, 3)
	var before string
	for _, procs := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(procs)
		e := embed(t, &SDPP{Dim: 2, Near: around.Choice{Graph: "entropy"}, Method: "sqlp", Polish: "lbfgs"}, s)
		runtime.GOMAXPROCS(was)
		if now := fmt.Sprintf("%b", e.Y.RawMatrix().Data); before == "" {
			before = now
		} else if now != before {
			t.Errorf("other bits on %d processors", procs)
		}
	}
}

func TestSQLPEndsWithItsContext(t *testing.T) {
	r := random.New(8, "wide")
	x, y := mat.NewDense(3000, 40, nil), mat.NewDense(3000, 1, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
	y.Apply(func(i, _ int, _ float64) float64 { return math.Sin(x.At(i, 0)) * x.At(i, 1) }, y)
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := (&SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 40}, Method: "sqlp", Polish: "lbfgs"}).Embed(ctx, regressed(x, y))
		return err
	})
}
