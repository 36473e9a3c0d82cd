package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/neighbour"
)

// around are the rows that each row may mind: its nearest, or all others.
type around struct {
	d     engine.Distances
	lists *engine.Neighbours // nil for all others
	reach int
}

// neighboursOf returns the reach nearest rows of each row of d. Where that is
// all others nothing is searched.
func neighboursOf(ctx context.Context, d engine.Distances, reach int) (*around, error) {
	a := &around{d: d, reach: reach}
	if reach >= d.Len()-1 {
		return a, ctx.Err()
	}
	var err error
	a.lists, err = neighbour.Nearest(ctx, d, reach)
	return a, err
}

// surroundings are those of one row at a time, in the space of one goroutine.
type surroundings struct {
	*around
	columns []int32
	squares []float64
	row     []float64
	order   []edge
}

func (a *around) fresh() *surroundings {
	s := &surroundings{around: a, columns: make([]int32, a.reach), squares: make([]float64, a.reach)}
	if a.lists == nil {
		s.row = make([]float64, a.d.Len())
	} else {
		s.order = make([]edge, a.reach)
	}
	return s
}

// of returns the columns of row i, rising, and their squared dissimilarities.
func (s *surroundings) of(i int) ([]int32, []float64, error) {
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
		return s.columns, s.squares, s.sound(i)
	}
	near, length := s.lists.Of(i)
	for l, j := range near {
		s.order[l] = edge{j, length[l]}
	}
	slices.SortFunc(s.order, func(a, b edge) int { return int(a.to) - int(b.to) })
	for l, e := range s.order {
		s.columns[l], s.squares[l] = e.to, e.weight*e.weight
	}
	return s.columns, s.squares, s.sound(i)
}

// sound refuses squares of row i that are no numbers.
func (s *surroundings) sound(i int) error {
	for l, v := range s.squares {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return &engine.Error{Cause: fmt.Sprintf("squared dissimilarity of rows %d and %d is %v: values must be finite", i, s.columns[l], v), Remedy: "put impute or scale before it, or mend the matrix"}
		}
	}
	return nil
}
