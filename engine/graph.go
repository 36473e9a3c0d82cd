package engine

// A Graph is a neighbourhood graph: weighted, undirected, each edge stored
// from both its ends, in compressed rows.
type Graph struct {
	Start      []int     // n+1: the edges of row i are Start[i] to Start[i+1]
	End        []int32   // the other end of each edge
	Length     []float64 // not negative; zero-length edges join coinciding rows
	Components int       // before bridges were added
	Bridges    []Edge    // the edges that were added to connect the components
}

// An Edge joins two rows, I < J.
type Edge struct {
	I, J   int
	Length float64
}

// Len returns the number of rows.
func (g *Graph) Len() int { return len(g.Start) - 1 }

// Of returns the rows joined to row i and the lengths of the edges.
func (g *Graph) Of(i int) ([]int32, []float64) {
	return g.End[g.Start[i]:g.Start[i+1]], g.Length[g.Start[i]:g.Start[i+1]]
}
