package geodesic

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Landmarks are the geodesics from some rows of a connected graph, the
// landmarks, to all n rows (L×n). As dissimilarities they say of two rows how
// long the shortest path over a landmark is, d_ij = min_l g(l, i) + g(l, j):
// exact if one of the two is a landmark, else an upper bound. It is safe for
// concurrent use.
type Landmarks struct {
	rows   []int32
	index  map[int]int // of a row among the landmarks
	n      int
	double []float64 // L×n; one of the two is nil
	single []float32
}

// FromLandmarks finds the geodesics from the given rows, which are distinct, to
// all rows of a connected graph, many at once, as AllPairs does. They are
// kept in float64 where IsPrecise says so or float32 has no room for lengths of the
// graph, in float32 otherwise. Time O(L·m) for m edges, though as landmarks are
// far from each other a search comes to a row several times; memory L·n numbers,
// asked for before they are taken.
func FromLandmarks(ctx context.Context, g *engine.Graph, rows []int32) (*Landmarks, error) {
	n := g.Len()
	m := &Landmarks{rows: slices.Clone(rows), index: make(map[int]int, len(rows)), n: n}
	for l, row := range rows {
		if _, is := m.index[int(row)]; is || row < 0 || int(row) >= n {
			return nil, fmt.Errorf("geodesic: landmark %d is row %d, which is not one of %d rows or is a landmark already; give each once", l, row, n)
		}
		m.index[int(row)] = l
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("geodesic: no landmarks among %d rows; give one or more", n)
	}
	order, single, err := checkGraph(ctx, g)
	if err != nil {
		return nil, err
	}
	double := IsPrecise(n) || !single
	if err := memory.Claim(ctx, landmarkBytes(g, len(rows), double), "geodesics from landmarks", remedy.Reduce("landmarks").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	if double {
		m.double = make([]float64, len(rows)*n)
		err = searchAll(ctx, newNetwork[float64](g, order), rows, func(l int) []float64 { return m.double[l*n : (l+1)*n] })
	} else {
		m.single = make([]float32, len(rows)*n)
		err = searchAll(ctx, newNetwork[float32](g, order), rows, func(l int) []float32 { return m.single[l*n : (l+1)*n] })
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// landmarkBytes is what FromLandmarks takes.
func landmarkBytes(g *engine.Graph, count int, double bool) uint64 {
	network, search := networkBytes(g, double)
	size := uint64(4)
	if double {
		size = 8
	}
	return size*uint64(count)*uint64(g.Len()) + network + uint64(runtime.GOMAXPROCS(0))*search
}

// Len returns n, the number of all rows.
func (m *Landmarks) Len() int { return m.n }

// Count returns L, the number of landmarks.
func (m *Landmarks) Count() int { return len(m.rows) }

// Rows returns the rows that are landmarks, to be read only.
func (m *Landmarks) Rows() []int32 { return m.rows }

// Of fills dst, of length n, with the geodesics from the l-th landmark.
func (m *Landmarks) Of(dst []float64, l int) {
	if m.double != nil {
		copy(dst, m.double[l*m.n:(l+1)*m.n])
		return
	}
	for j, v := range m.single[l*m.n : (l+1)*m.n] {
		dst[j] = float64(v)
	}
}

// To fills dst, of length L, with the geodesics from the landmarks to row j.
func (m *Landmarks) To(dst []float64, j int) {
	for l := range dst {
		dst[l] = m.at(l, j)
	}
}

// at is the geodesic from the l-th landmark to row j.
func (m *Landmarks) at(l, j int) float64 {
	if m.double != nil {
		return m.double[l*m.n+j]
	}
	return float64(m.single[l*m.n+j])
}

// Row fills dst with the lengths of the shortest paths from row i over a
// landmark. Time O(L·n), or O(n) if i is a landmark.
func (m *Landmarks) Row(dst []float64, i int) {
	if l, is := m.index[i]; is {
		m.Of(dst, l)
	} else {
		for j := range dst[:m.n] {
			dst[j] = math.Inf(1)
		}
		for l := range m.rows {
			if leg := m.at(l, i); m.double != nil {
				lowerOver(dst, m.double[l*m.n:(l+1)*m.n], leg)
			} else {
				lowerOver(dst, m.single[l*m.n:(l+1)*m.n], leg)
			}
		}
		dst[i] = 0
	}
	m.symmetrise(dst, i)
}

// lowerOver lowers dst to the paths over one landmark, after the leg to it.
func lowerOver[T float](dst []float64, rest []T, leg float64) {
	for j, v := range rest {
		if sum := leg + float64(v); sum < dst[j] {
			dst[j] = sum
		}
	}
}

// symmetrise makes row i symmetric to the bit: what the earlier landmark of two
// rows found counts, from whichever side it is asked.
func (m *Landmarks) symmetrise(dst []float64, i int) {
	own, is := m.index[i]
	for l, row := range m.rows {
		if !is || l < own {
			dst[row] = m.at(l, i)
		}
	}
}
