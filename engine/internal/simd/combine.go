package simd

// combinations are the kernels of Combine, by level.
var combinations [levels]func(sums, rows, weights *float64, at *int32, count int)

// Combine adds weights[i] times row at[i] of a matrix 64 numbers wide to sums,
// for each i in order, a product and a sum rounded each, so that all levels
// give the same bits. There are as many weights as places.
func Combine(sums *[PanelWidth]float64, rows []float64, at []int32, weights []float64) {
	if len(at) == 0 {
		return
	}
	weights = weights[:len(at)]
	if l := Current(); combinations[l] != nil {
		last := int32(len(rows)/PanelWidth) - 1
		for _, r := range at {
			if r < 0 || r > last {
				panic("simd: Combine: a place lies beyond the rows")
			}
		}
		combinations[l](&sums[0], &rows[0], &weights[0], &at[0], len(at))
		return
	}
	for i, r := range at {
		w := weights[i]
		for j, v := range rows[int(r)*PanelWidth : (int(r)+1)*PanelWidth] {
			sums[j] += float64(w * v)
		}
	}
}
