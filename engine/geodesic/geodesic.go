// Package geodesic measures rows along their neighbourhood graph: it makes
// the graph, joins its components, and finds all shortest paths.
package geodesic

import (
	"cmp"
	"slices"

	"unfold/engine"
)

// Union returns the graph that joins two rows if either is among the other's
// neighbours. Rows may have more than k edges.
func Union(nb *engine.Neighbours) *engine.Graph {
	n := len(nb.Index) / nb.K
	g := &engine.Graph{Start: make([]int, n+1)}
	// Each list gives its edges from both ends; an edge that is in both
	// lists is then there twice, side by side once sorted.
	for at, j := range nb.Index {
		g.Start[at/nb.K+1]++
		g.Start[j+1]++
	}
	for i := range n {
		g.Start[i+1] += g.Start[i]
	}
	half := make([]edge, g.Start[n])
	next := slices.Clone(g.Start)
	for at, j := range nb.Index {
		i := int32(at / nb.K)
		half[next[i]] = edge{j, nb.Length[at]}
		half[next[j]] = edge{i, nb.Length[at]}
		next[i]++
		next[j]++
	}
	begin := 0
	for i := range n {
		end := g.Start[i+1]
		row := half[begin:end]
		slices.SortFunc(row, edge.compare)
		for r, e := range row {
			if r == 0 || e.to != row[r-1].to {
				g.End, g.Length = append(g.End, e.to), append(g.Length, e.length)
			}
		}
		g.Start[i+1], begin = len(g.End), end
	}
	return g
}

type edge struct {
	to     int32
	length float64
}

func (e edge) compare(o edge) int {
	if order := cmp.Compare(e.to, o.to); order != 0 {
		return order
	}
	return cmp.Compare(e.length, o.length)
}

// with returns g with more edges.
func with(g *engine.Graph, bridges []engine.Edge) *engine.Graph {
	more := make(map[int][]edge)
	for _, b := range bridges {
		more[b.I] = append(more[b.I], edge{int32(b.J), b.Length})
		more[b.J] = append(more[b.J], edge{int32(b.I), b.Length})
	}
	joined := &engine.Graph{Start: make([]int, 1, len(g.Start)), Components: g.Components, Bridges: bridges}
	for i := range g.Len() {
		ends, lengths := g.Of(i)
		joined.End, joined.Length = append(joined.End, ends...), append(joined.Length, lengths...)
		for _, e := range more[i] {
			joined.End, joined.Length = append(joined.End, e.to), append(joined.Length, e.length)
		}
		joined.Start = append(joined.Start, len(joined.End))
	}
	return joined
}
