package neighbourhood

import "slices"

// Edges returns the number of edges, each direction counted.
func (g *Graph) Edges() int { return len(g.End) }

// At returns G_ij, zero where there is no edge. Time O(log degree).
func (g *Graph) At(i, j int) float64 {
	end, weight := g.Of(i)
	if at, found := slices.BinarySearch(end, int32(j)); found {
		return weight[at]
	}
	return 0
}

// Degree returns how many neighbours row i has.
func (g *Graph) Degree(i int) int { return g.Start[i+1] - g.Start[i] }

// Degrees returns of how many rows each row is a neighbour, which for kNN tells hubs.
func (g *Graph) Degrees() []int {
	in := make([]int, g.Len())
	for _, j := range g.End {
		in[j]++
	}
	return in
}
