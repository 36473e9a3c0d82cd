package form

import "unfold/engine"

// Evaluations is how many evaluations of a cost a descent through the maps of a form
// usually takes until it settles, as measured on costs of neighbours: a few directions are
// soon found, bent maps go on for long. Of none it is that of free points.
func Evaluations(f engine.Form) float64 {
	switch f.(type) {
	case *Linear:
		return 40
	case *Pieces:
		return 130
	case *RBF:
		return 280
	case *MLP:
		return 500
	}
	return 200
}

// What steps take on a processor of about 3 GHz with AVX-512, in seconds.
const (
	perSum   = 1.2e-9 // a product of a feature with a parameter, there and back, one by one
	perWhite = 5e-10  // a product of a covariance
	perFar   = 1e-9   // a column of a row that is held against a centre
)

// imagesEstimate is what images in two dimensions and their gradients take, by so many
// features of each of n rows, in a usual descent.
func imagesEstimate(f engine.Form, n int, features float64) float64 {
	return float64(Evaluations(f) * 2 * 2 * perSum * float64(n) * features)
}

// Estimate counts the covariance, and images in two dimensions in a usual descent.
func (m *Linear) Estimate(n, d int) (seconds float64, bytes uint64) {
	return float64(perWhite*float64(n)*float64(d)*float64(d)) + imagesEstimate(m, n, float64(d)), 16 * uint64(n) * uint64(d)
}

// Estimate counts the groups of rows, where no predictor tells them, and images in two
// dimensions in a usual descent.
func (m *Pieces) Estimate(n, d int) (seconds float64, bytes uint64) {
	places := min(d, most) + 1
	if m.By == nil {
		seconds = float64(perFar * moves * float64(n) * float64(d) * float64(m.Count))
	}
	if m.Borders == "soft" {
		places *= m.Count
	}
	return seconds + imagesEstimate(m, n, float64(places)), 8 * uint64(n) * uint64(places+1)
}

// Estimate counts the moves of the centres, and images in two dimensions in a usual
// descent.
func (m *RBF) Estimate(n, d int) (seconds float64, bytes uint64) {
	count := m.count(n, 2)
	seconds = float64(perFar * moves * float64(n) * float64(d) * float64(count))
	return seconds + float64(perWhite*float64(n)*float64(count)*float64(count)) + imagesEstimate(m, n, float64(count)), 16 * uint64(n) * uint64(count)
}
