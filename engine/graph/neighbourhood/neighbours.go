package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/remedy"
)

// neighbours are the rows that may be neighbours of a row: its nearest, or all others.
type neighbours struct {
	d     engine.Distances
	lists *engine.Neighbours // nil for all others
	count int
}

// findNeighbours returns the count nearest rows of each row of d. Where that is
// all others nothing is searched.
func findNeighbours(ctx context.Context, d engine.Distances, count int) (*neighbours, error) {
	a := &neighbours{d: d, count: count}
	if count >= d.Len()-1 {
		return a, ctx.Err()
	}
	var err error
	a.lists, err = neighbour.Nearest(ctx, d, count)
	return a, err
}

// neighbourRow are those of one row at a time, in the space of one goroutine.
type neighbourRow struct {
	*neighbours
	columns []int32
	squares []float64
	row     []float64
	order   []edge
}

func (a *neighbours) newRow() *neighbourRow {
	s := &neighbourRow{neighbours: a, columns: make([]int32, a.count), squares: make([]float64, a.count)}
	if a.lists == nil {
		s.row = make([]float64, a.d.Len())
	} else {
		s.order = make([]edge, a.count)
	}
	return s
}

// squaresOf returns the columns of row i, rising, and their squared dissimilarities.
func (s *neighbourRow) squaresOf(i int) ([]int32, []float64, error) {
	if s.lists == nil {
		s.d.Row(s.row, i)
		at := 0
		for j, v := range s.row {
			if j == i {
				continue
			}
			s.columns[at], s.squares[at] = int32(j), v*v
			at++
		}
		return s.columns, s.squares, s.checkSquares(i)
	}
	near, length := s.lists.Of(i)
	for l, j := range near {
		s.order[l] = edge{j, length[l]}
	}
	slices.SortFunc(s.order, func(a, b edge) int { return int(a.to) - int(b.to) })
	for l, e := range s.order {
		s.columns[l], s.squares[l] = e.to, e.weight*e.weight
	}
	return s.columns, s.squares, s.checkSquares(i)
}

// checkSquares refuses squares of row i that are no numbers.
func (s *neighbourRow) checkSquares(i int) error {
	for l, v := range s.squares {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &engine.Error{Cause: fmt.Sprintf("squared dissimilarity of rows %d and %d is %v: values must be finite", i, s.columns[l], v), Remedy: remedy.Put("impute", "scale").Or(remedy.Say("mend the matrix"))}
		}
	}
	return nil
}
