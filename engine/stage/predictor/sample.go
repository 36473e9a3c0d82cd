package predictor

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// checkSample refuses a sample that arithmetic cannot take: no rows, no target,
// columns of levels, cells that are not finite.
func checkSample(s engine.Sample) error {
	if s.Len() == 0 {
		return &engine.Error{Cause: "there are no training rows", Remedy: remedy.Say("hold fewer rows")}
	}
	if err := check.Target(s.Target); err != nil {
		return err
	}
	if err := check.Numbers(s); err != nil {
		return err
	}
	return check.Response(s)
}

// checkMixed refuses a sample that trees cannot take: no rows, no target, one class,
// cells or responses that are infinite.
func checkMixed(s engine.Sample) error {
	if s.Len() == 0 {
		return &engine.Error{Cause: "there are no training rows", Remedy: remedy.Say("hold fewer rows")}
	}
	if err := check.Target(s.Target); err != nil {
		return err
	}
	if err := check.Cells(true, s); err != nil {
		return err
	}
	if s.HasClasses() {
		_, err := presentClasses(s)
		return err
	}
	return check.Response(s)
}

// checkColumns refuses rows that no column tells apart, and remarks on columns
// without a value; of gives whether a column varies, and whether it has a value.
func checkColumns(ctx context.Context, s engine.Sample, of func(c int) (varies, known bool)) error {
	_, d := s.X.Dims()
	var empty []string
	alike := true
	for c := range d {
		varies, known := of(c)
		alike = alike && !varies
		if !known {
			empty = append(empty, columnName(s, c))
		}
	}
	switch {
	case len(empty) == d:
		return &engine.Error{Cause: "no column has a value in the training rows", Remedy: remedy.Load("name other columns", "features", nil)}
	case alike:
		return &engine.Error{Cause: "all rows are alike: there is nothing to ask that tells them apart", Remedy: remedy.Load("name other columns", "features", nil)}
	case empty != nil:
		engine.Remark(ctx, "left out, without a value in the training rows: %s", wording.List(empty))
	}
	return nil
}

// valuesOf tells whether column c has two values, and whether it has one.
func valuesOf(s engine.Sample, c int) (varies, known bool) {
	var first float64
	for i := range s.Len() {
		v := s.X.At(i, c)
		switch {
		case math.IsNaN(v):
		case !known:
			first, known = v, true
		case v != first:
			return true, true
		}
	}
	return false, known
}

// sameColumns refuses rows of another width than those learned from, and cells that
// are no numbers.
func sameColumns(x *mat.Dense, d int) error {
	if err := check.Width(x, d); err != nil {
		return err
	}
	return check.Matrix(x)
}

// presentClasses returns the numbers of the classes that have rows, in order, and
// refuses a sample that has fewer than two of them.
func presentClasses(s engine.Sample) ([]int, error) {
	highest := 0
	for _, l := range s.Labels {
		highest = max(highest, l)
	}
	has := make([]bool, highest+1)
	for _, l := range s.Labels {
		has[l] = true
	}
	var classes []int
	for c, ok := range has {
		if ok {
			classes = append(classes, c)
		}
	}
	return classes, check.Classes(len(classes))
}

// classesToSeparate returns the numbers of the classes of a sample that arithmetic
// can take, and refuses one with a response instead.
func classesToSeparate(s engine.Sample) ([]int, error) {
	if err := checkSample(s); err != nil {
		return nil, err
	}
	if !s.HasClasses() {
		return nil, &engine.Error{Cause: "the data have a response, not classes", Remedy: remedy.Use("ridge", "svr").Which("predict a response")}
	}
	return presentClasses(s)
}

// columnName and className are what messages call a column and a class.
func columnName(s engine.Sample, j int) string {
	if s.Columns == nil {
		return fmt.Sprintf("column %d", j+1)
	}
	return fmt.Sprintf("column %q", s.Columns[j].Name)
}

func className(s engine.Sample, c int) string {
	if c >= len(s.Classes) {
		return fmt.Sprint(c)
	}
	return fmt.Sprintf("%q", s.Classes[c])
}

// dot returns a·b, summed from the first column to the last.
func dot(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += float64(v * b[c])
	}
	return sum
}
