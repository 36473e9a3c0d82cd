package neighbour

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestApproximateListsHoldTrueDistances compares approximate lists with exact
// ones: recall, distances, order and determinism.
func TestApproximateListsHoldTrueDistances(t *testing.T) {
	if testing.Short() {
		t.Skip("long: finds the lists of many rows twice")
	}
	x := points(30, fewest, 12, 0)
	d := engine.Euclidean(x)
	exact, err := Find(t.Context(), d, 10, Exact)
	if err != nil {
		t.Fatal(err)
	}
	ctx, notes := engine.WithNotes(t.Context(), "isomap")
	got, err := Find(ctx, d, 10, Approximate)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i := range fewest {
		index, length := got.Of(i)
		want, _ := exact.Of(i)
		if !slices.IsSorted(length) {
			t.Fatalf("list of row %d is out of order: %v", i, length)
		}
		for r, j := range index {
			if e := distance(x.RawRowView(i), x.RawRowView(int(j))); e != length[r] || int(j) == i || slices.Contains(index[:r], j) {
				t.Fatalf("row %d has neighbour %d at %v, which is %v away, in %v", i, j, length[r], e, index)
			}
			if slices.Contains(want, j) {
				found++
			}
		}
	}
	recall := float64(found) / float64(len(got.Index))
	if recall < minRecall {
		t.Errorf("recall is %v", recall)
	}
	said := notes()
	if len(said) != 1 || !strings.Contains(said[0].Text, "approximate: of the 10 nearest of 1000 rows drawn at random, ") {
		t.Fatalf("notes are %v", said)
	}
	told, _ := strconv.ParseFloat(strings.Fields(strings.SplitAfter(said[0].Text, "random, ")[1])[0], 64)
	if told/100 < recall-0.02 || told/100 > recall+0.02 {
		t.Errorf("the note tells a recall of %v %%, it is %v", told, recall)
	}
	before := runtime.GOMAXPROCS(5)
	again, err := Find(t.Context(), d, 10, Approximate)
	runtime.GOMAXPROCS(before)
	if err != nil || !slices.Equal(again.Index, got.Index) || !slices.Equal(again.Length, got.Length) {
		t.Errorf("a second run gives other lists (%v)", err)
	}
}

// TestApproximateIsRefused takes points without structure, where neighbours of
// neighbours are strangers.
func TestApproximateIsRefused(t *testing.T) {
	if testing.Short() || os.Getenv("UNFOLD_LONG") == "" {
		t.Skip("set UNFOLD_LONG for tests that take minutes")
	}
	x := points(31, 60000, 300, 0)
	if _, err := Find(t.Context(), engine.Euclidean(x), 10, Approximate); err == nil || !strings.Contains(err.Error(), "would hold only") {
		t.Errorf("error is %v", err)
	}
}

func TestSmallTablesAreExactInAnyMode(t *testing.T) {
	d := engine.Euclidean(points(32, 300, 9, 0))
	want := slow(d, 5)
	for _, mode := range []Mode{Auto, Exact, Approximate} {
		if got, err := Find(t.Context(), d, 5, mode); err != nil || !slices.Equal(got.Index, want.Index) {
			t.Errorf("mode %d: lists differ (%v)", mode, err)
		}
	}
}

func TestWhoseListsAreCertainlyExact(t *testing.T) {
	small, large, huge := points(1, 10, 3, 0), new(mat.Dense), new(mat.Dense)
	large.SetRawMatrix(blas64.General{Rows: fewest, Cols: 2, Stride: 2}) // nobody reads them
	huge.SetRawMatrix(blas64.General{Rows: fewest, Cols: autoWork/fewest/fewest + 1})
	for _, c := range []struct {
		name string
		d    engine.Distances
		mode Mode
		want bool
	}{
		{"few rows", engine.Euclidean(small), Approximate, true},
		{"little work", engine.Euclidean(large), Auto, true},
		{"little work, approximately", engine.Euclidean(large), Approximate, false},
		{"much work", engine.Euclidean(huge), Auto, false},
		{"much work, exactly", engine.Euclidean(huge), Exact, true},
		{"rows alone", rooted{engine.Euclidean(huge)}, Approximate, true},
	} {
		if got := CertainlyExact(c.d, c.mode); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
