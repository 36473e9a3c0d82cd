// Package check refuses data that arithmetic cannot take: cells that are missing
// or infinite, columns of levels, dissimilarities without an order, one class
// alone. Whoever asks, the words are the same, and a cell is named as its source
// names it: the row by where it stands there, counted from zero as in
// engine.Sample, the column by its name, or by its number counted from one where
// it has none. It imports the vocabulary of the engine alone. Start at [Numbers].
package check

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// Numbers refuses samples with columns of levels, or with cells that are missing
// or infinite. Time O(nd).
func Numbers(samples ...engine.Sample) error {
	for _, s := range samples {
		if c, ok := s.Categorical(); ok {
			return &engine.Error{Cause: fmt.Sprintf("column %q is categorical: its levels (%s) are not numbers", c.Name, wording.List(c.Levels)), Remedy: remedy.Put("onehot").Or(remedy.Load("leave the column out", "features", "-"+c.Name))}
		}
		if err := Finite(s); err != nil {
			return err
		}
	}
	return nil
}

// Cells is Numbers for a method that takes numbers alone. For a mixed one, which
// takes levels and missing cells as they are, it refuses infinite cells only.
// Time O(nd).
func Cells(mixed bool, samples ...engine.Sample) error {
	if !mixed {
		return Numbers(samples...)
	}
	for _, s := range samples {
		for i := range s.Len() {
			if j := slices.IndexFunc(s.X.RawRowView(i), func(v float64) bool { return math.IsInf(v, 0) }); j >= 0 {
				return Cell(s, i, j)
			}
		}
	}
	return nil
}

// Finite refuses a sample with cells that are missing or infinite. Time O(nd).
func Finite(s engine.Sample) error {
	for i := range s.Len() {
		if j := slices.IndexFunc(s.X.RawRowView(i), notFinite); j >= 0 {
			return Cell(s, i, j)
		}
	}
	return nil
}

// Matrix is Finite of rows without a source.
func Matrix(x *mat.Dense) error { return Finite(engine.Sample{X: x}) }

// Similarities refuses values of a kernel that are not finite.
func Similarities(k *mat.Dense) error {
	if Matrix(k) == nil {
		return nil
	}
	return &engine.Error{Cause: "similarities of rows are not finite", Remedy: remedy.Put("scale").Or(remedy.Set("kernel", "rbf"))}
}

// Column is Finite of column j.
func Column(s engine.Sample, j int) error {
	for i := range s.Len() {
		if notFinite(s.X.At(i, j)) {
			return Cell(s, i, j)
		}
	}
	return nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

// Cell is the error that column j of row i of s is not a number.
func Cell(s engine.Sample, i, j int) error {
	v, name := s.X.At(i, j), fmt.Sprintf("column %d", j+1)
	out := remedy.Load("leave the column out", "features", nil)
	if s.Columns != nil {
		name = fmt.Sprintf("column %q", s.Columns[j].Name)
		out = remedy.Load("leave the column out", "features", "-"+s.Columns[j].Name)
	}
	advice := remedy.Put("impute").Which("fills missing cells")
	if math.IsInf(v, 0) {
		advice = remedy.Say("mend the value").Or(out)
	}
	return &engine.Error{Cause: fmt.Sprintf("row %d, %s is %v: values must be finite", Row(s, i), name, v), Remedy: advice}
}

// Row is where row i of s stands in its source, if it has one.
func Row(s engine.Sample, i int) int {
	if s.Rows == nil {
		return i
	}
	return s.Rows[i]
}

// NewRow refuses a new row with values that are missing or infinite.
func NewRow(row []float64) error {
	j := slices.IndexFunc(row, notFinite)
	if j < 0 {
		return nil
	}
	return &engine.Error{Cause: fmt.Sprintf("column %d of a new row is %v: values must be finite", j+1, row[j]), Remedy: remedy.Put("impute").Which("fills missing cells")}
}

// Width refuses rows that have not the d columns that were learned from.
func Width(x *mat.Dense, d int) error {
	if _, got := x.Dims(); got != d {
		return &engine.Error{Cause: fmt.Sprintf("rows have %d columns, but %d were learned from", got, d), Remedy: remedy.Say("prepare and embed them as the training rows were")}
	}
	return nil
}

// ImputeOrScale is the remedy of values that are not finite, and may come of cells
// that are missing or of squares that overflow.
func ImputeOrScale() remedy.Remedy {
	return remedy.Put("impute").If("cells are missing").Or(remedy.Put("scale").If("values are very large"))
}

// Dissimilarities refuses those of row i to all others if they have no order:
// values that are missing, infinite or negative.
func Dissimilarities(row []float64, i int) error {
	for j, v := range row {
		if !(v >= 0 && v <= math.MaxFloat64) {
			return &engine.Error{
				Cause:  fmt.Sprintf("dissimilarity of rows %d and %d is %v: values must be finite and not negative", i, j, v),
				Remedy: ImputeOrScale(),
			}
		}
	}
	return nil
}

// Distances returns the dissimilarities of a sample, Euclidean ones where no metric
// has set others. It refuses fewer than two rows.
func Distances(s engine.Sample) (engine.Distances, error) {
	if s.Len() < 2 {
		return nil, &engine.Error{Cause: fmt.Sprintf("too few rows to embed: %d", s.Len()), Remedy: remedy.Say("give at least 2")}
	}
	if s.Distances == nil {
		return engine.Euclidean(s.X), nil
	}
	return s.Distances, nil
}

// TooManyDimensions is the error that fewer dimensions exist than were asked for,
// which are as many as there are of something.
func TooManyDimensions(dim, most int, of string) error {
	if most == 0 {
		return &engine.Error{Cause: "there are no " + of, Remedy: remedy.Say("give rows that differ more")}
	}
	advice := remedy.Reduce("dim").To(most)
	if most == 1 {
		advice = remedy.Set("dim", 1)
	}
	return &engine.Error{Param: "dim", Cause: fmt.Sprintf("dim = %d is more than the number of %s, %d", dim, of, most), Remedy: advice}
}
