package simd

// panelSquares are the kernels of PanelSquares, by level.
var panelSquares [levels]func(sums *float64, panel, x *float64, bound float64, d int) uint64

// PanelSquares sets sums to the squared Euclidean distances of x to the 64 points
// of a panel, and returns which are at most bound: bit j for point j. A point
// with NaN in it is never. Points that lie in whole columns are for ColumnSquares. Columns are added in order, a product and a sum
// rounded each, so that all levels give the bits of engine.Euclidean.
func PanelSquares(sums *[PanelWidth]float64, panel, x []float64, bound float64) (within uint64) {
	panel = panel[:len(x)*PanelWidth]
	if l := Current(); panelSquares[l] != nil && len(x) > 0 {
		return panelSquares[l](&sums[0], &panel[0], &x[0], bound, len(x))
	}
	clear(sums[:])
	for c, v := range x {
		for j, w := range panel[c*PanelWidth : (c+1)*PanelWidth] {
			diff := v - w
			sums[j] += float64(diff * diff) // the conversion keeps the product from being fused
		}
	}
	for j, s := range sums {
		if s <= bound {
			within |= 1 << j
		}
	}
	return within
}
