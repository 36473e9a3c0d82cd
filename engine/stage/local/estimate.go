package local

import (
	"unfold/engine"
	"unfold/engine/graph/alignment"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perTested  = 1.5e-10 // a column of a pair of rows that a neighbour search tests
	perAligned = 3e-7    // a pair of rows of a neighbourhood: what it asks, and the factor of all that
	perJoined  = 2e-6    // an edge, and the factor of their Laplacian
	perWalked  = 3e-8    // a pair of rows of a kernel between all
)

// Estimate counts the neighbours, what neighbourhoods ask, and a factor.
func (m *LLE) Estimate(n, d int) (seconds float64, bytes uint64) {
	columns := 1
	switch m.Form {
	case "modified":
		columns = 2 * m.K
	case "hessian":
		columns = m.Dim * (m.Dim + 1) / 2
	}
	return alignedEstimate(&m.Near, n, d, columns)
}

// Estimate counts the neighbours, tangent spaces, and a factor.
func (m *LTSA) Estimate(n, d int) (seconds float64, bytes uint64) {
	return alignedEstimate(&m.Near, n, d, m.Dim+1)
}

// Estimate counts the neighbours and the factor of the Laplacian of their graph.
func (m *Eigenmaps) Estimate(n, d int) (seconds float64, bytes uint64) {
	return graphEstimate(n, d, m.K)
}

// Estimate counts the kernel between all rows and its products, or a graph.
func (m *Diffusion) Estimate(n, d int) (seconds float64, bytes uint64) {
	switch {
	case m.K != engine.Auto:
		return graphEstimate(n, d, m.K)
	case n > joinedRows:
		return graphEstimate(n, d, usualJoined)
	}
	rows := float64(n)
	return rows * rows * (perWalked + float64(perTested*float64(d))), 16 * uint64(n) * uint64(n)
}

// alignedEstimate is what neighbourhoods take that ask for so many sums.
func alignedEstimate(m *alignment.Near, n, d, columns int) (seconds float64, bytes uint64) {
	rows, k := float64(n), float64(m.K)
	seconds = float64(perTested*rows*rows*float64(d)) + float64(perAligned*rows*k*k)
	return seconds, alignment.Bytes(n, m.K, columns) + factorBytes(n, m.K*m.K)
}

// graphEstimate is what the walk along a graph of k neighbours takes.
func graphEstimate(n, d, k int) (seconds float64, bytes uint64) {
	rows := float64(n)
	seconds = float64(perTested*rows*rows*float64(d)) + float64(perJoined*rows*float64(k))
	return seconds, 60*uint64(n)*uint64(k) + factorBytes(n, k)
}

// factorBytes is what the factor of a matrix takes with so many entries in a row, of
// rows that lie on a surface.
func factorBytes(n, entries int) uint64 { return 40 * uint64(n) * uint64(entries) }
