// Package triangle keeps symmetric matrices with a zero diagonal by their
// lower triangle, which halves their memory and makes them symmetric by
// construction.
//
// It imports simd alone. Start at [Matrix].
package triangle

import (
	"math"

	"unfold/engine/internal/simd"
)

// A Matrix is a symmetric n×n matrix with a zero diagonal. Row i of the
// triangle, its entries (i, 0) to (i, i−1), is written once by its owner; after
// that all methods may be called concurrently.
type Matrix struct {
	n      int
	double []float64 // one of the two is nil
	single []float32
}

// A Holder is what keeps a Matrix, as geodesics do: who walks all rows asks it
// for the matrix.
type Holder interface{ Triangle() *Matrix }

// NewDouble returns a matrix of float64.
func NewDouble(n int) *Matrix { return &Matrix{n: n, double: make([]float64, n*(n-1)/2)} }

// NewSingle returns a matrix of float32.
func NewSingle(n int) *Matrix { return &Matrix{n: n, single: make([]float32, n*(n-1)/2)} }

// Bytes returns what a matrix of that many rows takes, or the largest number
// if it is more than can be counted.
func Bytes(n int, double bool) uint64 {
	size := 4.0
	if double {
		size = 8
	}
	bytes := size * float64(n) * float64(n-1) / 2
	if bytes >= math.MaxUint64 {
		return math.MaxUint64
	}
	return uint64(bytes)
}

// Len returns n.
func (m *Matrix) Len() int { return m.n }

// IsDouble reports whether entries are float64.
func (m *Matrix) IsDouble() bool { return m.single == nil }

// Double returns row i of the triangle, of length i, of a matrix of float64.
func (m *Matrix) Double(i int) []float64 { return m.double[i*(i-1)/2 : i*(i+1)/2] }

// Single returns row i of the triangle, of length i, of a matrix of float32.
func (m *Matrix) Single(i int) []float32 { return m.single[i*(i-1)/2 : i*(i+1)/2] }

// At returns entry (i, j).
func (m *Matrix) At(i, j int) float64 {
	switch i, j = max(i, j), min(i, j); {
	case i == j:
		return 0
	case m.single == nil:
		return m.double[i*(i-1)/2+j]
	}
	return float64(m.single[i*(i-1)/2+j])
}

// Row fills dst, of length n, with row i of the whole matrix. Entries beyond
// the diagonal are i, i+1, ... numbers apart, so that a row costs up to n
// fetches from memory.
func (m *Matrix) Row(dst []float64, i int) {
	if m.single == nil {
		copy(dst, m.Double(i))
	} else {
		for j, v := range m.Single(i) {
			dst[j] = float64(v)
		}
	}
	dst[i] = 0
	for j := i + 1; j < m.n; j++ {
		dst[j] = m.At(j, i)
	}
}

// Squares fills dst with the squares of entries (i, from) to (i, to−1), which
// must lie in the triangle: to ≤ i.
func (m *Matrix) Squares(dst []float64, i, from, to int) {
	if m.single != nil {
		simd.Squares(dst[:to-from], m.Single(i)[from:to])
		return
	}
	for j, v := range m.Double(i)[from:to] {
		dst[j] = v * v
	}
}
