package geodesic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/remedy"
)

// float is what lengths are measured in.
type float interface{ float32 | float64 }

// A network is a graph made ready for searches: its rows are numbered anew, as
// vertices, so that rows joined to each other lie close in memory, and lengths
// are of the type that searches add.
type network[T float] struct {
	start  []int
	end    []int32
	length []T

	row    []int32 // of each vertex
	vertex []int32 // of each row
	degree int     // the most edges of a vertex

	lanes     int // searches that run at once
	relax     func(lanes []T, row int, ends []int32, lengths []T, idle []uint8, better []int32) (int, T)
	transpose func(dst, src []T) // of as many rows as lanes
}

// newNetwork numbers the rows of g in the order given.
func newNetwork[T float](g *engine.Graph, order []int32) *network[T] {
	n := g.Len()
	net := &network[T]{start: make([]int, n+1), end: make([]int32, len(g.End)), length: make([]T, len(g.End)), row: order, vertex: make([]int32, n)}
	switch net := any(net).(type) {
	case *network[float32]:
		net.lanes, net.relax, net.transpose = simd.SingleLanes, simd.RelaxSingle, simd.TransposeSingle
	case *network[float64]:
		net.lanes, net.relax, net.transpose = simd.DoubleLanes, simd.RelaxDouble, simd.TransposeDouble
	}
	for v, i := range order {
		net.vertex[i] = int32(v)
	}
	at := 0
	for v, i := range order {
		ends, lengths := g.Of(int(i))
		for e, j := range ends {
			net.end[at], net.length[at] = net.vertex[j], T(lengths[e])
			at++
		}
		net.start[v+1] = at
		net.degree = max(net.degree, len(ends))
	}
	return net
}

// networkBytes is what a network takes besides its graph, and each of its
// searches.
func networkBytes(g *engine.Graph, double bool) (network, search uint64) {
	n, m, size := uint64(g.Len()), uint64(len(g.End)), uint64(4)
	if double {
		size = 8
	}
	return 16*n + (4+size)*m, n * (4*simd.SingleLanes + 5)
}

// Of returns the ends of the edges of a vertex and their lengths.
func (net *network[T]) Of(v int32) ([]int32, []T) {
	lo, hi := net.start[v], net.start[v+1]
	return net.end[lo:hi], net.length[lo:hi]
}

// medianLength is a length of the middle of those that are not zero.
func medianLength[T float](lengths []T) T {
	const most = 4096
	sample := make([]T, 0, most)
	for at, step := 0, max(1, len(lengths)/most); at < len(lengths) && len(sample) < most; at += step {
		if v := lengths[at]; v > 0 {
			sample = append(sample, v)
		}
	}
	if len(sample) == 0 {
		return 1
	}
	slices.Sort(sample)
	return sample[len(sample)/2]
}

// checkGraph refuses a graph that has no geodesics, and returns its rows in an order
// that keeps neighbours together, and whether float32 has room for its lengths
// and for any path: none overflows and none but zero underflows.
func checkGraph(ctx context.Context, g *engine.Graph) (order []int32, single bool, err error) {
	longest, shortest := 0.0, math.MaxFloat64
	for _, v := range g.Length {
		if !(v >= 0) || math.IsInf(v, 1) {
			return nil, false, fmt.Errorf("geodesic: an edge has the length %v; lengths are finite and not negative", v)
		}
		longest = max(longest, v)
		if v > 0 {
			shortest = min(shortest, v)
		}
	}
	n := float64(g.Len())
	if longest > math.MaxFloat64/max(1, n) {
		return nil, false, &engine.Error{
			Cause:  fmt.Sprintf("paths over edges as long as %.3g are longer than any number", longest),
			Remedy: remedy.Put("scale").After(engine.SourceRole),
		}
	}
	if order = breadthFirst(g); len(order) < g.Len() {
		_, sizes, err := Components(ctx, g)
		if err != nil {
			return nil, false, err
		}
		return nil, false, &engine.Error{
			Cause:  fmt.Sprintf("graph has %d components (%s), with no path from one to another", len(sizes), sizesText(sizes)),
			Remedy: remedy.Set("connect", "agglomerate").Which("joins them"),
		}
	}
	const leastNormal = 0x1p-126
	return order, n*longest <= math.MaxFloat32 && shortest >= leastNormal, nil
}

// breadthFirst returns the rows of g that a path joins to row 0, those few edges
// apart close together: in the order in which a search from the outskirts reaches
// them, level by level (Cuthill, McKee 1969, doi:10.1145/800195.805928, without
// their order by degree).
func breadthFirst(g *engine.Graph) []int32 {
	if g.Len() < 1 {
		return nil
	}
	rows := reachable(g, 0)
	return reachable(g, rows[len(rows)-1])
}

// reachable returns the rows that paths join to a row, level by level.
func reachable(g *engine.Graph, from int32) []int32 {
	seen, rows := make([]bool, g.Len()), make([]int32, 1, g.Len())
	seen[from], rows[0] = true, from
	for at := 0; at < len(rows); at++ {
		ends, _ := g.Of(int(rows[at]))
		for _, j := range ends {
			if !seen[j] {
				seen[j] = true
				rows = append(rows, j)
			}
		}
	}
	return rows
}
