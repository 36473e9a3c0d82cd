package enginetest

import (
	"context"
	"testing"

	"unfold/engine"
)

// Protocols tests that each protocol divides the rows: none stands on both
// sides of a fold, none twice on one, and some are learned from.
func Protocols(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.ProtocolRole, func(t *testing.T, s *engine.Stage) {
		m := ready(t, s).(engine.Protocol)
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
			}
			testSameBits(t, func() ([]float64, error) {
				folds, err := m.Split(t.Context(), p.Table)
				return positions(folds), err
			})
		}
		for _, n := range []int{1, 2, 3} {
			survives(t, func() error { _, err := m.Split(t.Context(), Blobs(n).Table); return err })
		}
		testCancelled(t, "Split", func(ctx context.Context) error {
			_, err := m.Split(ctx, Blobs(60).Table)
			return err
		})
	})
}

func testFold(t *testing.T, at int, f engine.Fold, n int) {
	t.Helper()
	if len(f.Train) == 0 {
		t.Errorf("fold %d learns from no rows", at)
	}
	seen := make([]bool, n)
	for _, rows := range [][]int{f.Train, f.Held} {
		for _, r := range rows {
			if r < 0 || r >= n {
				t.Fatalf("fold %d has row %d of %d", at, r, n)
			}
			if seen[r] {
				t.Errorf("fold %d has row %d twice", at, r)
			}
			seen[r] = true
		}
	}
}

// positions lists the folds as numbers, with a mark between parts.
func positions(folds []engine.Fold) []float64 {
	var all []float64
	for _, f := range folds {
		all = append(all, -1, float64(f.Repeat))
		for _, r := range f.Train {
			all = append(all, float64(r))
		}
		all = append(all, -2)
		for _, r := range f.Held {
			all = append(all, float64(r))
		}
	}
	return all
}
