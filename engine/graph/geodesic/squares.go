package geodesic

import "unfold/engine/internal/simd"

// Squares fills dst with the squared geodesics from the l-th landmark to the
// rows from to to−1, as triangulation needs them.
func (m *Landmarks) Squares(dst []float64, l, from, to int) {
	if m.single != nil {
		simd.Squares(dst[:to-from], m.single[l*m.n+from:l*m.n+to])
		return
	}
	for j, v := range m.double[l*m.n+from : l*m.n+to] {
		dst[j] = v * v
	}
}
