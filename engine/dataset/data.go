package dataset

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:    "data",
		Summary: "takes rows, and what is to be learned of them, from Go values",
		Examples: []string{
			`data([][]float64{{0, 0}, {0, 1}, {1, 0}, {7, 7}, {7, 8}, {8, 7}}, []string{"near", "near", "near", "far", "far", "far"}) | pca`,
		},
	}, func() *Data { return new(Data) })
}

// Data makes a table of Go values.
//
// X is a [][]float64 of rows, a mat.Matrix, or a []float64 for a single
// column. Y is a class for each row as []int, []string or []bool, a []float64,
// or nil. Numbers of []float64 are classes or a response by the rule of the
// package: whole and few, or not. Classes are numbered in ascending order.
// The values are copied. NaN is a missing cell of X and is refused in Y.
type Data struct {
	X any
	Y any
}

// Params declares the parameters.
func (d *Data) Params(p *engine.Params) {
	p.Any(&d.X, "X", "rows: [][]float64, a matrix, or []float64 for one column").Require()
	p.Any(&d.Y, "y", "a class or response for each row: []int, []string, []bool, []float64, or nil")
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
	return t.SHA256 + strings.Join(t.Classes, "\x00"), nil
}

// Load copies the values.
func (d *Data) Load(context.Context) (*engine.Table, error) {
	x, err := matrixOf(d.X)
	if err != nil {
		return nil, err
	}
	target, err := targetOf(d.Y)
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	if have := len(target.Truth()); d.Y != nil && have != n {
		return nil, &engine.Error{Param: "y", Cause: fmt.Sprintf("X has %d rows but y has %d values", n, have), Remedy: "give one value for each row"}
	}
	return assemble("data", fmt.Sprintf("data(%d×%d)", n, columns), x, numericColumns(numbered(columns)), target), nil
}

// matrixOf copies X.
func matrixOf(v any) (*mat.Dense, error) {
	var x *mat.Dense
	switch v := v.(type) {
	case []float64:
		if len(v) > 0 {
			x = mat.NewDense(len(v), 1, slices.Clone(v))
		}
	case [][]float64:
		for i, row := range v {
			if len(row) != len(v[0]) {
				return nil, &engine.Error{Param: "X", Cause: fmt.Sprintf("row %d of X has %d values where row 0 has %d", i, len(row), len(v[0])), Remedy: "give rows of one length"}
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
		return nil, &engine.Error{Param: "X", Cause: fmt.Sprintf("X must be [][]float64, a matrix or []float64, not %T", v), Remedy: "convert it"}
	}
	if x == nil {
		return nil, &engine.Error{Param: "X", Cause: "X has no values", Remedy: "give at least one row and one column"}
	}
	return x, nil
}

// targetOf reads y.
func targetOf(v any) (engine.Target, error) {
	switch v := v.(type) {
	case nil:
		return engine.Target{}, nil
	case []int:
		return classesOf(v, strconv.Itoa), nil
	case []string:
		return classesOf(v, func(s string) string { return s }), nil
	case []bool:
		numbers := make([]int, len(v))
		for i, truth := range v {
			if truth {
				numbers[i] = 1
			}
		}
		return classesOf(numbers, func(i int) string { return strconv.FormatBool(i == 1) }), nil
	case []float64:
		for i, y := range v {
			if math.IsNaN(y) || math.IsInf(y, 0) {
				return engine.Target{}, &engine.Error{Param: "y", Cause: fmt.Sprintf("y is %g at row %d", y, i), Remedy: "leave out rows with nothing to be learned"}
			}
		}
		if fewWhole(v) {
			return classesOf(v, shortest), nil
		}
		return responseTarget("y", slices.Clone(v)), nil
	}
	return engine.Target{}, &engine.Error{Param: "y", Cause: fmt.Sprintf("y must be []int, []string, []bool or []float64, not %T", v), Remedy: "convert it"}
}

// classesOf numbers the different values in ascending order.
func classesOf[T int | string | float64](values []T, name func(T) string) engine.Target {
	different := slices.Clone(values)
	slices.Sort(different)
	different = slices.Compact(different)
	target := engine.Target{Label: "y", Labels: make([]int, len(values))}
	for _, v := range different {
		target.Classes = append(target.Classes, name(v))
	}
	for i, v := range values {
		target.Labels[i], _ = slices.BinarySearch(different, v)
	}
	return target
}
