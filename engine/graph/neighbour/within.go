package neighbour

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Within returns the graph that joins every two rows whose dissimilarity is
// at most eps, or equal to it but for rounding (package equal). Time O(n²d) at
// most; memory O(edges), asked for before it is taken, and refused as soon as the
// edges found are too many for it.
func Within(ctx context.Context, d engine.Distances, eps float64) (*engine.Graph, error) {
	if err := checkCount(d.Len()); err != nil {
		return nil, err
	}
	found, err := searchBalls(ctx, d, equal.Most(eps))
	if err != nil {
		return nil, err
	}
	g, err := concatenate(ctx, found)
	if err != nil {
		return nil, err
	}
	g.Eps = eps
	return g, nil
}

// searchBalls returns for each row the rows within eps.
func searchBalls(ctx context.Context, d engine.Distances, eps float64) ([][]nearby, error) {
	if p, ok := d.(engine.Pointed); ok {
		bounded, err := checkPoints(ctx, p.Points())
		if err != nil {
			return nil, err
		}
		if bounded {
			return searchPointBalls(ctx, p, eps)
		}
	}
	n := d.Len()
	found := make([][]nearby, n)
	var edges edgeCount
	count := parallel.Count(ctx, "neighbours", n)
	return found, parallel.Try(ctx, n, parallel.Grain(n), func() []float64 { return make([]float64, n) }, func(row []float64, lo, hi int) error {
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			if err := check.Dissimilarities(row, i); err != nil {
				return err
			}
			for j, v := range row {
				if j != i && v <= eps {
					found[i] = append(found[i], nearby{v, int32(j)})
				}
			}
		}
		count.Add(hi - lo)
		return edges.add(ctx, found[lo:hi])
	})
}

// searchPointBalls searches panels of points.
func searchPointBalls(ctx context.Context, d engine.Pointed, eps float64) ([][]nearby, error) {
	a, err := buildKDTree(ctx, d.Points(), nil)
	if err != nil {
		return nil, err
	}
	s := &search{kdTree: a}
	if err := s.preparePanels(ctx, a.d > joinColumns); err != nil {
		return nil, err
	}
	var edges edgeCount
	found := make([][]nearby, a.n)
	return found, searchAll(ctx, s, "neighbours", func() *ballCollector { return &ballCollector{eps: eps, order: newRowSorter(a.n)} }, func(b *ballCollector, rows []int32) error {
		lists := make([][]nearby, len(rows))
		for slot, i := range rows {
			b.order.sortByRow(b.near[slot])
			found[i] = slices.Clone(b.near[slot])
			lists[slot] = found[i]
		}
		return edges.add(ctx, lists)
	})
}

// edgeCount is how many edges searches have found so far.
type edgeCount struct{ atomic.Int64 }

// add asks for the memory that the graph of all edges so far will take.
func (c *edgeCount) add(ctx context.Context, lists [][]nearby) error {
	more := 0
	for _, l := range lists {
		more += len(l)
	}
	return reserveEdges(ctx, c.Add(int64(more)))
}

// reserveEdges asks for the memory of edges.
func reserveEdges(ctx context.Context, edges int64) error {
	return memory.Claim(ctx, 12*uint64(edges), "the edges of the graph", remedy.Reduce("eps"))
}

// concatenate puts the lists of all rows one after the other.
func concatenate(ctx context.Context, found [][]nearby) (*engine.Graph, error) {
	n := len(found)
	g := &engine.Graph{Start: make([]int, n+1)}
	for i, list := range found {
		g.Start[i+1] = g.Start[i] + len(list)
	}
	if err := reserveEdges(ctx, int64(g.Start[n])); err != nil {
		return nil, err
	}
	g.End, g.Length = make([]int32, 0, g.Start[n]), make([]float64, 0, g.Start[n])
	for i, list := range found {
		for _, c := range list {
			g.End, g.Length = append(g.End, c.j), append(g.Length, c.e)
		}
		found[i] = nil
	}
	return g, nil
}

// An rowSorter puts rows in ascending order by marking them, which for long lists is
// faster than to compare them. Each goroutine has one.
type rowSorter struct {
	marked []uint64
	length []float64 // of marked rows
}

func newRowSorter(n int) *rowSorter {
	return &rowSorter{marked: make([]uint64, (n+63)/64), length: make([]float64, n)}
}

// sortByRow sorts a list, in which no row is twice.
func (o *rowSorter) sortByRow(list []nearby) {
	if len(list) < len(o.marked) {
		slices.SortFunc(list, func(a, b nearby) int { return cmp.Compare(a.j, b.j) })
		return
	}
	for _, c := range list {
		o.marked[c.j>>6] |= 1 << (c.j & 63)
		o.length[c.j] = c.e
	}
	at := 0
	for w, word := range o.marked {
		for ; word != 0; word &= word - 1 {
			j := w<<6 + bits.TrailingZeros64(word)
			list[at] = nearby{o.length[j], int32(j)}
			at++
		}
		o.marked[w] = 0
	}
}

// ballCollector is the collector of all rows within a radius.
type ballCollector struct {
	eps   float64
	near  [][]nearby // by slot
	order *rowSorter
}

func (b *ballCollector) reset(rows []int32) {
	for len(b.near) < len(rows) {
		b.near = append(b.near, nil)
	}
	for slot := range rows {
		b.near[slot] = b.near[slot][:0]
	}
}

func (b *ballCollector) limit(int) limit { return within(b.eps) }

func (b *ballCollector) admits(int, int32) bool { return true }

func (b *ballCollector) offer(slot int, j int32, e float64) {
	if e <= b.eps {
		b.near[slot] = append(b.near[slot], nearby{e, j})
	}
}
