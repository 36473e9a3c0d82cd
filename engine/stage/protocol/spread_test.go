package protocol

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// scattered is a table of n rows uniform in a unit square.
func scattered(n int) *engine.Table {
	stream := random.New(3, "scattered")
	t := &engine.Table{Name: "square", X: mat.NewDense(n, 2, nil), Columns: make([]engine.Column, 2), Rows: make([]int, n)}
	for i := range n {
		t.X.SetRow(i, []float64{stream.Uniform(), stream.Uniform()})
		t.Rows[i] = i
	}
	return t
}

// apart is how far the nearest two of the rows are apart, and how far any row of the
// table is from the nearest of them.
func apart(t *engine.Table, rows []int) (packed, covered float64) {
	packed = math.Inf(1)
	for i := range t.Len() {
		near := math.Inf(1)
		for _, r := range rows {
			d := math.Sqrt(squareBetween(t.X.RawRowView(i), t.X.RawRowView(r)))
			near = min(near, d)
			if i != r && slices.Contains(rows, i) {
				packed = min(packed, d)
			}
		}
		covered = max(covered, near)
	}
	return packed, covered
}

// TestSpreadRowsLieApart: further than as many rows at random, and nearer to all
// others. Each row by farthest is at least as far from the others as any row is from
// them (Gonzalez 1985), and means lie where the mean square is least.
func TestSpreadRowsLieApart(t *testing.T) {
	table := scattered(600)
	drawn, uncovered := apart(table, random.New(1, "any").Permutation(600)[:30])
	for _, by := range []string{ByMeans, ByFarthest, ""} {
		for seed := range 4 {
			folds, err := (&Spread{N: 30, By: by, Seed: seed}).Split(t.Context(), table)
			if err != nil {
				t.Fatal(err)
			}
			f := folds[0]
			if len(folds) != 1 || len(f.Train) != 30 || len(f.Held) != 570 || !slices.IsSorted(f.Train) {
				t.Fatalf("%s: %d folds of %d and %d rows", by, len(folds), len(f.Train), len(f.Held))
			}
			packed, covered := apart(table, f.Train)
			if packed < 3*drawn || covered > 0.75*uncovered {
				t.Errorf("%s: %.3f apart and %.3f to the farthest, at random %.3f and %.3f", by, packed, covered, drawn, uncovered)
			}
			if by == ByFarthest && packed < covered {
				t.Errorf("rows are %.4f apart, but one is %.4f from them", packed, covered)
			}
		}
	}
}

// TestSpreadByHand: three heaps on a line have a row each, nearest to their means.
func TestSpreadByHand(t *testing.T) {
	x := []float64{0, 1, 2, 100, 101, 102, 203, 200, 201}
	table := &engine.Table{X: mat.NewDense(9, 1, x), Columns: make([]engine.Column, 1), Rows: make([]int, 9)}
	for seed := range 20 {
		folds, err := (&Spread{N: 3, Seed: seed}).Split(t.Context(), table)
		if err != nil || !slices.Equal(folds[0].Train, []int{1, 4, 8}) || !slices.Equal(folds[0].Held, []int{0, 2, 3, 5, 6, 7}) {
			t.Fatalf("seed %d: %+v, %v", seed, folds, err)
		}
		folds, err = (&Spread{N: 3, By: ByFarthest, Seed: seed}).Split(t.Context(), table)
		if err != nil || len(folds[0].Train) != 3 || folds[0].Train[0]/3 != 0 || folds[0].Train[1]/3 != 1 || folds[0].Train[2]/3 != 2 {
			t.Fatalf("seed %d: %+v, %v", seed, folds, err)
		}
	}
}

func TestSpreadSaysWhatItDid(t *testing.T) {
	table := scattered(20)
	table.Target = engine.Target{Label: "y", Labels: make([]int, 20), Classes: []string{"a", "b"}}
	ctx, notes := engine.WithNotes(context.Background(), "spread")
	folds, err := (&Spread{N: 5}).Split(ctx, table)
	if err != nil {
		t.Fatal(err)
	}
	table.Labels[folds[0].Held[0]] = 1
	if _, err := (&Spread{N: 5}).Split(ctx, table); err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, n := range notes() {
		said = append(said, n.Text)
	}
	if all := strings.Join(said, "; "); !strings.Contains(all, "held rows lie between them") || !strings.Contains(all, "every row of class b") {
		t.Errorf("said %s", all)
	}
}

func TestSpreadRefuses(t *testing.T) {
	copied := scattered(9)
	for i := range 9 {
		copied.X.SetRow(i, copied.X.RawRowView(i%4))
	}
	patchy, worded := scattered(9), scattered(9)
	patchy.X.Set(2, 1, math.NaN())
	worded.Columns[1] = engine.Column{Name: "colour", Levels: []string{"red"}}
	for want, c := range map[string]struct {
		table *engine.Table
		n     int
		by    string
	}{
		"n = 9 of 9 rows leaves none to hold; lower n":                 {scattered(9), 9, ByMeans},
		"n = 6, but only 4 of the 9 rows differ; lower n to 4 or less": {copied, 6, ByMeans},
		"n = 5, but only 4 of the 9 rows differ; lower n to 4 or less": {copied, 5, ByFarthest},
		"row 2, column \"\" is NaN: values must be finite; put impute": {patchy, 5, ByMeans},
		`column "colour" is categorical`:                               {worded, 5, ByMeans},
	} {
		_, err := (&Spread{N: c.n, By: c.by}).Split(t.Context(), c.table)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for rows, want := range map[int]int{3: 1, 99: 49, 400: 50} {
		if folds, err := new(Spread).Split(t.Context(), scattered(rows)); err != nil || len(folds[0].Train) != want {
			t.Errorf("of %d rows, %+v are learned from, %v", rows, folds, err)
		}
	}
	huge := scattered(9)
	huge.X.Scale(1e300, huge.X)
	if _, err := (&Spread{N: 3}).Split(t.Context(), huge); err != nil {
		t.Errorf("of rows whose squares overflow: %v", err)
	}
}
