package engine

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/memo"
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

	// Withheld is what is to be learned of rows whose label a Hider has hidden,
	// where others are hidden: it judges predictions, and no stage sees it. It is
	// empty where nothing was hidden.
	Withheld Target
	Rows     []int // where each row stands in the source, counted from zero
	Aside    Aside // columns that are neither features nor to be learned, as aside= and features= leave them out

	// Groups names what each row belongs with, as a Grouper was told; nil if
	// rows belong to themselves.
	Groups []string

	Image *Picture // of tables whose rows are pictures; nil of others
}

// A Column is one feature.
type Column struct {
	Name   string
	Levels []string // the names of a categorical column's levels, which cells number from 0, or [Unseen]; nil when numeric

	// Written says how a file writes the numbers, where not as Go does: a comma if
	// that is the decimal mark, then the unit beside each number, such as % or $,
	// or 0x for digits to base 16. New rows are read alike.
	Written string
	// Mends say what became of cells before they were read, one after the other: "lower",
	// "Y=yes", "-999=" for a missing cell. New rows are mended alike.
	Mends []string

	Prepared string // what stages have made of the numbers, such as scaled; empty of numbers as read
}

// Len returns the number of rows.
func (t *Table) Len() int { n, _ := t.X.Dims(); return n }

// Take returns the rows at the given positions as a sample of their own.
func (t *Table) Take(at []int) Sample {
	rows := make([]int, len(at))
	for i, r := range at {
		rows[i] = t.Rows[r]
	}
	return Sample{X: takeRows(t.X, at), Columns: t.Columns, Target: t.Target.Take(at), Rows: rows, Aside: t.Aside.Take(at)}
}

// Hide returns the table without what is to be learned of the rows at the given
// positions, which is withheld.
func (t *Table) Hide(at []int) *Table {
	hidden := *t
	var others []int
	hides := make([]bool, t.Len())
	for _, r := range at {
		hides[r] = true
	}
	for r := range hides {
		if !hides[r] {
			others = append(others, r)
		}
	}
	hidden.Target, hidden.Withheld = t.Target.Hide(at), t.Target.Hide(others)
	return &hidden
}

// Keep returns the rows at the given positions as a table, in which they may
// repeat.
func (t *Table) Keep(at []int) *Table {
	s, kept := t.Take(at), *t
	kept.X, kept.Target, kept.Rows, kept.Aside = s.X, s.Target, s.Rows, s.Aside
	kept.Withheld = t.Withheld.Take(at)
	if t.Groups != nil {
		kept.Groups = make([]string, len(at))
		for i, r := range at {
			kept.Groups[i] = t.Groups[r]
		}
	}
	return &kept
}

// A Sample is the rows that a method learns from, and all it may know of
// them.
type Sample struct {
	X       *mat.Dense // n×d
	Columns []Column   // d, nil for embedded coordinates
	Target
	Rows      []int     // where each row stands in the source
	Distances Distances // dissimilarities of the rows; set before an embedder sees the sample

	// Aside are the table's columns aside. Embedders alone are handed them, with NaN
	// for rows that are there without their labels.
	Aside Aside

	// Memo keeps what methods find out about the rows, Pairs what they find out
	// about Distances; both are nil where only one setting meets them. See Shared.
	Memo, Pairs *memo.Rows
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

// First returns the first n rows of the sample, and nothing that is known of
// them among the others.
func (s Sample) First(n int) Sample {
	s.X, s.Rows, s.Distances, s.Memo, s.Pairs = topRows(s.X, n), s.Rows[:n], nil, nil, nil
	if s.Labels != nil {
		s.Labels = s.Labels[:n]
	}
	s.Response, s.Aside.X = topRows(s.Response, n), topRows(s.Aside.X, n)
	return s
}

// From returns the rows of the sample from the n-th onwards, and nothing that is
// known of them among the others.
func (s Sample) From(n int) Sample {
	s.X, s.Rows, s.Distances, s.Memo, s.Pairs = rowsFrom(s.X, n), s.Rows[n:], nil, nil, nil
	if s.Labels != nil {
		s.Labels = s.Labels[n:]
	}
	s.Response, s.Aside.X = rowsFrom(s.Response, n), rowsFrom(s.Aside.X, n)
	return s
}

// Only returns the rows of the sample at the given positions, and nothing that is
// known of them among the others.
func (s Sample) Only(at []int) Sample {
	rows := make([]int, len(at))
	for to, from := range at {
		rows[to] = s.Rows[from]
	}
	return Sample{X: takeRows(s.X, at), Columns: s.Columns, Target: s.Target.Take(at), Rows: rows, Aside: s.Aside.Take(at)}
}

// And returns the rows of the sample, and behind them those of another with the same
// columns.
func (s Sample) And(other Sample) Sample {
	switch {
	case s.X == nil:
		return other
	case other.X == nil:
		return s
	}
	x := new(mat.Dense)
	x.Stack(s.X, other.X)
	return Sample{X: x, Columns: s.Columns, Target: s.Target.Join(other.Target), Rows: slices.Concat(s.Rows, other.Rows), Aside: s.Aside.join(other.Aside)}
}

// rowsFrom returns the rows of x from the n-th onwards; nil of none.
func rowsFrom(x *mat.Dense, n int) *mat.Dense {
	if x == nil || n == x.RawMatrix().Rows {
		return nil
	}
	rows, d := x.Dims()
	return x.Slice(n, rows, 0, d).(*mat.Dense)
}

// topRows returns the first n rows of x; nil of none.
func topRows(x *mat.Dense, n int) *mat.Dense {
	if x == nil || n == 0 {
		return nil
	}
	_, d := x.Dims()
	return x.Slice(0, n, 0, d).(*mat.Dense)
}
