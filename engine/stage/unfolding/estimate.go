package unfolding

import (
	"unfold/engine/internal/memory"
	"unfold/engine/stage/form"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perTested   = 1.5e-10 // a column of a pair of rows that a neighbour search tests
	perSimilar  = 5e-9    // a kernel value of two rows, beside their columns
	perWeighed  = 1e-9    // a pair of rows that is drawn apart, for each column of places
	perKept     = 7e-7    // a kept pair for each column of places, in one Newton step
	perGeodesic = 1e-9    // an edge for each source of geodesics
	perDrawn    = 4e-9    // a kept pair or a column of a row, for each coordinate, in an evaluation
	perCube     = 1.5e-9  // an entry of a matrix times its size, for all eigenvalues
)

// Estimate counts steps of the semidefinite programme, each of which multiplies the
// weights of all pairs and factors the kept ones, and the eigenvalues of the kernel.
func (m *EAT) Estimate(n, d int) (seconds float64, bytes uint64) {
	const steps, columns = 35, 7
	if few := m.landmarkCount(n); few > 0 {
		seconds = float64(perTested*float64(n)*float64(n)*float64(d)) + float64(perSimilar*float64(n)*float64(few))
		n = few
	}
	rows, kept := float64(n), float64(m.neighbours(n))
	step := float64(perWeighed*columns*rows*rows) + float64(perKept*columns*kept*rows)
	return seconds + float64(steps*step) + float64(perCube*rows*rows*rows), memory.Square(4, n) + uint64(float64(64*columns*columns)*kept*rows)
}

// Estimate counts the geodesics and the steps of the semidefinite programme, whose
// factors grow like those of a sheet.
func (m *Isometry) Estimate(n, d int) (seconds float64, bytes uint64) {
	const steps, columns = 35, 7
	rows := float64(n)
	seconds = float64(perTested * rows * rows * float64(d))
	if !form.IsFree(m.Map) {
		return seconds + float64((mapRounds+1)*mapIterations*perDrawn*rows*float64(m.K+d)*float64(m.Dim)), 16 * uint64(n) * uint64(d)
	}
	if few := m.landmarkCount(n); few > 0 {
		n = few
	}
	rows, kept := float64(n), float64(m.K)
	if m.Cliques == "yes" {
		kept *= kept / 2
	}
	seconds += float64(perGeodesic*rows*rows*kept) + float64(steps*perKept*columns*kept*rows)
	return seconds, 4*uint64(n)*uint64(n) + uint64(float64(64*columns*columns)*kept*rows)
}
