package embedding

import "unfold/engine"

// perSimilar is what a kernel value of two rows takes beside its columns, in
// seconds, on a processor of about 3 GHz with AVX-512.
const perSimilar = 5e-9

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
