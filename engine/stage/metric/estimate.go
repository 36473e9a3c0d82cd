package metric

import (
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/triangle"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds. The
// searches for neighbours are the embedder's.
const (
	perCell     = 1e-8    // a cell that is read, and perhaps scaled
	perMeasured = 2.5e-10 // a column of a pair of rows
	perSorted   = 2e-7    // a row by its distance from the mean
	perGiven    = 1e-8    // a cell of a given matrix
)

// Estimate counts a look at all cells.
func (*Euclidean) Estimate(n, d int) (seconds float64, bytes uint64) {
	return perCell / 10 * float64(n) * float64(d), 0
}

// Estimate counts the rows that are brought to length one.
func (*Cosine) Estimate(n, d int) (seconds float64, bytes uint64) {
	return perCell * float64(n) * float64(d), 8 * uint64(n) * uint64(d)
}

// Estimate counts what β takes: a look at all cells, or distances between rows.
func (m *Warp) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	seconds = float64(perCell / 2 * rows * wide)
	if m.Rule == "distance" {
		measured := min(rows, allMeasured)
		seconds += float64(perMeasured * measured * measured / 2 * (wide + 4))
		bytes = 8 * uint64(measured*wide)
	}
	return seconds, bytes
}

// Estimate counts a search for the largest distance that meets few pairs.
func (m *Shift) Estimate(n, d int) (seconds float64, bytes uint64) {
	return float64(n) * (perSorted + float64(perCell*float64(d))), 16 * uint64(n)
}

// Estimate counts the copies of the cells.
func (*Blend) Estimate(n, d int) (seconds float64, bytes uint64) {
	return perCell * float64(n) * float64(d), 8 * uint64(n) * uint64(d)
}

// Estimate counts the edges, each of which is measured from all rows, and the
// shortest paths along them.
func (m *Fisher) Estimate(n, d int) (seconds float64, bytes uint64) {
	const perExponential, perPassed = 2e-9, 1e-9
	rows := float64(n)
	edge := float64(perMeasured*float64(2*d)) + float64(perExponential*float64(m.Steps))
	return rows * rows * float64(m.K) * (edge + perPassed), triangle.Bytes(n, geodesic.IsPrecise(n))
}

// Estimate counts the cells of the matrix.
func (*Precomputed) Estimate(n, _ int) (seconds float64, bytes uint64) {
	return perGiven * float64(n) * float64(n), 8 * uint64(n) * uint64(n)
}
