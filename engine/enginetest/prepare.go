package enginetest

import (
	"context"
	"math"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// Preparers tests selectors, which keep rows of a table, hiders, which hide labels of some, and preparers, which
// change columns by what they learned from training rows.
func Preparers(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.PrepareRole, func(t *testing.T, s *engine.Stage) {
		if m, ok := defaultMethod(t, s).(engine.Selector); ok {
			testSelector(t, m.Select)
			return
		}
		if m, ok := defaultMethod(t, s).(engine.Hider); ok {
			testSelector(t, m.Hide)
			return
		}
		testPreparer(t, defaultMethod(t, s).(engine.Preparer))
		testSameRun(t, sentence(Blobs(60).Table, hold{}, defaultStep(t, s)))
		testAwkward(t, hold{}, defaultStep(t, s))
		testNewRows(t, Blobs(60).Table, defaultStep(t, s))
		t.Run("missing cells", func(t *testing.T) {
			table := Blobs(40).Table
			for i := range 40 {
				table.X.Set(i, i%4, math.NaN())
			}
			table.Columns[1].Levels = []string{"red", "blue"}
			mustSurvive(t, func() error {
				_, err := evaluate.Run(t.Context(), sentence(table, hold{}, defaultStep(t, s)), evaluate.Environment{})
				return err
			})
		})
	})
}

// testSelector tests what names rows of a table.
func testSelector(t *testing.T, choose func(context.Context, *engine.Table) ([]int, error)) {
	for name, table := range awkwardTables() {
		t.Run(name, func(t *testing.T) {
			mustSurvive(t, func() error {
				rows, err := choose(t.Context(), table)
				if err == nil {
					testOnce(t, "the selection", rows, make([]bool, table.Len()))
				}
				return err
			})
		})
	}
	testSameBits(t, func() ([]float64, error) {
		rows, err := choose(t.Context(), Blobs(60).Table)
		return positions([]engine.Fold{{Train: rows}}), err
	})
	testCancelled(t, "Select", func(ctx context.Context) error { _, err := choose(ctx, Blobs(60).Table); return err })
}

func testPreparer(t *testing.T, m engine.Preparer) {
	s := Blobs(60).Sample()
	fitted, err := m.Prepare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if len(fitted.Columns) != fitted.Dim() {
		t.Errorf("%d columns are named, %d made", len(fitted.Columns), fitted.Dim())
	}
	testRowByRow(t, "Apply", s.X, fitted.Dim(), fitted.Apply)
	testCancelled(t, "Prepare", func(ctx context.Context) error { _, err := m.Prepare(ctx, s); return err })
}
