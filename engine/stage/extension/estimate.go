package extension

import (
	"unfold/engine"
	"unfold/engine/linear/ridge"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
// Estimates count mapping as many rows as are learned from: held ones, and for
// most maps those that predictors learn from.
const (
	perFactored = 4e-12  // an entry of a Gram matrix times its size, to factor it
	perEntry    = 8e-9   // an entry, to be computed, multiplied and mapped by
	perColumn   = 2e-10  // a column of an entry
	perWeighed  = 8e-9   // an entry of the weights of a bandwidth
	perFollowed = 1.3e-8 // a path to a row over an anchor
	perRead     = 1.5e-9 // a column of a pair of rows that are measured one by one
	perRebuilt  = 4e-5   // a row that is rebuilt by others
	perNeuron   = 1.5e-9 // a neuron of a row
	perSummed   = 2e-11  // a product of two neurons of a row
	perSolved   = 2e-10  // a number of neurons to the third power, to solve for their coefficients
	perTurned   = 4e-10  // as perSummed, by reflections
	perRotated  = 2e-8   // as perSolved, by rotations
)

// Estimate counts the entries of the Gram matrix, its factor and the mapping;
// or those of centres, which take three passes.
func (m *KRR) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	entry := perEntry + float64(perColumn*float64(d))
	tried := 1.0 // factors, in units of one of all rows
	if m.Lambda == engine.Auto {
		least := min(rows, triedRows) / rows
		tried += float64(4 * least * least * least)
	}
	if centres := m.Centres; centres != engine.Auto && centres < n || centres == engine.Auto && n > exactRows {
		if centres == engine.Auto {
			centres = usualCentre
		}
		c := float64(centres)
		return float64(entry*3*rows*c) + float64(2*perFactored*tried*c*c*c), uint64(float64(8*c*c) + float64(8*rows*float64(d)))
	}
	return float64(entry*rows*rows) + float64(perFactored*tried*rows*rows*rows), ridge.FitBytes(n) + 24*uint64(n)*uint64(d)
}

// Estimate counts the weights of nine bandwidths, and those of the mapping.
func (m *GRNN) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, bandwidths := float64(n), 1.0
	if m.Sigma == engine.Auto {
		bandwidths += 9
	}
	return rows * rows * (float64(perWeighed*bandwidths) + float64(2*perColumn*float64(d))), 16 * uint64(n) * uint64(d)
}

// Estimate counts paths over all rows, where nobody has said how many landmarks
// there are.
func (m *Nystrom) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return rows * rows * (perFollowed + float64(perRead*float64(d))), 8 * uint64(n) * uint64(d)
}

// Estimate counts the neighbours of each row and the system they make.
func (m *Barycentre) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, k := float64(n), float64(m.K)
	return rows * (perRebuilt + float64(perRead*k*k*(float64(d)+k)) + float64(perColumn*rows*float64(d))), 24 * uint64(n) * uint64(d)
}

// Estimate counts the draws that ELM makes by itself, and the mapping.
func (m *ELM) Estimate(n, d int) (seconds float64, bytes uint64) {
	counts, err := m.counts(n)
	if err != nil { // it will be refused at once
		return 0, 0
	}
	const dim = 2
	size, draws := counts[len(counts)-1]+1+dim, m.Draws
	if draws == engine.Auto {
		draws = usualDraws(n, d, size, counts, m.Ridge)
	}
	mapped := float64(float64(perNeuron+float64(perColumn*float64(d))) * float64(n) * float64(size))
	return float64(float64(draws)*drawSeconds(n, d, size, counts, m.Ridge)) + mapped, networkBytes(n, size, draws)
}

// usualDraws is how many draws take about a fifth of a second, an odd number from 1 to
// 25, of which the median is one.
func usualDraws(n, d, size int, counts []int, ridge float64) int {
	const most, seconds = 25, 0.2
	draws := int(max(1, min(most, seconds/drawSeconds(n, d, size, counts, ridge))))
	return draws - (draws+1)%2
}

// drawSeconds is what a draw of the weights takes: the neurons of all rows, their
// products, and the fits without each fold.
func drawSeconds(n, d, size int, counts []int, ridge float64) float64 {
	perSquare, perCube := perSummed, perSolved
	if needsTriangles(ridge) {
		perSquare, perCube = perTurned, perRotated
	}
	rows, wide := float64(n), float64(size)
	seconds := rows * wide * (perNeuron + float64(perColumn*float64(d)) + float64(perSquare*wide))
	for _, c := range counts {
		cube := float64(c) * float64(c) * float64(c)
		seconds += float64(mostFolds * perCube * cube)
	}
	return seconds
}
