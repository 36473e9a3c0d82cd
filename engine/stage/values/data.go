// Package values makes tables of the values of a Go program: rows, and what is to be
// learned of them. It imports the vocabulary of the engine, and generator for how a table
// is put together. Start at [Data].
package values

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/generator"
)

var family engine.Family

// Stages returns the stages of the family.
func Stages() []engine.Stage { return family.Stages() }

func init() {
	engine.Declare(&family, engine.SourceRole, engine.Stage{
		Name:    "data",
		Summary: "takes rows, and what is to be learned of them, from Go values",
		Examples: []string{
			`data([][]float64{{0, 0}, {0, 1}, {1, 0}, {7, 7}, {7, 8}, {8, 7}}, []string{"near", "near", "near", "far", "far", "far"}) | pca`,
			`data([][]float64{{0, 0}, {0, 1}, {1, 0}, {2, 3}}, [][]float64{{0, 1}, {1, 1}, {1, 3}, {5, 6}}, names="width,height") | ridge`,
		},
	}, func() *Data { return new(Data) })
}

// Data makes a table of Go values.
//
// X is a [][]float64 of rows, a mat.Matrix, or a []float64 for a single
// column. Y is a class for each row as []int, []string or []bool, a []float64,
// several responses, or nil. Numbers of []float64 are classes or a response by
// the rule of [generator.LooksLikeClasses]. Classes are numbered in
// ascending order. Several responses are a matrix of as many rows as X, or a
// [][]float64 of rows or of columns, whichever are as many as X has; they are
// never classes, nor is a matrix of one column.
//
// Aside holds further columns for what asks for them by name, such as where rows truly
// are: a map[string][]float64 with a value of each row under each name, or rows, whose
// columns are called aside1, aside2 and so on.
//
// The values are copied. NaN is a missing cell of X. In Y, NaN and the empty text
// stand for what is not known: such a row is without a label, see [engine.Fold].
type Data struct {
	X     any
	Y     any
	Names []string // of what is to be learned: one, or of several responses each
	Aside any      // columns that are kept, and not learned from
}

// Params declares the parameters.
func (d *Data) Params(p *engine.Params) {
	p.Any(&d.X, "X", "rows: [][]float64, a matrix, or []float64 for one column").Require()
	p.Any(&d.Y, "y", "a class or response for each row: []int, []string, []bool, []float64, or nil; a matrix or [][]float64 of several responses")
	p.Texts(&d.Names, "names", "what y is called, of several responses each; y, or y1, y2, ... if not given")
	p.Any(&d.Aside, "aside", "columns to keep and not to learn from: map[string][]float64 by name, or rows of aside1, aside2, ...").Quietly()
}

// Probe reports values of the wrong type or shape.
func (d *Data) Probe() error {
	_, err := d.Load(context.Background())
	return err
}

// Fingerprint returns the checksum of the values, which can change while the
// slices that hold them stay the same.
func (d *Data) Fingerprint() (string, error) {
	t, err := d.Load(context.Background())
	if err != nil {
		return "", err
	}
	print := t.SHA256 + strings.Join(t.Classes, "\x00")
	if t.Aside.X != nil {
		names := strings.Join(engine.NamesOf(t.Aside.Columns), "\x00")
		print += names + generator.Checksum(t.Aside.X, engine.Target{})
	}
	return print, nil
}

// Load copies the values.
func (d *Data) Load(context.Context) (*engine.Table, error) {
	x, err := matrixOf("X", d.X)
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	target, err := d.target(n)
	if err != nil {
		return nil, err
	}
	aside, err := asideOf(d.Aside, n)
	if err != nil {
		return nil, err
	}
	table := generator.Assemble("data", fmt.Sprintf("data(%d×%d)", n, columns), x, generator.NumericColumns(generator.Numbered("x", columns)), target)
	table.Aside = aside
	return table, nil
}

// matrixOf copies the values of a parameter.
func matrixOf(param string, v any) (*mat.Dense, error) {
	var x *mat.Dense
	switch v := v.(type) {
	case []float64:
		if len(v) > 0 {
			x = mat.NewDense(len(v), 1, slices.Clone(v))
		}
	case [][]float64:
		for i, row := range v {
			if len(row) != len(v[0]) {
				return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("row %d of %s has %d values where row 0 has %d", i, param, len(row), len(v[0])), Remedy: remedy.Say("give rows of one length")}
			}
			if len(row) == 0 {
				break
			}
			if x == nil {
				x = mat.NewDense(len(v), len(row), nil)
			}
			x.SetRow(i, row)
		}
	case *mat.Dense: // its Dims would fail on nil
		if v != nil && !v.IsEmpty() {
			x = mat.DenseCopyOf(v)
		}
	case mat.Matrix:
		if n, d := v.Dims(); n > 0 && d > 0 {
			x = mat.DenseCopyOf(v)
		}
	default:
		return nil, &engine.Error{Param: param, Cause: fmt.Sprintf("%s must be [][]float64, a matrix or []float64, not %T", param, v), Remedy: remedy.Say("convert it")}
	}
	if x == nil {
		return nil, &engine.Error{Param: param, Cause: param + " has no values", Remedy: remedy.Say("give at least one row and one column")}
	}
	return x, nil
}
