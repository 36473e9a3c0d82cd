package embedding

import (
	"unfold/engine"
	"unfold/engine/internal/memory"
	around "unfold/engine/neighbourhood"
	"unfold/engine/pairwise"
)

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
