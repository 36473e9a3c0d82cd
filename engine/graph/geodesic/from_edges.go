package geodesic

import "unfold/engine"

// FromEdges returns the graph of n rows with the given edges, each of which stands
// there once. Those of a row end in the order of the edges.
func FromEdges(n int, edges []engine.Edge) *engine.Graph {
	g := addEdges(&engine.Graph{Start: make([]int, n+1)}, edges)
	g.Bridges = nil
	return g
}
