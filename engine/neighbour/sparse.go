package neighbour

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"unfold/engine"
	"unfold/engine/internal/memory"
)

// An Entry is a cell of a sparse table that is not zero.
type Entry struct {
	Row, Column int
	Value       float64
}

// Sparse are the Euclidean distances of rows most of whose cells are zero.
// They are the distances of engine.Euclidean over the same cells, to the bit,
// but cost time by the cells that are not zero. It is safe for concurrent use.
type Sparse struct {
	columns int
	start   []int // of row i: cells start[i] to start[i+1]
	column  []int32
	value   []float64
	square  []float64 // ‖row‖²
	posting func() *postings
}

// NewSparse keeps a table of rows and columns with the given entries, in any
// order. It fails for entries outside the table, two of one cell, and values
// that are not finite or whose squares overflow. Time O(m log m) for m
// entries, memory O(m + rows).
func NewSparse(rows, columns int, entries []Entry) (*Sparse, error) {
	if rows > math.MaxInt32-width || columns > math.MaxInt32 || rows < 0 || columns < 0 {
		return nil, &engine.Error{Cause: fmt.Sprintf("a sparse table of %d rows and %d columns cannot be numbered in 32 bits", rows, columns), Remedy: "take fewer rows"}
	}
	if err := memory.Need(52*uint64(len(entries))+24*uint64(rows), fmt.Sprintf("a sparse table of %d cells", len(entries)), "take fewer rows"); err != nil {
		return nil, err
	}
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column)) })
	s := &Sparse{columns: columns, start: make([]int, rows+1), square: make([]float64, rows)}
	for at, e := range sorted {
		switch {
		case e.Row < 0 || e.Row >= rows || e.Column < 0 || e.Column >= columns:
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d, column %d lies outside a table of %d rows and %d columns", e.Row, e.Column, rows, columns), Remedy: "number rows and columns from 0"}
		case at > 0 && e.Row == sorted[at-1].Row && e.Column == sorted[at-1].Column:
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d, column %d is given twice", e.Row, e.Column), Remedy: "give every cell once"}
		case !(math.Abs(e.Value) <= spread):
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d, column %d is %v: values must be finite, and at most %g", e.Row, e.Column, e.Value, spread), Remedy: "put impute or scale before it"}
		case e.Value == 0:
			continue
		}
		s.column, s.value = append(s.column, int32(e.Column)), append(s.value, e.Value)
		s.square[e.Row] += float64(e.Value * e.Value)
		s.start[e.Row+1]++
	}
	for i := range rows {
		s.start[i+1] += s.start[i]
	}
	s.posting = sync.OnceValue(s.invert)
	return s, nil
}

// Len returns the number of rows.
func (s *Sparse) Len() int { return len(s.square) }

// Columns returns the number of columns.
func (s *Sparse) Columns() int { return s.columns }

// Of returns the columns of row i that are not zero, rising, and their values.
func (s *Sparse) Of(i int) ([]int32, []float64) {
	return s.column[s.start[i]:s.start[i+1]], s.value[s.start[i]:s.start[i+1]]
}

// Row fills dst with the distances of row i.
func (s *Sparse) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = s.distance(i, j)
	}
}

// distance sums over the columns in which either row has a value: the others
// add zero to engine.Euclidean's sum.
func (s *Sparse) distance(i, j int) float64 {
	a, av := s.Of(i)
	b, bv := s.Of(j)
	var sum float64
	for len(a) > 0 || len(b) > 0 {
		var diff float64
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			diff, a, av = av[0], a[1:], av[1:]
		case len(a) == 0 || b[0] < a[0]:
			diff, b, bv = bv[0], b[1:], bv[1:]
		default:
			diff, a, av, b, bv = av[0]-bv[0], a[1:], av[1:], b[1:], bv[1:]
		}
		sum += float64(diff * diff)
	}
	return math.Sqrt(sum)
}
