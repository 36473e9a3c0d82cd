package neighbour

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Relations are two Euclidean neighbour lists of every row: its nearest rows
// of the same class, and its nearest rows of all others. A dissimilarity that
// rises with the distance inside either relation, as a warp does whatever its
// parameters, has its neighbours among them, so one search serves any number
// of such dissimilarities and any k up to K.
type Relations struct {
	K           int
	own, others *engine.Neighbours
	class       []int32 // by row
	size        []int   // by class
}

// Relate finds the lists, up to k rows long each. labels are classes, by any
// numbers. Time O(n²d) at most, memory O(nk), asked for before it is taken.
func Relate(ctx context.Context, d engine.Pointed, labels []int, k int) (*Relations, error) {
	n := d.Len()
	if err := Check(min(k, n-1), n); err != nil {
		return nil, err
	}
	if err := memory.Claim(ctx, 24*uint64(n)*uint64(k), fmt.Sprintf("lists of %d neighbours of %d rows in two relations", k, n), remedy.Reduce("k").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	r := &Relations{K: k, class: make([]int32, n)}
	number := make(map[int]int32)
	for i, l := range labels {
		c, ok := number[l]
		if !ok {
			c = int32(len(r.size))
			number[l], r.size = c, append(r.size, 0)
		}
		r.class[i] = c
		r.size[c]++
	}
	bounded, err := checkPoints(ctx, d.Points())
	if err != nil {
		return nil, err
	}
	list := r.searchPanels
	if !bounded {
		list = r.compareRows
	}
	if r.own, err = NewLists(ctx, n, k); err != nil {
		return nil, err
	}
	if r.others, err = NewLists(ctx, n, k); err != nil {
		return nil, err
	}
	return r, list(ctx, d)
}

// Reach returns K.
func (r *Relations) Reach() int { return r.K }

// Own returns the nearest rows of the class of row i, nearest first, and
// their distances: K, or as many as there are.
func (r *Relations) Own(i int) ([]int32, []float64) {
	return firstOf(r.own, i, r.size[r.class[i]]-1)
}

// Others returns the nearest rows of other classes than that of row i.
func (r *Relations) Others(i int) ([]int32, []float64) {
	return firstOf(r.others, i, len(r.class)-r.size[r.class[i]])
}

func firstOf(nb *engine.Neighbours, i, count int) ([]int32, []float64) {
	index, length := nb.Of(i)
	count = min(count, nb.K)
	return index[:count], length[:count]
}

// searchPanels searches panels of one class each.
func (r *Relations) searchPanels(ctx context.Context, d engine.Pointed) error {
	s, err := newSearch(ctx, d.Points(), r.class, r.K)
	if err != nil {
		return err
	}
	few := r.smallClasses()
	for _, same := range []bool{true, false} {
		nb, stage := r.others, parallel.Part(ctx, 0.5, 1)
		if same {
			nb, stage = r.own, parallel.Part(ctx, 0, 0.5)
		}
		err := s.listNeighbours(stage, nb, func() *listCollector {
			l := &listCollector{k: r.K, of: r.class, same: same}
			if same {
				l.few, l.x = few, s.x
			}
			return l
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// smallClasses returns the rows of each class that does not fill a panel.
func (r *Relations) smallClasses() [][]int32 {
	few := make([][]int32, len(r.size))
	for i, c := range r.class {
		if r.size[c] < width {
			few[c] = append(few[c], int32(i))
		}
	}
	return few
}

// compareRows compares rows of distances.
func (r *Relations) compareRows(ctx context.Context, d engine.Pointed) error {
	n := d.Len()
	count := parallel.Count(ctx, "neighbours", n)
	return parallel.Try(ctx, n, parallel.Grain(n), func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) error {
		own := &listCollector{k: r.K, of: r.class, same: true}
		others := &listCollector{k: r.K, of: r.class}
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			if err := check.Dissimilarities(row, i); err != nil {
				return err
			}
			for _, l := range []*listCollector{own, others} {
				l.reset([]int32{int32(i)})
				for j, e := range row {
					if j != i && l.admits(0, int32(j)) {
						l.offer(0, int32(j), e)
					}
				}
			}
			own.write(r.own, 0, i)
			others.write(r.others, 0, i)
		}
		count.Add(hi - lo)
		return nil
	})
}
