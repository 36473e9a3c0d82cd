// Package heading names columns by what stages have made of their numbers, for whoever
// shows them: an axis that is called by the bare name of a column promises the numbers of
// the file. It imports the engine's vocabulary. Start at [Name].
package heading

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/calendar"
)

// Name is the name of a column with what its numbers were made into: "alcohol (scaled)".
func Name(c engine.Column) string {
	if c.Prepared == "" {
		return c.Name
	}
	return c.Name + " (" + c.Prepared + ")"
}

// Into returns a column with one thing more that its numbers were made into.
func Into(c engine.Column, made string) engine.Column {
	if c.Prepared != "" {
		made = c.Prepared + ", " + made
	}
	if c.Prepared = made; calendar.Of(c.Written) != "" {
		c.Written = "" // what is left are no days
	}
	return c
}

// Changed returns the columns that a stage leads rows to, whose numbers are then x. Those
// that it has changed, and of which it does not say into what, are told by its name.
func Changed(before engine.Sample, x *mat.Dense, columns []engine.Column, stage string) []engine.Column {
	after := columns
	for c, column := range columns {
		from := c // most stages leave columns where they are
		if c >= len(before.Columns) || before.Columns[c].Name != column.Name {
			from = slices.IndexFunc(before.Columns, func(b engine.Column) bool { return b.Name == column.Name })
		}
		if from < 0 || column.Levels != nil || column.Prepared != before.Columns[from].Prepared || !differs(before.X, from, x, c) {
			continue
		}
		if &after[0] == &columns[0] {
			after = slices.Clone(columns) // those of the stage stay as it has them
		}
		after[c] = Into(column, "after "+stage)
	}
	return after
}

// differs reports whether a number of a column is another one than before; one that was
// missing and has been filled is not.
func differs(before *mat.Dense, from int, after *mat.Dense, to int) bool {
	n, _ := before.Dims()
	for i := range n {
		if was := before.At(i, from); !math.IsNaN(was) && was != after.At(i, to) {
			return true
		}
	}
	return false
}
