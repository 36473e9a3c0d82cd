package enginetest

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Protocols tests that each protocol divides the rows: none stands on both
// sides of a fold, none is held twice, and some are learned from; what is dealt
// anew is what was there; training rows can be divided once more. A second table
// with the same targets is divided alike, whatever its columns hold, unless the
// protocol says that it reads them.
func Protocols(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.ProtocolRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Protocol)
		for _, p := range []Problem{Blobs(60), Grid(10, 6)} {
			n := p.Table.Len()
			folds, err := m.Split(t.Context(), p.Table)
			if err != nil {
				t.Fatalf("%s: %v", p.Table.Name, err)
			}
			if len(folds) == 0 {
				t.Fatalf("%s: no folds", p.Table.Name)
			}
			for i, f := range folds {
				testFold(t, i, f, n)
				if none := len(f.Held) == 0; none != s.HoldsNone {
					t.Errorf("fold %d holds %d rows, HoldsNone is %v", i, len(f.Held), s.HoldsNone)
				}
			}
			testChooser(t, m, p.Table, folds)
			if !s.ReadsColumns {
				testSameFolds(t, m, p.Table, folds)
			}
			testSameBits(t, func() ([]float64, error) {
				folds, err := m.Split(t.Context(), p.Table)
				return positions(folds), err
			})
		}
		for _, n := range []int{1, 2, 3} {
			mustSurvive(t, func() error { _, err := m.Split(t.Context(), Blobs(n).Table); return err })
		}
		testCancelled(t, "Split", func(ctx context.Context) error {
			_, err := m.Split(ctx, Blobs(60).Table)
			return err
		})
	})
}

// testSameFolds divides other rows with the same targets.
func testSameFolds(t *testing.T, m engine.Protocol, table *engine.Table, folds []engine.Fold) {
	t.Helper()
	other := *table
	other.X = mat.NewDense(table.Len(), 1, nil)
	other.Columns = make([]engine.Column, 1)
	again, err := m.Split(t.Context(), &other)
	if err != nil {
		t.Fatal(err)
	}
	if _, same := sameBits(positions(folds), positions(again)); !same {
		t.Error("folds depend on what the columns hold")
	}
}

// testFold tests that a fold holds no row twice, and none that it learns from.
// A row may be learned from repeatedly, as if drawn with replacement.
func testFold(t *testing.T, at int, f engine.Fold, n int) {
	t.Helper()
	if len(f.Train) == 0 {
		t.Errorf("fold %d learns from no rows", at)
	}
	seen := make([]bool, n)
	for _, r := range f.Train {
		if r < 0 || r >= n {
			t.Fatalf("fold %d has row %d of %d", at, r, n)
		}
		seen[r] = true
	}
	testOnce(t, fmt.Sprintf("fold %d", at), f.Held, seen)
	if f.Transduced && len(f.Held) == 0 {
		t.Errorf("fold %d hides no label", at)
	}
	if (f.Deal > 0) != (f.Dealt != nil) {
		t.Errorf("fold %d is of deal %d, and %d rows have labels from others", at, f.Deal, len(f.Dealt))
	}
	if f.Dealt == nil {
		return
	}
	if len(f.Dealt) != n {
		t.Fatalf("fold %d deals %d labels to %d rows", at, len(f.Dealt), n)
	}
	testOnce(t, fmt.Sprintf("the deal of fold %d", at), f.Dealt, make([]bool, n))
}

// testOnce tests that no row is there twice, nor among those seen before.
func testOnce(t *testing.T, what string, rows []int, seen []bool) {
	t.Helper()
	for _, r := range rows {
		if r < 0 || r >= len(seen) {
			t.Fatalf("%s has row %d of %d", what, r, len(seen))
		}
		if seen[r] {
			t.Errorf("%s has row %d twice", what, r)
		}
		seen[r] = true
	}
}

// testChooser tests that a protocol which lets training parts choose divides
// them by something that is a protocol itself.
func testChooser(t *testing.T, m engine.Protocol, table *engine.Table, folds []engine.Fold) {
	t.Helper()
	c, ok := m.(engine.Chooser)
	if !ok {
		return
	}
	if rule := c.Choosing().Rule; rule != engine.BestRule && rule != engine.OneErrorRule {
		t.Errorf("it chooses by %q", rule)
	}
	train := table.Keep(folds[0].Train)
	inner, err := c.Inner().Split(t.Context(), train)
	if err != nil {
		t.Fatalf("inner: %v", err)
	}
	if len(inner) < 2 {
		t.Errorf("%d inner folds", len(inner))
	}
	for i, f := range inner {
		testFold(t, i, f, train.Len())
		testApart(t, train, f)
	}
}

// testApart tests that no copy of a row is held where another is learned from.
func testApart(t *testing.T, table *engine.Table, f engine.Fold) {
	t.Helper()
	learned := map[int]bool{}
	for _, r := range f.Train {
		learned[table.Rows[r]] = true
	}
	for _, r := range f.Held {
		if learned[table.Rows[r]] {
			t.Errorf("row %d is held and learned from", table.Rows[r])
		}
	}
}

// positions lists the folds as numbers, with a mark between parts.
func positions(folds []engine.Fold) []float64 {
	var all []float64
	for _, f := range folds {
		all = append(all, -1, float64(f.Repeat), float64(f.Deal))
		for _, rows := range [][]int{f.Train, f.Held, f.Dealt} {
			for _, r := range rows {
				all = append(all, float64(r))
			}
			all = append(all, -2)
		}
	}
	return all
}
