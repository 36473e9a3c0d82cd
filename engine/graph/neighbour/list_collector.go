package neighbour

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// listCollector is the collector of neighbour lists: of all rows, or of those in the
// same group or in others.
type listCollector struct {
	k     int
	of    []int32 // groups, nil for all rows
	same  bool
	few   [][]int32  // members of groups so small that they are listed here
	x     *mat.Dense // the points, for few
	rows  []int32
	heaps []nearestHeap
	ended []bool // of each slot, whether few had its list
	room  []nearby
}

func (l *listCollector) reset(rows []int32) {
	l.rows = rows
	if len(l.room) < len(rows)*l.k {
		l.room, l.heaps = make([]nearby, len(rows)*l.k), make([]nearestHeap, len(rows))
		l.ended = make([]bool, len(rows))
	}
	for s, i := range rows {
		l.heaps[s] = l.room[s*l.k : s*l.k : (s+1)*l.k]
		l.ended[s] = l.few != nil && l.few[l.of[i]] != nil
		if !l.ended[s] {
			continue
		}
		for _, j := range l.few[l.of[i]] {
			if j != i {
				l.offer(s, j, distance(l.x.RawRowView(int(i)), l.x.RawRowView(int(j))))
			}
		}
	}
}

// listLength returns how many rows a list has room for.
func (l *listCollector) listLength() int { return l.k }

func (l *listCollector) limit(slot int) limit {
	if l.ended[slot] {
		return unwanted
	}
	return l.heaps[slot].limit()
}

func (l *listCollector) admits(slot int, j int32) bool {
	return l.of == nil || (l.of[l.rows[slot]] == l.of[j]) == l.same
}

func (l *listCollector) offer(slot int, j int32, e float64) { l.heaps[slot].offer(nearby{e, j}) }

// write writes the list of a slot as that of row i.
func (l *listCollector) write(nb *engine.Neighbours, slot, i int) {
	list := l.heaps[slot]
	list.sort()
	index, length := nb.Of(i)
	for r, c := range list {
		index[r], length[r] = c.j, c.e
	}
}

// listNeighbours searches for all rows and writes their lists.
func (s *search) listNeighbours(ctx context.Context, nb *engine.Neighbours, fresh func() *listCollector) error {
	return searchAll(ctx, s, "neighbours", fresh, func(l *listCollector, rows []int32) error {
		for slot, i := range rows {
			l.write(nb, slot, int(i))
		}
		return nil
	})
}
