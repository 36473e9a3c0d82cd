package neighbour

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// lists is the keeper of neighbour lists: of all rows, or of those in the
// same group or in others.
type lists struct {
	k     int
	of    []int32 // groups, nil for all rows
	same  bool
	few   [][]int32  // members of groups so small that they are listed here
	x     *mat.Dense // the points, for few
	rows  []int32
	heaps []shortlist
	ended []bool // of each slot, whether few had its list
	room  []nearby
}

func (l *lists) begin(rows []int32) {
	l.rows = rows
	if len(l.room) < len(rows)*l.k {
		l.room, l.heaps = make([]nearby, len(rows)*l.k), make([]shortlist, len(rows))
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

// nearest returns how many rows a list has room for.
func (l *lists) nearest() int { return l.k }

func (l *lists) limit(slot int) limit {
	if l.ended[slot] {
		return unwanted
	}
	return l.heaps[slot].limit()
}

func (l *lists) admits(slot int, j int32) bool {
	return l.of == nil || (l.of[l.rows[slot]] == l.of[j]) == l.same
}

func (l *lists) offer(slot int, j int32, e float64) { l.heaps[slot].offer(nearby{e, j}) }

// put writes the list of a slot as that of row i.
func (l *lists) put(nb *engine.Neighbours, slot, i int) {
	list := l.heaps[slot]
	list.sort()
	index, length := nb.Of(i)
	for r, c := range list {
		index[r], length[r] = c.j, c.e
	}
}

// list searches for all rows and writes their lists.
func (s *search) list(ctx context.Context, nb *engine.Neighbours, fresh func() *lists) error {
	return each(ctx, s, "neighbours", fresh, func(l *lists, rows []int32) error {
		for slot, i := range rows {
			l.put(nb, slot, int(i))
		}
		return nil
	})
}
