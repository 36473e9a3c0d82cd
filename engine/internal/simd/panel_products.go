package simd

// panelProducts are the kernels of PanelProducts, by level.
var panelProducts [levels]func(sums, rows, weights *float64, count int)

// PanelProducts sets sums to the inner products of x with the 64 points of a
// panel. Columns are added in order, a product and a sum rounded each, so that all
// levels give the same bits.
func PanelProducts(sums *[PanelWidth]float64, panel, x []float64) {
	panel = panel[:len(x)*PanelWidth]
	if l := Current(); panelProducts[l] != nil && len(x) > 0 {
		panelProducts[l](&sums[0], &panel[0], &x[0], len(x))
		return
	}
	clear(sums[:])
	for c, v := range x {
		for j, w := range panel[c*PanelWidth : (c+1)*PanelWidth] {
			sums[j] += float64(v * w) // the conversion keeps the product from being fused
		}
	}
}
