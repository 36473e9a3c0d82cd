package neighbour

import (
	"context"
	"slices"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/selection"
)

// A nodeRange is a node whose rows are still to be put in order.
type nodeRange struct{ node, first, panels, count int }

// split builds the nodes of all subtrees, level by level.
func (a *kdTree) split(ctx context.Context) error {
	level := make([]nodeRange, 0, len(a.subtrees))
	for _, p := range a.subtrees {
		level = append(level, nodeRange{p.root, p.first, p.panels, p.count})
	}
	for len(level) > 0 {
		halves := make([][2]nodeRange, len(level))
		err := parallel.Try(ctx, len(level), 1, func() *[]keyed { return new([]keyed) }, func(buffer *[]keyed, lo, _ int) error {
			s := level[lo]
			widest, err := a.measureNode(ctx, s)
			if err != nil || s.panels == 1 {
				a.leaf[s.first] = int32(s.node)
				return err
			}
			left := s.panels / 2
			rows := a.row[s.first*width : s.first*width+s.count]
			a.partition(buffer, rows, widest, left*width)
			halves[lo] = [2]nodeRange{
				{s.node + 1, s.first, left, left * width},
				{s.node + 2*left, s.first + left, s.panels - left, s.count - left*width},
			}
			return nil
		})
		if err != nil {
			return err
		}
		level = level[:0]
		for _, h := range halves {
			for _, s := range h {
				if s.panels > 0 {
					level = append(level, s)
				}
			}
		}
	}
	return nil
}

// measureNode sets the box and the smallest row of a node, and returns its widest
// column.
func (a *kdTree) measureNode(ctx context.Context, s nodeRange) (widest int, err error) {
	rows := a.row[s.first*width : s.first*width+s.count]
	low, high := a.box(s.node)
	copy(low, a.x.RawRowView(int(rows[0])))
	copy(high, low)
	least := rows[0]
	every := 1 + 1<<20/(a.d+1) // rows between looks at the context
	for at, i := range rows {
		if at%every == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		least = min(least, i)
		for c, v := range a.x.RawRowView(int(i)) {
			if v < low[c] {
				low[c] = v
			}
			if v > high[c] {
				high[c] = v
			}
		}
	}
	a.smallestRow[s.node] = least
	for c := range low {
		if high[c]-low[c] > high[widest]-low[widest] {
			widest = c
		}
	}
	return widest, nil
}

// A keyed row is ordered by a value and then by its number.
type keyed struct {
	value float64
	row   int32
}

func (k keyed) before(o keyed) bool {
	return k.value < o.value || k.value == o.value && k.row < o.row
}

// partition puts the n least rows by a column first.
func (a *kdTree) partition(buffer *[]keyed, rows []int32, column, n int) {
	s := slices.Grow((*buffer)[:0], len(rows))
	for _, i := range rows {
		s = append(s, keyed{a.x.At(int(i), column), i})
	}
	selection.Least(s, n, keyed.before)
	for at, k := range s {
		rows[at] = k.row
	}
	*buffer = s
}
