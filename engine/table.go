package engine

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Table is a data set: n rows of d columns, and what is to be learned of
// each row. A table is never changed after its source has made it.
type Table struct {
	Name   string     // what to call it, such as "wine"
	Source string     // where it came from: a path, an address, a generator with its arguments
	SHA256 string     // of the bytes read, or of the generated values
	X      *mat.Dense // n×d; NaN is a missing cell; a categorical cell holds the number of its level

	Columns []Column // d
	Target
	Rows []int // where each row stands in the source, counted from zero

	// Groups names what each row belongs with, as a Grouper was told; nil if
	// rows belong to themselves.
	Groups []string
}

// A Column is one feature.
type Column struct {
	Name   string
	Levels []string // the names of a categorical column's levels; nil when numeric
}

// A Target is what is to be learned of each row: a class, one response or
// several, or nothing.
type Target struct {
	Label     string     // the name of the column it came from; of several responses all names
	Labels    []int      // class numbers, nil without classes
	Classes   []string   // the classes' names
	Response  *mat.Dense // n×m, a column for each response; nil without
	Responses []string   // the names of several responses; one is called as Label says
}

// Len returns the number of rows.
func (t *Table) Len() int { n, _ := t.X.Dims(); return n }

// Take returns the rows at the given positions as a sample of their own.
func (t *Table) Take(at []int) Sample {
	rows := make([]int, len(at))
	for i, r := range at {
		rows[i] = t.Rows[r]
	}
	return Sample{X: takeRows(t.X, at), Columns: t.Columns, Target: t.Target.Take(at), Rows: rows}
}

// Keep returns the rows at the given positions as a table, in which they may
// repeat.
func (t *Table) Keep(at []int) *Table {
	s, kept := t.Take(at), *t
	kept.X, kept.Target, kept.Rows = s.X, s.Target, s.Rows
	if t.Groups != nil {
		kept.Groups = make([]string, len(at))
		for i, r := range at {
			kept.Groups[i] = t.Groups[r]
		}
	}
	return &kept
}

// Take returns the target of the rows at the given positions.
func (t Target) Take(at []int) Target {
	out := Target{Label: t.Label, Classes: t.Classes, Responses: t.Responses}
	if t.Labels != nil {
		for _, r := range at {
			out.Labels = append(out.Labels, t.Labels[r])
		}
	}
	if t.Response != nil {
		out.Response = takeRows(t.Response, at)
	}
	return out
}

// Join returns the target of the rows of t, and behind them those of others,
// which are of the same columns.
func (t Target) Join(others ...Target) Target {
	all := t.Take(nil)
	var cells []float64
	m := 1
	for _, part := range append([]Target{t}, others...) {
		all.Labels = append(all.Labels, part.Labels...)
		if part.HasResponse() {
			_, m = part.Response.Dims()
			cells = append(cells, flat(part.Response)...)
		}
	}
	if cells != nil {
		all.Response = mat.NewDense(len(cells)/m, m, cells)
	}
	return all
}

// HasClasses reports whether rows have classes to be learned.
func (t Target) HasClasses() bool { return t.Labels != nil }

// HasResponse reports whether rows have a response to be learned.
func (t Target) HasResponse() bool { return t.Response != nil }

// Width returns how many numbers say what is to be learned of a row: one class
// number, or m responses; zero without either.
func (t Target) Width() int {
	switch {
	case t.HasClasses():
		return 1
	case t.HasResponse():
		_, m := t.Response.Dims()
		return m
	}
	return 0
}

// Truth returns what is to be learned as numbers, row after row, Width of each;
// nil without classes and response.
func (t Target) Truth() []float64 {
	if t.HasResponse() && !t.HasClasses() {
		return flat(t.Response)
	}
	var truth []float64
	for _, l := range t.Labels {
		truth = append(truth, float64(l))
	}
	return truth
}

// ResponseName returns what to call the given response.
func (t Target) ResponseName(c int) string {
	if c < len(t.Responses) {
		return t.Responses[c]
	}
	return cmp.Or(t.Label, "response")
}

// Sizes returns how many rows each class has, as far as classes are known.
func (t Target) Sizes() []int {
	sizes := make([]int, len(t.Classes))
	for _, l := range t.Labels {
		if l != Hidden {
			sizes[l]++
		}
	}
	return sizes
}

// A Sample is the rows that a method learns from, and all it may know of
// them.
type Sample struct {
	X       *mat.Dense // n×d
	Columns []Column   // d, nil for embedded coordinates
	Target
	Rows      []int     // where each row stands in the source
	Distances Distances // dissimilarities of the rows; set before an embedder sees the sample

	shelf *shelf // what is shared of the rows; nil where only one setting meets them
}

// Len returns the number of rows; zero for the empty sample.
func (s Sample) Len() int {
	if s.X == nil {
		return 0
	}
	n, _ := s.X.Dims()
	return n
}

// Categorical returns the first column whose cells are levels, not numbers.
func (s Sample) Categorical() (Column, bool) {
	i := slices.IndexFunc(s.Columns, func(c Column) bool { return c.Levels != nil })
	if i < 0 {
		return Column{}, false
	}
	return s.Columns[i], true
}

func takeRows(x *mat.Dense, at []int) *mat.Dense {
	if len(at) == 0 {
		return nil
	}
	_, d := x.Dims()
	out := mat.NewDense(len(at), d, nil)
	for i, r := range at {
		copy(out.RawRowView(i), x.RawRowView(r))
	}
	return out
}

// flat copies the cells of x, row after row; nil of none.
func flat(x *mat.Dense) []float64 {
	if x == nil {
		return nil
	}
	return mat.DenseCopyOf(x).RawMatrix().Data
}
