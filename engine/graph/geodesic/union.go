// Package geodesic measures rows along their neighbourhood graph: it makes
// the graph, joins its components, and finds shortest paths between all rows,
// or from landmarks to all rows.
//
// Start with Union, which makes the graph, then AllPairs (paths.go) and
// FromLandmarks (landmarks.go), which search it by network.go, search.go and
// queue.go; Choose plans which of the two fits into memory. The package imports
// the engine's vocabulary and its internal packages, and neighbour for the
// shortest edges between components.
package geodesic

import (
	"context"

	"unfold/engine"
)

// Union returns the graph that joins two rows if either is among the other's
// neighbours. Rows may have more than k edges; those of each end at ascending
// rows. Time and memory O(nk).
func Union(ctx context.Context, nb *engine.Neighbours) (*engine.Graph, error) {
	reverse, err := transpose(ctx, nb)
	if err != nil {
		return nil, err
	}
	forward, err := reverse.transpose(ctx) // the lists again, by ascending rows
	if err != nil {
		return nil, err
	}
	n, size := reverse.Len(), 2*len(nb.Index)
	for i := range n {
		a, _ := forward.Of(i)
		b, _ := reverse.Of(i)
		size -= common(a, b)
	}
	g := &engine.Graph{K: nb.K, Start: make([]int, 1, n+1), End: make([]int32, 0, size), Length: make([]float64, 0, size)}
	for i := range n {
		if i%chunk == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a, lengthOf := forward.Of(i)
		b, lengthTo := reverse.Of(i)
		for len(a) > 0 || len(b) > 0 {
			switch {
			case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
				g.End, g.Length = append(g.End, a[0]), append(g.Length, lengthOf[0])
				a, lengthOf = a[1:], lengthOf[1:]
			case len(a) == 0 || b[0] < a[0]:
				g.End, g.Length = append(g.End, b[0]), append(g.Length, lengthTo[0])
				b, lengthTo = b[1:], lengthTo[1:]
			default: // each is a neighbour of the other
				g.End, g.Length = append(g.End, a[0]), append(g.Length, min(lengthOf[0], lengthTo[0]))
				a, b, lengthOf, lengthTo = a[1:], b[1:], lengthOf[1:], lengthTo[1:]
			}
		}
		g.Start = append(g.Start, len(g.End))
	}
	return g, ctx.Err()
}

// common counts what is in both of two rising lists.
func common(a, b []int32) (count int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case b[0] < a[0]:
			b = b[1:]
		default:
			count++
			a, b = a[1:], b[1:]
		}
	}
	return count
}

// directedEdges are edges with a direction, in the form of a graph.
type directedEdges struct{ engine.Graph }

// transpose returns the arcs of neighbour lists turned round.
func transpose(ctx context.Context, nb *engine.Neighbours) (*directedEdges, error) {
	n := len(nb.Index) / nb.K
	forward := &directedEdges{engine.Graph{Start: make([]int, n+1), End: nb.Index, Length: nb.Length}}
	for i := range forward.Start {
		forward.Start[i] = i * nb.K
	}
	return forward.transpose(ctx)
}

// transpose turns arcs round. Those that leave a row are then in the order of
// the rows that they go to.
func (a *directedEdges) transpose(ctx context.Context) (*directedEdges, error) {
	n := a.Len()
	t := &directedEdges{engine.Graph{Start: make([]int, n+1), End: make([]int32, len(a.End)), Length: make([]float64, len(a.End))}}
	for _, j := range a.End {
		t.Start[j+1]++
	}
	for i := range n {
		t.Start[i+1] += t.Start[i]
	}
	next := append([]int(nil), t.Start[:n]...)
	for i := range n {
		ends, lengths := a.Of(i)
		for e, j := range ends {
			t.End[next[j]], t.Length[next[j]] = int32(i), lengths[e]
			next[j]++
		}
		if i%chunk == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return t, nil
}
