package embedding

import (
	"unfold/engine"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/geodesic"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/triangle"
	"unfold/engine/stage/form"
)

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perProduct = 5e-10   // a product of a covariance or of distances between classes
	perCube    = 5e-9    // an entry of a matrix times its size, for all eigenpairs
	perCell    = 5e-9    // a cell of a table that is centred and mapped
	perTested  = 1.5e-10 // a column of a pair of rows that a neighbour search tests
	perRelaxed = 1e-9    // an edge for each source of geodesics
	perScaled  = 4e-9    // a pair of rows, for the leading eigenpairs of its distances
	perPlaced  = 2e-9    // a row and landmark, for each dimension
	perNested  = 2.7e-7  // a row and anchor, for all numbers of neighbours
	perSimilar = 5e-9    // a kernel value of two rows, beside their columns
)

// Estimate counts neighbour lists, shortest paths and the passes over geodesics
// that eigenpairs take, of all rows or of landmarks, and the choice of k.
func (m *Isomap) Estimate(n, d int) (seconds float64, bytes uint64) {
	n = m.rows(n)
	seconds, bytes = m.placementEstimate(n, d)
	if m.ReadsLabels() {
		seconds += float64(perNested * float64(n) * float64(min(n, geodesic.MostAnchors)))
		bytes = max(bytes, geodesic.NestedBytes(n, mostNeighbours))
	}
	if !form.IsFree(m.Map) {
		seconds += descentEstimate(n, m.Dim)
	}
	return seconds, bytes
}

// placementEstimate is the estimate of all but the choice of k.
func (m *Isomap) placementEstimate(n, d int) (seconds float64, bytes uint64) {
	rows, k := float64(n), float64(m.K)
	if m.Eps != engine.Auto || m.K == engine.Auto {
		k = usualNeighbours // nobody knows
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
// pair of rows. A stress is gone down beside that.
func (m *MDS) Estimate(n, d int) (seconds float64, bytes uint64) {
	n = m.rows(n)
	seconds, bytes = principalEstimate(n, d)
	if m.stress() != "classical" {
		seconds += descentEstimate(n, m.Dim)
	}
	return seconds, bytes + 8*uint64(n)*screeDimensions
}

// descentEstimate is what evaluations of a stress over all pairs of n rows take.
func descentEstimate(n, dim int) float64 {
	const evaluations, perPair, perCoordinate = 200, 6e-9, 1e-9
	return float64(evaluations * (perPair + float64(perCoordinate*float64(max(dim, 1)))) * float64(n) * float64(n))
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

// Estimate counts products with the columns for each dimension.
func (m *PLS) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows, wide := float64(n), float64(d)
	return float64(perCell*rows*wide) + float64(4*perProduct*rows*wide*float64(m.Dim)), 24 * uint64(n) * uint64(d)
}

// Estimate counts the product of responses' similarities with the columns, of
// which a table of classes has none, and eigenpairs.
func (m *SPCA) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = principalEstimate(n, d)
	rows := float64(n)
	return seconds + float64(perSimilar*rows*rows) + float64(perProduct*rows*rows*float64(d)), bytes + 24*uint64(n)*uint64(d)
}

// Estimate counts the kernel values of all pairs and their leading eigenpairs.
func (m *KPCA) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return (2*perSimilar + float64(perProduct*float64(d)) + float64(40*perProduct*float64(m.Dim))) * rows * rows, 24 * uint64(n) * uint64(n)
}

// Estimate counts kernel values, a factor and three products of all their size.
func (m *KSPCA) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return rows * rows * (2*perSimilar + float64(perProduct*float64(d)) + float64(0.2*perProduct*rows)), memory.Square(6, n)
}

// Estimate counts the kernel values of all pairs, once a dimension.
func (m *KPLS) Estimate(n, d int) (seconds float64, bytes uint64) {
	rows := float64(n)
	return float64(m.Dim+2) * (perSimilar + float64(perProduct*float64(d))) * rows * rows, 16 * uint64(n) * uint64(d+4)
}

// Estimate counts some three costs a step, of which there are a quarter from
// each start.
func (m *KDR) Estimate(n, d int) (seconds float64, bytes uint64) {
	const usual, rough, perStart = 100.0, 200.0, 120.0 // steps to a minimum, rows of a start, and evaluations of those
	rows, steps := float64(n), 1.3*min(float64(m.Iterations), usual)
	few := min(rows, rough)
	starts := float64(float64(m.Starts) * perStart * few * few * (float64(2*perSimilar) + float64(perProduct*few/3)))
	features := float64(m.Features)
	if m.Features == engine.Auto && n > 2000 {
		features = 300
	}
	if features == 0 {
		return starts + float64(steps*rows*rows*(float64(2*perSimilar)+float64(perProduct*rows/3))), 16 * uint64(n) * uint64(n)
	}
	return starts + float64(steps*rows*features*(perSimilar+float64(perProduct*features))), 16 * uint64(features) * uint64(rows+features)
}

