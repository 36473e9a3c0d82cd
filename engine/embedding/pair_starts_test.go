package embedding

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/dataset"
	"unfold/engine/internal/random"
	around "unfold/engine/neighbourhood"
	"unfold/engine/optimum"
)

// TestProjectionsEndNearTheBestOfManyStarts wants what is found by default within
// a thousandth of the least of 30 descents, where one start does not lead there.
func TestProjectionsEndNearTheBestOfManyStarts(t *testing.T) {
	folder := os.Getenv("UNFOLD_DATA")
	if folder == "" {
		t.Skip("UNFOLD_DATA is not set")
	}
	s, err := (&dataset.Load{Path: filepath.Join(folder, "glass.csv")}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	short := 0
	for _, kind := range []string{"gaussian", "heavytail", "linear"} {
		for _, graph := range []string{"entropy", "knn"} {
			fit := newFit(t, s.Take(every(s.Len())), kind, graph)
			least, stream := math.Inf(1), random.New(7, "many")
			for range 30 {
				found, err := optimum.Minimise(t.Context(), fit.cost, fit.p.drawn(fit.start, stream), optimum.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				least = min(least, found.Value)
			}
			alone, _ := fit.lowest(t, 1)
			usual, notes := fit.lowest(t, 16)
			t.Logf("%s, %s: %.2g above the least of 30, from one start %.2g", kind, graph, usual/least-1, alone/least-1)
			if usual/least-1 > 1e-3 {
				t.Errorf("%s, %s: %.2g above the least of 30 starts", kind, graph, usual/least-1)
			}
			if alone/least-1 > 1e-3 {
				short++
				if !strings.Contains(notes, "minima are local") {
					t.Errorf("%s, %s: the notes are %s", kind, graph, notes)
				}
			}
		}
	}
	if short == 0 {
		t.Error("one start is enough everywhere: the problem is too easy to tell anything")
	}
}

// A fit is all that a descent needs.
type fit struct {
	p     projection
	start []float64
	cost  optimum.Problem
}

func newFit(t *testing.T, s engine.Sample, kind, graph string) *fit {
	t.Helper()
	near, err := around.Choice{Graph: graph}.Function()
	if err != nil {
		t.Fatal(err)
	}
	f := &fit{p: projection{dim: 2, near: near, scaled: true, kernel: kernel{kinds[kind], 1e-3}}}
	to, err := goalsOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	white, err := whiten(t.Context(), s, f.p.dim)
	if err != nil {
		t.Fatal(err)
	}
	g, err := near.Graph(t.Context(), engine.Euclidean(s.X), to.values)
	if err != nil {
		t.Fatal(err)
	}
	goals := targets{to, 1 / to.mean()}
	related, err := newPairs(t.Context(), g, false, goals)
	if err != nil {
		t.Fatal(err)
	}
	if f.start, err = begin(t.Context(), white.u, f.p.dim, related); err != nil {
		t.Fatal(err)
	}
	if f.cost, _, err = f.p.costs(t.Context(), white.u, related, goals); err != nil {
		t.Fatal(err)
	}
	return f
}

// lowest returns the cost that is found from at most so many starts, and the notes.
func (f *fit) lowest(t *testing.T, most int) (float64, string) {
	t.Helper()
	f.p.from = Starts{most, 1}
	ctx, notes := engine.WithNotes(t.Context(), "sdpp")
	found, err := f.p.lowest(ctx, f.start, f.cost, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found.Value, fmt.Sprint(notes())
}

func every(n int) []int {
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	return at
}

// TestSomePairsAreSeenFromBothEnds: of two million pairs some half a million are
// left, each of them twice.
func TestSomePairsAreSeenFromBothEnds(t *testing.T) {
	x := roll(1500)
	related, err := newPairs(t.Context(), graphOf(t, around.KNN{K: 700}, x), false, towards(mat.Col(nil, 0, x)))
	if err != nil {
		t.Fatal(err)
	}
	some := related.some()
	if some == nil || len(some.end) > 2*roughPairs || len(some.end) < roughPairs/2 {
		t.Fatalf("of %d pairs some are %v", len(related.end), some)
	}
	for i := range some.len() {
		for _, j := range some.end[some.start[i]:some.start[i+1]] {
			if !slices.Contains(some.end[some.start[j]:some.start[j+1]], int32(i)) {
				t.Fatalf("row %d sees %d, which does not see it", i, j)
			}
		}
	}
}
