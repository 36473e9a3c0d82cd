package embedding

import (
	"unfold/engine"
	"unfold/engine/internal/triangle"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perProduct = 5e-10   // a product of a covariance or of distances between classes
	perCube    = 5e-9    // an entry of a matrix times its size, for all eigenpairs
	perCell    = 5e-9    // a cell of a table that is centred and mapped
	perTested  = 1.5e-10 // a column of a pair of rows that a neighbour search tests
	perRelaxed = 1e-9    // an edge for each source of geodesics
	perScaled  = 4e-9    // a pair of rows, for the leading eigenpairs of its distances
	perPlaced  = 2e-9    // a row and landmark, for each dimension told
)

// Estimate counts neighbour lists, shortest paths and the passes over geodesics
// that eigenpairs take, of all rows or of landmarks.
func (m *Isomap) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, k := float64(n), float64(m.K)
	if m.Eps != engine.Auto {
		k = 10 // nobody knows
	}
	lists := float64(perTested * rows * rows * float64(d))
	graph := uint64(24*rows*k) + 8*uint64(n)*uint64(d)
	if landmarks := float64(m.landmarkCount(n)); landmarks > 0 {
		seconds = lists + float64(landmarks*(float64(2*perRelaxed*k*rows)+float64(perScaled*landmarks)+float64(float64(max(m.Dim, 1))*perPlaced*rows)))
		return seconds, graph + uint64(4*rows*landmarks) + triangle.Bytes(int(landmarks), true)
	}
	width := 1.0 // in units of float32
	if isDouble(m.Precision, n) {
		width = 2
	}
	seconds = lists + float64(width*(float64(perRelaxed*k)+perScaled)*rows*rows)
	return seconds, graph + triangle.Bytes(n, width == 2)
}

// Estimate counts the covariance of points and its eigenpairs; dissimilarities
// of another metric, which only the sentence knows of, take more: 1e-8 s for each
// pair of rows.
func (m *MDS) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = principalEstimate(n, d)
	return seconds, bytes + 8*uint64(n)*screeDimensions
}

// Estimate counts the covariance and its eigenpairs.
func (m *PCA) Estimate(n, d int) (seconds float64, bytes uint64) { return principalEstimate(n, d) }

// Estimate counts the spread inside classes and its eigenpairs.
func (m *LDA) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = principalEstimate(n, d)
	wide := float64(d)
	return float64(2*seconds) + float64(2*perCube*wide*wide*wide), bytes + 24*uint64(d)*uint64(d)
}

// principalEstimate is what the leading directions of n rows of d columns take.
func principalEstimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	small := min(rows, wide)
	seconds = float64(perCell*rows*wide) + float64(perProduct*rows*wide*small) + float64(perCube*small*small*small)
	return seconds, 16*uint64(n)*uint64(d) + 24*uint64(small*small)
}
