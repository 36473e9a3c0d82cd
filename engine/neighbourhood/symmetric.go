package neighbourhood

import "slices"

// Transpose returns Gᵀ. Time and memory O(edges + n).
func (g *Graph) Transpose() *Graph {
	n := g.Len()
	t := &Graph{Start: make([]int, n+1), End: make([]int32, g.Edges()), Weight: make([]float64, g.Edges()), Made: g.Made}
	for j, in := range g.Degrees() {
		t.Start[j+1] = t.Start[j] + in
	}
	next := slices.Clone(t.Start[:n])
	for i := range n {
		end, weight := g.Of(i)
		for e, j := range end {
			t.End[next[j]], t.Weight[next[j]] = int32(i), weight[e]
			next[j]++
		}
	}
	return t
}

// Symmetric returns Ḡ = (G + Gᵀ)/2, which gives every cost of squared
// distances or their logarithms the value that G gives it: those are alike from
// both ends. Ḡ_ij and Ḡ_ji are the same bits. Time and memory O(edges + n).
func (g *Graph) Symmetric() *Graph {
	return g.mergeTransposed(func(there, back float64) float64 { return (there + back) / 2 })
}

// Either returns max(G, Gᵀ): rows are joined where either is a neighbour of the other. Time
// and memory O(edges + n).
func (g *Graph) Either() *Graph {
	return g.mergeTransposed(func(there, back float64) float64 { return max(there, back) })
}

// mergeTransposed joins each edge with the one that leads back, zero where there is none.
func (g *Graph) mergeTransposed(join func(there, back float64) float64) *Graph {
	n, t := g.Len(), g.Transpose()
	m := &Graph{Start: make([]int, n+1), Made: g.Made}
	for i := range n {
		m.Start[i+1] = m.Start[i]
		eachOfBoth(g, t, i, func(int32, float64, float64) { m.Start[i+1]++ })
	}
	m.End, m.Weight = make([]int32, m.Start[n]), make([]float64, m.Start[n])
	at := 0
	for i := range n {
		eachOfBoth(g, t, i, func(j int32, there, back float64) {
			m.End[at], m.Weight[at] = j, join(there, back)
			at++
		})
	}
	return m
}

// eachOfBoth calls yield for the columns of row i of a or b, rising.
func eachOfBoth(a, b *Graph, i int, yield func(j int32, inA, inB float64)) {
	aEnd, aWeight := a.Of(i)
	bEnd, bWeight := b.Of(i)
	for len(aEnd)+len(bEnd) > 0 {
		switch {
		case len(bEnd) == 0 || len(aEnd) > 0 && aEnd[0] < bEnd[0]:
			yield(aEnd[0], aWeight[0], 0)
			aEnd, aWeight = aEnd[1:], aWeight[1:]
		case len(aEnd) == 0 || bEnd[0] < aEnd[0]:
			yield(bEnd[0], 0, bWeight[0])
			bEnd, bWeight = bEnd[1:], bWeight[1:]
		default:
			yield(aEnd[0], aWeight[0], bWeight[0])
			aEnd, aWeight, bEnd, bWeight = aEnd[1:], aWeight[1:], bEnd[1:], bWeight[1:]
		}
	}
}
