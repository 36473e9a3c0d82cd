package triangle

// BlockRows is how many rows are best asked for at once by who walks all of
// them: entries of one row of the triangle beyond their diagonal then fill whole
// cache lines.
const BlockRows = 32

// Rows fills dst, of length (hi−lo)·n, with rows lo to hi−1 of the whole matrix,
// one behind the other. It reads every entry once and in the order of memory, so
// that BlockRows rows cost little more than one by Row.
func (m *Matrix) Rows(dst []float64, lo, hi int) {
	if m.single == nil {
		fill(dst, lo, hi, m.n, m.Double)
	} else {
		fill(dst, lo, hi, m.n, m.Single)
	}
}

// fill is Rows with the rows of the triangle.
func fill[T float32 | float64](dst []float64, lo, hi, n int, row func(i int) []T) {
	for i := lo; i < hi; i++ {
		to := dst[(i-lo)*n:][:n]
		for j, v := range row(i) {
			to[j] = float64(v)
		}
		to[i] = 0
	}
	for i := lo + 1; i < n; i++ {
		for j, v := range row(i)[lo:min(hi, i)] {
			dst[j*n+i] = float64(v)
		}
	}
}
