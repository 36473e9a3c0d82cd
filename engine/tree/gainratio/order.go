package gainratio

import (
	"context"
	"slices"

	"unfold/engine/internal/codes"
	"unfold/engine/internal/parallel"
	"unfold/engine/tree"
)

// A cell is a number in a column: which of its distinct values it is, and which of
// the cases of a node has it.
type cell struct{ rank, at int32 }

// A span is where cells of a node lie among those of its level.
type span struct{ lo, hi int }

// A sorted is a column of numbers, with the cells of a level of nodes.
type sorted struct {
	values []float64 // the distinct ones, ascending

	// common is the rank of the value that most rows have. No cells are kept of it:
	// what is known of them is what is left of the cases of a node. Where a cell is
	// missing there are cells of all values, and common is none.
	common int32
	cells  []cell // node after node, by rank
	spare  []cell // room for those of the next level
}

// none is no rank.
const none = -1

// of returns the cells at a span.
func (s *sorted) of(at span) []cell { return s.cells[at.lo:at.hi] }

// sortColumns sorts the columns of numbers; those of levels stay empty.
func sortColumns(ctx context.Context, r Rows) ([]sorted, error) {
	n, d := r.dims()
	columns := make([]sorted, d)
	fresh := func() *sorter { return &sorter{codes.NewSorter(n), make([]uint32, n)} }
	err := parallel.With(ctx, d, 1, fresh, func(w *sorter, lo, hi int) {
		for c := lo; c < hi; c++ {
			if r.levels(c) == 0 {
				columns[c] = w.column(r, c)
			}
		}
	})
	return columns, err
}

// A sorter is room to sort columns in.
type sorter struct {
	*codes.Sorter
	codes []uint32
}

// column sorts column c, its cells by counting those of each value.
func (w *sorter) column(r Rows, c int) sorted {
	values, lacking := w.Code(w.codes, r.X, c)
	s := sorted{values: values, common: none}
	counts := make([]int, len(values)+1)
	for _, code := range w.codes {
		counts[code]++
	}
	left := len(values) // the code that no cells are kept of
	if !lacking {
		left = slices.Index(counts, slices.Max(counts))
		s.common = int32(left)
	}
	counts[left] = 0
	total := 0
	for code, count := range counts {
		counts[code] = total
		total += count
	}
	s.cells = make([]cell, total)
	for i, code := range w.codes {
		if code != uint32(left) {
			s.cells[counts[code]] = cell{int32(code), int32(i)}
			counts[code]++
		}
	}
	return s
}

// threshold returns the number to ask for between the values of two ranks: the
// largest value of the whole column that is not above their midpoint, so that it
// is one that a row has.
func (s *sorted) threshold(low, high int32) float64 {
	middle := float64(s.values[low]/2) + float64(s.values[high]/2)
	between := s.values[low+1 : high]
	above, _ := slices.BinarySearchFunc(between, middle, func(v, middle float64) int {
		if v <= middle {
			return -1
		}
		return 1
	})
	return s.values[int(low)+above]
}

// passDown gives the nodes below a level the cells of their cases in column c, which
// stay sorted.
func (s *sorted) passDown(c int, level []*open) {
	s.spare = s.spare[:0]
	var next []int
	for _, n := range level {
		cells := s.of(n.order[c])
		if len(cells) == 0 {
			continue
		}
		next = s.room(c, n, next)
		for _, of := range cells {
			way := n.ways[of.at]
			if way.branch != tree.CannotTell {
				s.put(next, way.branch, cell{of.rank, way.place})
				continue
			}
			for b := range next {
				s.put(next, int32(b), cell{of.rank, way.place})
			}
		}
	}
	s.cells, s.spare = s.spare, s.cells
}

// room makes room for the cells of the nodes below n that may be split, and returns
// where each begins; none for another.
func (s *sorted) room(c int, n *open, next []int) []int {
	next = append(next[:0], make([]int, len(n.below))...)
	torn := 0
	for _, of := range s.of(n.order[c]) {
		if b := n.ways[of.at].branch; b != tree.CannotTell {
			next[b]++
		} else {
			torn++
		}
	}
	size := len(s.spare)
	for b, child := range n.below {
		if child.order == nil {
			next[b] = none
			continue
		}
		lo := size
		size += next[b] + torn
		child.order[c] = span{lo, size}
		next[b] = lo
	}
	s.spare = slices.Grow(s.spare, size-len(s.spare))[:size]
	return next
}

// put writes a cell where the next one of a branch belongs.
func (s *sorted) put(next []int, branch int32, of cell) {
	if at := next[branch]; at != none {
		s.spare[at] = of
		next[branch] = at + 1
	}
}
