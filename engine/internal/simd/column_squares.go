package simd

// columnBlocks are the kernels of ColumnSquares, by level, for blocks of 32
// rows.
var columnBlocks [levels]func(dst, columns *float64, stride int, point *float64, dim, blocks int)

// ColumnSquares sets dst[j] = Σ_c (columns[c·stride+j] − point[c])², the
// squared distances from a point to rows that are kept by columns, summed from
// the first column to the last without fusing, so that every level gives the
// same bits.
func ColumnSquares(dst, columns []float64, stride int, point []float64) {
	if len(dst) == 0 || len(point) == 0 {
		clear(dst)
		return
	}
	last := columns[(len(point)-1)*stride:][:len(dst)] // as far as the kernel reads
	at := 0
	if kernel := columnBlocks[Current()]; kernel != nil && len(last) >= 32 {
		kernel(&dst[0], &columns[0], stride, &point[0], len(point), len(dst)/32)
		at = len(dst) &^ 31
	}
	clear(dst[at:])
	for c, p := range point {
		column := columns[c*stride:][:len(dst)]
		for j := at; j < len(dst); j++ {
			diff := column[j] - p
			dst[j] += float64(diff * diff) // the conversion forbids fusing
		}
	}
}
