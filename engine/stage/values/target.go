package values

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/stage/generator"
)

// target reads y, for n rows.
func (d *Data) target(n int) (engine.Target, error) {
	target, err := targetOf(d.Y, n)
	if err != nil {
		return target, err
	}
	width := target.Width()
	if have := len(target.Truth()); have != n*width {
		return target, &engine.Error{Param: "y", Cause: fmt.Sprintf("X has %d rows but y has %d values", n, have/width), Remedy: remedy.Say("give one value for each row")}
	}
	if target, err = generator.CheckKnown(target, n); err != nil {
		return target, &engine.Error{Param: "y", Cause: "y has no value", Remedy: remedy.Give("y", "with a value for some rows").Or(remedy.Omit("y"))}
	}
	switch names := d.Names; {
	case len(names) == 0:
	case len(names) != width:
		return target, &engine.Error{Param: "names", Cause: fmt.Sprintf("%d names are given for %d columns of y", len(names), width), Remedy: remedy.Say("give a name for each")}
	default:
		target.Label, target.Responses = generator.Called(names)
	}
	return target, nil
}

// targetOf reads y: classes or a response, or several for n rows.
func targetOf(v any, n int) (engine.Target, error) {
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
			if math.IsInf(y, 0) {
				return engine.Target{}, &engine.Error{Param: "y", Cause: fmt.Sprintf("y is %g at row %d", y, i), Remedy: remedy.Say("mend the value, or give NaN where it is not known")}
			}
		}
		if generator.LooksLikeClasses(v) {
			return classesOf(v, func(y float64) string { return strconv.FormatFloat(y, 'g', -1, 64) }), nil
		}
		return generator.ResponseTarget("y", slices.Clone(v)), nil
	case [][]float64, mat.Matrix:
		return responsesOf(v, n)
	}
	return engine.Target{}, &engine.Error{Param: "y", Cause: fmt.Sprintf("y must be []int, []string, []bool, []float64, or a matrix, not %T", v), Remedy: remedy.Say("convert it")}
}

// responsesOf reads the responses of n rows. Slices may be those of rows or of
// columns.
func responsesOf(v any, n int) (engine.Target, error) {
	y, err := matrixOf("y", v)
	if err != nil {
		return engine.Target{}, err
	}
	if rows, columns := y.Dims(); rows != n && columns == n {
		if _, slices := v.([][]float64); slices {
			y = mat.DenseCopyOf(y.T())
		}
	}
	rows, columns := y.Dims()
	for i := range rows {
		for c, v := range y.RawRowView(i) {
			if math.IsInf(v, 0) {
				return engine.Target{}, &engine.Error{Param: "y", Cause: fmt.Sprintf("y is %g at row %d, column %d", v, i, c), Remedy: remedy.Say("mend the value, or give NaN where it is not known")}
			}
		}
	}
	names := make([]string, columns)
	for c := range names {
		names[c] = fmt.Sprintf("y%d", c+1)
	}
	if columns == 1 {
		names[0] = "y"
	}
	return generator.ResponsesTarget(y, names), nil
}

// classesOf numbers the different values in ascending order; NaN and the empty text
// are none.
func classesOf[T int | string | float64](values []T, name func(T) string) engine.Target {
	unknown := func(v T) bool { return v != v || any(v) == any("") }
	different := slices.DeleteFunc(slices.Clone(values), unknown)
	slices.Sort(different)
	different = slices.Compact(different)
	target := engine.Target{Label: "y", Labels: make([]int, len(values))}
	for _, v := range different {
		target.Classes = append(target.Classes, name(v))
	}
	for i, v := range values {
		if target.Labels[i] = engine.Hidden; !unknown(v) {
			target.Labels[i], _ = slices.BinarySearch(different, v)
		}
	}
	return target
}
