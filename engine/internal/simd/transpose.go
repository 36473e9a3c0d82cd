package simd

// transposeSingle and transposeDouble are the kernels of TransposeSingle and
// TransposeDouble, by level.
var (
	transposeSingle [levels]func(dst, src *float32)
	transposeDouble [levels]func(dst, src *float64)
)

// TransposeSingle turns a square of SingleLanes rows of as many lanes: dst gets
// the columns of src for rows.
func TransposeSingle(dst, src []float32) {
	const size = SingleLanes * SingleLanes
	dst, src = dst[:size], src[:size]
	if kernel := transposeSingle[Current()]; kernel != nil {
		kernel(&dst[0], &src[0])
		return
	}
	transpose(dst, src, SingleLanes)
}

// TransposeDouble is TransposeSingle for float64 and DoubleLanes.
func TransposeDouble(dst, src []float64) {
	const size = DoubleLanes * DoubleLanes
	dst, src = dst[:size], src[:size]
	if kernel := transposeDouble[Current()]; kernel != nil {
		kernel(&dst[0], &src[0])
		return
	}
	transpose(dst, src, DoubleLanes)
}

// transpose is both in portable Go.
func transpose[T float32 | float64](dst, src []T, n int) {
	for i := range n {
		row := dst[i*n : (i+1)*n]
		for j := range row {
			row[j] = src[j*n+i]
		}
	}
}
