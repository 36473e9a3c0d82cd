package geodesic

import (
	"cmp"
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/parallel"
)

// Agglomerate joins the components of g by the shortest edges between them:
// again and again the shortest of all edges that join two components, of equal
// ones the one with the smaller finer key (engine.TieBreaker), smaller first
// row, smaller second row. The result has exactly one bridge less than g has
// components, the shortest first; a connected g comes back as it is, with
// Components set.
//
// In this total order the bridges are the one minimum spanning tree over the
// components, which is single linkage (Gower, Ross 1969, doi:10.2307/2346439),
// so every component may ask for its shortest edge at once (Borůvka 1926): each
// round leaves half as many components or fewer. Time that of neighbour.Shortest
// for each of at most log₂ c rounds, memory O(n).
func Agglomerate(ctx context.Context, g *engine.Graph, d engine.Distances) (*engine.Graph, error) {
	of, sizes, err := Components(ctx, g)
	if err != nil {
		return nil, err
	}
	connected := *g
	connected.Components = max(1, len(sizes))
	if len(sizes) <= 1 {
		return &connected, nil
	}
	bridges := make([]engine.Edge, 0, len(sizes)-1)
	for count, left := len(sizes), 1.0; count > 1; left /= 2 {
		edges, err := neighbour.Shortest(parallel.Part(ctx, 1-left, 1-float64(left/2)), d, of, count)
		if err != nil {
			return nil, err
		}
		merged := newDisjointSets(count)
		for _, e := range edges {
			if merged.union(of[e.I], of[e.J]) {
				bridges = append(bridges, e)
			}
		}
		count = merged.relabel(of)
	}
	slices.SortFunc(bridges, compareEdges)
	return addEdges(&connected, bridges), nil
}

func compareEdges(a, b engine.Edge) int {
	return cmp.Or(equal.Compare(a.Length, b.Length), cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J))
}

// addEdges returns g with more edges.
func addEdges(g *engine.Graph, bridges []engine.Edge) *engine.Graph {
	n, m := g.Len(), len(g.End)+2*len(bridges)
	joined := &engine.Graph{
		Start: make([]int, 1, n+1), End: make([]int32, 0, m), Length: make([]float64, 0, m),
		Components: g.Components, Bridges: bridges, K: g.K, Eps: g.Eps,
	}
	more := make(map[int][]edge, 2*len(bridges))
	for _, b := range bridges {
		more[b.I] = append(more[b.I], edge{int32(b.J), b.Length})
		more[b.J] = append(more[b.J], edge{int32(b.I), b.Length})
	}
	for i := range n {
		ends, lengths := g.Of(i)
		joined.End, joined.Length = append(joined.End, ends...), append(joined.Length, lengths...)
		for _, e := range more[i] {
			joined.End, joined.Length = append(joined.End, e.to), append(joined.Length, e.length)
		}
		joined.Start = append(joined.Start, len(joined.End))
	}
	return joined
}

// An edge of a row.
type edge struct {
	to     int32
	length float64
}
