package predictor

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// admit refuses a sample that arithmetic cannot take: no rows, no target,
// columns of levels, cells that are not finite.
func admit(s engine.Sample) error {
	if s.Len() == 0 {
		return &engine.Error{Cause: "there are no training rows", Remedy: "hold fewer rows"}
	}
	if !s.HasClasses() && !s.HasResponse() {
		return &engine.Error{Cause: "the data have neither classes nor a response to predict", Remedy: `name the column: load("file.csv", label="class")`}
	}
	if c, ok := s.Categorical(); ok {
		return &engine.Error{Cause: fmt.Sprintf("column %q holds levels, not numbers", c.Name), Remedy: "put onehot before the predictor"}
	}
	if err := finite(s.X); err != nil {
		return err
	}
	for at, v := range s.Truth() {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &engine.Error{Cause: fmt.Sprintf("the response of row %d is %v: values must be finite", at/s.Width(), v), Remedy: "drop the row, or give it a value"}
		}
	}
	return nil
}

// finite refuses missing and infinite cells.
func finite(x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &engine.Error{Cause: fmt.Sprintf("input row %d, column %d is %v: values must be finite", i, j, v), Remedy: "put impute before the predictor"}
			}
		}
	}
	return nil
}

// sameColumns refuses rows of another width than those learned from.
func sameColumns(x *mat.Dense, d int) error {
	if _, got := x.Dims(); got != d {
		return &engine.Error{Cause: fmt.Sprintf("rows have %d columns, but %d were learned from", got, d), Remedy: "prepare and embed them as the training rows were"}
	}
	return finite(x)
}

// present returns the numbers of the classes that have rows, in order, and
// refuses a sample that has fewer than two of them.
func present(s engine.Sample) ([]int, error) {
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
	if len(classes) < 2 {
		return nil, &engine.Error{Cause: "need at least two classes among the training rows, found 1", Remedy: "hold fewer rows, or choose another label column"}
	}
	return classes, nil
}

// dot returns a·b, summed from the first column to the last.
func dot(a, b []float64) float64 {
	var sum float64
	for c, v := range a {
		sum += float64(v * b[c])
	}
	return sum
}
