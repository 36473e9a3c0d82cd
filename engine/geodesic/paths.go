package geodesic

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
)

// Paths are the geodesics G (n×n) of a connected graph: the lengths of the
// shortest paths between its rows, kept by their lower triangle, so that G is
// symmetric by construction.
type Paths struct {
	lengths *triangle.Matrix

	// K and Eps are the rule of the graph: the neighbours of a row, or the
	// radius of its neighbourhood. The other is zero.
	K   int
	Eps float64
}

// Len returns n.
func (p *Paths) Len() int { return p.lengths.Len() }

// Row fills dst with the lengths of the paths from row i.
func (p *Paths) Row(dst []float64, i int) { p.lengths.Row(dst, i) }

// Triangle returns the matrix itself, to be read only.
func (p *Paths) Triangle() *triangle.Matrix { return p.lengths }

// AllPairs finds the shortest paths between all rows of a connected graph, by
// Dijkstra's search from every row with a heap of four children a node
// (Dijkstra 1959, doi:10.1007/BF01386390). The entry (i, j), j < i, is what the
// search from i finds. Time O(n(m + n log n)) for m edges, memory n²/2 numbers
// of float64 if double, of float32 otherwise, asked for before they are taken.
func AllPairs(ctx context.Context, g *engine.Graph, double bool) (*Paths, error) {
	n := g.Len()
	if err := memory.Need(triangle.Bytes(n, double), "geodesics", "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	p := &Paths{}
	if double {
		p.lengths = triangle.NewDouble(n)
	} else {
		p.lengths = triangle.NewSingle(n)
	}
	count := parallel.Count(ctx, "geodesics", n)
	type workspace struct {
		*search
		row []float64
	}
	err := parallel.With(ctx, n, 4, func() workspace { return workspace{newSearch(n), make([]float64, n)} }, func(w workspace, lo, hi int) {
		for i := lo; i < hi; i++ {
			w.from(g, i, w.row)
			if double {
				copy(p.lengths.Double(i), w.row)
				continue
			}
			for j, v := range w.row[:i] {
				p.lengths.Single(i)[j] = float32(v)
			}
		}
		count.Add(hi - lo)
	})
	return p, err
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
