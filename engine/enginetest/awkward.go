package enginetest

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/internal/elementary"
)

// awkwardTables are tables that a stage may refuse but not panic on. Those of
// classes have both in all their parts, unless that is what is awkward.
func awkwardTables() map[string]*engine.Table {
	alter := func(n int, change func(t *engine.Table)) *engine.Table {
		t := Blobs(n).Table
		change(t)
		return t
	}
	none := func(*engine.Table) {}
	constant := func(column int) func(*engine.Table) {
		return func(t *engine.Table) {
			for i := range t.Len() {
				t.X.Set(i, column, 7)
			}
		}
	}
	scaled := func(by float64) func(*engine.Table) {
		return func(t *engine.Table) { t.X.Scale(by, t.X) }
	}
	return map[string]*engine.Table{
		"one row":            alter(1, none),
		"two rows":           alter(2, none),
		"three rows":         alter(3, none),
		"more columns":       {Name: "wide", X: wideMatrix(12, 30), Columns: make([]engine.Column, 30), Target: Blobs(12).Table.Target, Rows: Blobs(12).Table.Rows},
		"constant column":    alter(26, constant(2)),
		"all rows equal":     alter(26, func(t *engine.Table) { t.X.Zero() }),
		"tiny numbers":       alter(26, scaled(1e-9)),
		"large numbers":      alter(26, scaled(1e9)),
		"one class":          alter(26, func(t *engine.Table) { clear(t.Labels) }),
		"nothing to learn":   alter(26, func(t *engine.Table) { t.Target = engine.Target{} }),
		"a class of one row": alter(26, func(t *engine.Table) { clear(t.Labels); t.Labels[3] = 1 }),
		"every row thrice": alter(24, func(t *engine.Table) {
			for i := range 24 {
				t.X.SetRow(i, t.X.RawRowView(i/6*6+i%2)) // of the same class
			}
		}),
	}
}

// wideMatrix returns n rows of d columns, d above n.
func wideMatrix(n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, elementary.Sin(float64(1+i*d+j)*0.7))
		}
	}
	return x
}

// testAwkward runs the steps on every awkward table: what comes out is finite,
// or an *engine.Error that the stage made for the reader.
func testAwkward(t *testing.T, steps ...any) {
	for name, table := range awkwardTables() {
		t.Run(name, func(t *testing.T) {
			mustSurvive(t, func() error {
				r, err := evaluate.Run(t.Context(), sentence(table, steps...), evaluate.Environment{})
				if err == nil {
					testFinite(t, r)
				}
				return err
			})
		})
	}
}

// mustSurvive runs do, which may fail only with an error made for the reader, who is
// told what to do.
func mustSurvive(t *testing.T, do func() error) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v", p)
		}
	}()
	err := do()
	if err == nil {
		return
	}
	var e *engine.Error
	if !errors.As(err, &e) {
		t.Errorf("error %q is no *engine.Error", err)
	} else if e.Err != nil && e.Cause == e.Err.Error() {
		t.Errorf("error %q is an inner error that nobody has explained", err)
	} else if e.Remedy == nil {
		t.Errorf("error %q has no remedy", err)
	}
}

// testRefused gives the steps cells that are no numbers: missing, infinite, and
// levels of a categorical column.
func testRefused(t *testing.T, steps ...any) {
	for name, spoil := range map[string]func(*engine.Table){
		"NaN":      func(t *engine.Table) { t.X.Set(5, 1, math.NaN()) },
		"infinity": func(t *engine.Table) { t.X.Set(5, 1, math.Inf(-1)) },
		"levels":   func(t *engine.Table) { t.Columns[1].Levels = []string{"red", "blue"} },
	} {
		t.Run(name, func(t *testing.T) { testRefusedWhen(t, spoil, steps...) })
	}
}

// testRefusedWhen runs the steps on a spoilt table.
func testRefusedWhen(t *testing.T, spoil func(*engine.Table), steps ...any) {
	t.Helper()
	table := Blobs(40).Table
	spoil(table)
	_, err := evaluate.Run(t.Context(), sentence(table, steps...), evaluate.Environment{})
	var e *engine.Error
	if !errors.As(err, &e) || e.Remedy == nil || strings.Contains(err.Error(), "panic") {
		t.Errorf("error is %v, want an *engine.Error with a remedy", err)
	}
}

// testCancelled calls do with a context that has ended: it may have nothing
// left to do, but must not fail otherwise.
func testCancelled(t *testing.T, what string, do func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := do(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s after a cancellation: %v, want %v", what, err, context.Canceled)
	}
}
