package enginetest

import (
	"context"
	"errors"
	"math"
	"testing"

	"unfold/engine"
)

// Sources tests that each source, with its defaults, gives a sound table, the
// same every time, or says what it lacks.
func Sources(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.SourceRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Source)
		table, err := m.Load(t.Context())
		if err != nil {
			var e *engine.Error
			if !errors.As(err, &e) || e.Remedy == nil {
				t.Errorf("error is %v, want an *engine.Error with a remedy", err)
			}
			return
		}
		testTable(t, table)
		testSameBits(t, func() ([]float64, error) {
			again, err := m.Load(t.Context())
			if err != nil {
				return nil, err
			}
			return append(cells(again.X), again.Truth()...), nil
		})
		testCancelled(t, "Load", func(ctx context.Context) error { _, err := m.Load(ctx); return err })
	})
}

func testTable(t *testing.T, table *engine.Table) {
	n, d := table.X.Dims()
	if table.Name == "" || table.Source == "" || table.SHA256 == "" {
		t.Errorf("name %q, source %q, sha256 %q: all must be told", table.Name, table.Source, table.SHA256)
	}
	if len(table.Columns) != d || len(table.Rows) != n {
		t.Errorf("%d×%d cells with %d columns and %d rows", n, d, len(table.Columns), len(table.Rows))
	}
	if have := len(table.Truth()); have != n*table.Width() {
		t.Errorf("%d labels or responses for %d rows of %d", have, n, table.Width())
	}
	for i, l := range table.Labels {
		if l < 0 || l >= len(table.Classes) {
			t.Fatalf("row %d has class %d of %d", i, l, len(table.Classes))
		}
	}
	for j, column := range table.Columns {
		for i := range n {
			v := table.X.At(i, j)
			if math.IsInf(v, 0) || column.Levels != nil && !math.IsNaN(v) && (v != math.Trunc(v) || v < 0 || int(v) >= len(column.Levels)) {
				t.Fatalf("row %d, column %q holds %v", i, column.Name, v)
			}
		}
	}
}
