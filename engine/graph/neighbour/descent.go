package neighbour

import (
	"cmp"
	"context"
	"slices"

	"unfold/engine/internal/parallel"
)

const (
	descentRounds = 6
	descentJoins  = 16    // rows of each list, and as many that have it in theirs, that are compared
	descentEnough = 0.002 // share of changed entries at which descent ends
)

// descend compares rows that are in the list of the same row, or have it in
// theirs, one of them new there, until little changes.
func (a *approximation) descend(ctx context.Context) error {
	for r := range descentRounds {
		part := parallel.Part(ctx, float64(r)/descentRounds, float64(r+1)/descentRounds)
		now, err := a.copyLists(ctx)
		if err != nil {
			return err
		}
		fresh, old, changed, err := a.selectCandidates(ctx, now, uint64(a.trees*descentRounds+r))
		if err != nil {
			return err
		}
		if r > 0 && float64(changed) < descentEnough*float64(len(now)) {
			return nil
		}
		if err := a.compareCandidates(part, fresh, old); err != nil {
			return err
		}
		a.previous = now
	}
	return nil
}

// copyLists copies all lists, each by row number.
func (a *approximation) copyLists(ctx context.Context) ([]nearby, error) {
	lists := make([]nearby, a.n*a.k)
	return lists, parallel.For(ctx, a.n, 1<<10, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			list := lists[i*a.k : (i+1)*a.k]
			copy(list, a.heaps[i])
			slices.SortFunc(list, nearby.byRow)
		}
	})
}

func (n nearby) byRow(o nearby) int { return cmp.Compare(n.j, o.j) }

// selectCandidates returns, for each row, rows to compare with one another: those
// that have come since the lists before, and those that have not.
func (a *approximation) selectCandidates(ctx context.Context, now []nearby, salt uint64) (fresh, old *reservoir, changed int, err error) {
	fresh, old = newReservoir(a.n), newReservoir(a.n)
	for i := range a.n {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, nil, 0, ctx.Err()
		}
		var known []nearby
		if a.previous != nil {
			known = a.previous[i*a.k : (i+1)*a.k]
		}
		for _, c := range now[i*a.k : (i+1)*a.k] {
			to := fresh
			if _, is := slices.BinarySearchFunc(known, c, nearby.byRow); is {
				to = old
			} else {
				changed++
			}
			to.add(int32(i), c.j, salt)
			to.add(c.j, int32(i), salt)
		}
	}
	return fresh, old, changed, nil
}

// reservoir keeps some of the rows that each row was given: those whose hashes
// are least, so that the order in which they come does not matter.
type reservoir struct {
	rows [][2 * descentJoins]int32
	hash [][2 * descentJoins]uint32
	len  []uint8
}

func newReservoir(n int) *reservoir {
	return &reservoir{make([][2 * descentJoins]int32, n), make([][2 * descentJoins]uint32, n), make([]uint8, n)}
}

func (s *reservoir) add(to, row int32, salt uint64) {
	rows, hash, count := &s.rows[to], &s.hash[to], int(s.len[to])
	h := mix(uint64(to)<<32|uint64(row), salt)
	at := count
	for r := range count {
		if rows[r] == row {
			return
		}
	}
	if count == len(rows) {
		at = 0
		for r, v := range hash {
			if v > hash[at] || v == hash[at] && rows[r] > rows[at] {
				at = r
			}
		}
		if h > hash[at] || h == hash[at] && row > rows[at] {
			return
		}
	} else {
		s.len[to]++
	}
	rows[at], hash[at] = row, h
}

func (s *reservoir) of(i int) []int32 { return s.rows[i][:s.len[i]] }

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014,
// doi:10.1145/2660193.2660195).
func mix(v, salt uint64) uint32 {
	v += salt * 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return uint32((v ^ v>>31) >> 32)
}

// compareCandidates compares the new candidates of each row with one another and with the
// old ones.
func (a *approximation) compareCandidates(ctx context.Context, fresh, old *reservoir) error {
	type workspace struct {
		rows    []int32
		lengths []float64
	}
	count := parallel.Count(ctx, "neighbours", a.n)
	return parallel.With(ctx, a.n, 128, func() *workspace { return &workspace{} }, func(w *workspace, lo, hi int) {
		for v := lo; v < hi; v++ {
			news := fresh.of(v)
			for at, i := range news {
				w.rows = append(append(w.rows[:0], news[at+1:]...), old.of(v)...)
				w.lengths = slices.Grow(w.lengths[:0], len(w.rows))[:len(w.rows)]
				lengths(w.lengths, a.x, a.x.RawRowView(int(i)), w.rows)
				for r, j := range w.rows {
					if i != j {
						a.offer(i, j, w.lengths[r])
						a.offer(j, i, w.lengths[r])
					}
				}
			}
		}
		count.Add(hi - lo)
	})
}
