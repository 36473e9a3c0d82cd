package simd

// PanelWidth is how many points lie side by side in a panel: value c of point
// j is at 64c + j.
const PanelWidth = 64

// Padded returns n rounded up to whole panels, which are whole words of a bit
// set, too.
func Padded(n int) int { return (n + PanelWidth - 1) / PanelWidth * PanelWidth }

// Pack writes a point into its lane of a panel.
func Pack(panel []float64, lane int, point []float64) {
	for c, v := range point {
		panel[c*PanelWidth+lane] = v
	}
}
