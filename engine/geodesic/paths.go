package geodesic

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// Paths are the geodesics G (n×n) of a graph: the lengths of the shortest
// paths between its rows.
type Paths struct {
	n      int
	length []float64

	// K and Eps are the rule of the graph: the neighbours of a row, or the
	// radius of its neighbourhood. The other is zero.
	K   int
	Eps float64
}

// Len returns n.
func (p *Paths) Len() int { return p.n }

// Row fills dst with the lengths of the paths from row i.
func (p *Paths) Row(dst []float64, i int) { copy(dst, p.Of(i)) }

// Of returns the lengths of the paths from row i, to be read only.
func (p *Paths) Of(i int) []float64 { return p.length[i*p.n : (i+1)*p.n] }

// AllPairs finds the shortest paths between all rows of a connected graph, by
// Dijkstra's search from every row with a heap of four children a node
// (Dijkstra 1959, doi:10.1007/BF01386390). The search from i and the one from
// j add the same edges in opposite order, so the two results are averaged.
// Time O(n(m + n log n)) for m edges, memory n² numbers, asked for before they
// are taken.
func AllPairs(ctx context.Context, g *engine.Graph) (*Paths, error) {
	n := g.Len()
	if err := memory.Need(memory.Square(1, n), "geodesics", "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	p := &Paths{n: n, length: make([]float64, n*n)}
	count := parallel.Count(ctx, "geodesics", n)
	err := parallel.With(ctx, n, 4, func() *search { return newSearch(n) }, func(s *search, lo, hi int) {
		for i := lo; i < hi; i++ {
			s.from(g, i, p.Of(i))
		}
		count.Add(hi - lo)
	})
	if err != nil {
		return nil, err
	}
	return p, p.average(ctx)
}

// average makes G symmetric, in square blocks that stay in the cache.
func (p *Paths) average(ctx context.Context) error {
	const block = 64
	return parallel.For(ctx, p.n, block, func(lo, hi int) {
		for from := lo; from < p.n; from += block {
			for i := lo; i < hi; i++ {
				for j := max(i+1, from); j < min(from+block, p.n); j++ {
					ij, ji := &p.length[i*p.n+j], &p.length[j*p.n+i]
					mean := (*ij + *ji) / 2
					*ij, *ji = mean, mean
				}
			}
		}
	})
}

// A search is the workspace of Dijkstra's algorithm: rows reached but not
// settled, in a heap by distance.
type search struct {
	heap []entry
	at   []int32 // the slot of each row in heap; −1 if it is not there
}

type entry struct {
	distance float64
	row      int32
}

func newSearch(n int) *search {
	s := &search{at: make([]int32, n)}
	for i := range s.at {
		s.at[i] = -1
	}
	return s
}

// from fills dst with the distances from row source; rows that no path
// reaches get infinity.
func (s *search) from(g *engine.Graph, source int, dst []float64) {
	for i := range dst {
		dst[i] = math.Inf(1)
	}
	dst[source] = 0
	s.push(entry{0, int32(source)})
	for len(s.heap) > 0 {
		nearest := s.pop()
		lo, hi := g.Start[nearest.row], g.Start[nearest.row+1]
		ends, lengths := g.End[lo:hi], g.Length[lo:hi:hi]
		for e, j := range ends {
			if distance := nearest.distance + lengths[e]; distance < dst[j] {
				dst[j] = distance
				s.push(entry{distance, j})
			}
		}
	}
}

// push adds an entry, or moves it up if its row is there already. A row once
// popped never comes again: its distance cannot fall any more.
func (s *search) push(e entry) {
	i := s.at[e.row]
	if i < 0 {
		i = int32(len(s.heap))
		s.heap = append(s.heap, e)
	}
	h := s.heap
	for i > 0 {
		up := (i - 1) / 4
		if h[up].distance <= e.distance {
			break
		}
		h[i] = h[up]
		s.at[h[i].row] = i
		i = up
	}
	h[i] = e
	s.at[e.row] = i
}

func (s *search) pop() entry {
	h := s.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	s.heap = h
	s.at[top.row] = -1
	if len(h) == 0 {
		return top
	}
	i := 0
	for {
		down := 4*i + 1
		if down >= len(h) {
			break
		}
		least := down
		for c := down + 1; c < min(down+4, len(h)); c++ {
			if h[c].distance < h[least].distance {
				least = c
			}
		}
		if h[least].distance >= last.distance {
			break
		}
		h[i] = h[least]
		s.at[h[i].row] = int32(i)
		i = least
	}
	h[i] = last
	s.at[last.row] = int32(i)
	return top
}