// Estimate counts the neighbours, the covariance and its eigenpairs.
func (m *LPP) Estimate(n, d int) (seconds float64, bytes uint64) {
	return preservingEstimate(n, d, m.K)
}

// Estimate counts the neighbours, their weights, the covariance and its eigenpairs.
func (m *NPE) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = preservingEstimate(n, d, m.K)
	return seconds + float64(1e-7*float64(n)*float64(m.K)*float64(m.K)), bytes + alignment.Bytes(n, m.K, 1)
}

// preservingEstimate is what a linear map of a graph of k neighbours takes.
func preservingEstimate(n, d, k int) (seconds float64, bytes uint64) {
	seconds, bytes = principalEstimate(n, d)
	rows, wide := float64(n), float64(d)
	seconds += float64(perTested*rows*rows*wide) + float64(perProduct*rows*wide*(float64(k)+wide))
	return seconds, bytes + 16*uint64(n)*uint64(d) + 36*uint64(n)*uint64(k)
}

// What fits over pairs take on a processor of about 3 GHz, in seconds.
const (
	perPair   = 6e-9 // a pair from one end in one evaluation, for the first two dimensions
	perStream = 1e-8 // a pair of rows in one evaluation of a normalised cost
	descents  = 25   // evaluations of a usual fit from one start
)

// evaluations is how many a usual fit takes: from one start, or roughly from some
// and to the end from the lowest.
func (s Starts) evaluations() float64 {
	if s.Most <= 1 {
		return descents
	}
	return descents * (1 + float64(float64(min(s.Most, pairwise.FewestStarts))/2))
}

// degree is how many rows a row of n has to do with in a graph, about.
func degree(c around.Choice, n, d int) float64 {
	all := float64(max(1, n-1))
	switch c.Word() {
	case "knn":
		if c.K == engine.Auto {
			return min(all, float64(d+5))
		}
		return min(all, float64(c.K))
	case "entropy", "crossentropy":
		if n <= 2000 {
			return all
		}
		if c.Perplexity == engine.Auto {
			return 90
		}
		return min(all, 3*c.Perplexity)
	case "student":
		if n <= 5000 {
			return all
		}
		return 128
	}
	return min(all, 60) // nobody knows
}

// Estimate counts the search for neighbours and the passes over pairs; for maps
// of free rank there are more of them, in half of all dimensions, unless the
// columns are few.
func (m *SDPP) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = pairsEstimate(m.Near, m.From, n, d, m.Dim)
	if m.Method == "sqlp" {
		bytes += 8 * uint64(n) * uint64(d)
		if d > 2*pairwise.Widest {
			seconds += float64(16 * descents * 2 * float64(n) * degree(m.Near, n, d) * perPair * (1 + float64(float64(d)/8)))
		}
	}
	return seconds, bytes
}

// Estimate counts the search for neighbours and the passes over pairs, over all
// pairs of rows with a normaliser.
func (m *SPPP) Estimate(n, d int) (seconds float64, bytes uint64) {
	seconds, bytes = pairsEstimate(m.Near, m.From, n, d, m.Dim)
	if m.Normalise != "none" {
		seconds += float64(m.From.evaluations() * perStream * float64(n) * float64(n) * (1 + float64(float64(m.Dim)/4)))
	}
	return seconds, bytes
}

// Estimate counts kernel values and their eigenpairs beside what SDPP takes.
func (m *KSDPP) Estimate(n, d int) (seconds float64, bytes uint64) {
	centres := float64(min(n, m.Centres))
	seconds, bytes = pairsEstimate(m.Near, m.From, n, d, m.Dim)
	seconds += float64(perCube*centres*centres*centres) + float64(perProduct*float64(n)*centres*(centres+float64(d)))
	return seconds, bytes + 8*uint64(n)*uint64(2*centres+2*mostComponents) + memory.Square(3, int(centres))
}

// pairsEstimate is what a fit of pairs takes.
func pairsEstimate(c around.Choice, from Starts, n, d, dim int) (seconds float64, bytes uint64) {
	seconds, bytes = principalEstimate(n, d)
	edges := 2 * float64(n) * degree(c, n, d)
	seconds += float64(perTested*float64(n)*float64(n)*float64(d)) + float64(from.evaluations()*edges*perPair*(1+float64(float64(dim)/4)))
	return seconds, 2*bytes + uint64(edges*44)
}
