package simd

import "unsafe"

// ProductRows is how many rows of a product the kernels of AddProduct take at
// a time.
const ProductRows = 8

// ProductColumns is the width of a panel: how many columns of a product the
// kernels of AddProduct take at a time at the current level.
func ProductColumns[T Real]() int {
	var v T
	return 3 * 64 / int(unsafe.Sizeof(v))
}

// A Product says where the parts of C += alpha A B lie: rows×columns numbers of
// C, depth products for each of them. Steps count numbers.
//
// B lies by panels of ProductColumns columns, BNext apart, in which rows are
// BRow apart; where the columns are no multiple of 16 numbers, what lies beyond
// the last one is read, too, up to that multiple, but does not matter.
type Product struct {
	Rows, Columns, Depth int
	ARow, AColumn        int // from a row of A to the next, from a column to the next
	BRow, BNext          int
	CRow                 int
}

// AddProduct computes C += alpha A B in fixed order, the same bits at every
// level: each number of C becomes
//
//	c_ij = fma(alpha, s, c_ij),  s = fma(a_i,p, b_p,j, s) for p = 0, 1, …, from s = 0
//
// whatever the other rows and columns are. Time Rows·Columns·Depth fused
// products and sums.
func AddProduct[T Real](p Product, alpha T, a, b, c []T) {
	if p.Rows <= 0 || p.Columns <= 0 || p.Depth <= 0 {
		return
	}
	width := ProductColumns[T]()
	for i := range p.Rows {
		for j := 0; j < p.Columns; j += width {
			columns := min(width, p.Columns-j)
			var sums [48]T
			for q := range p.Depth {
				addScaled(sums[:columns], a[i*p.ARow+q*p.AColumn], b[j/width*p.BNext+q*p.BRow:])
			}
			addScaled(c[i*p.CRow+j:i*p.CRow+j+columns], alpha, sums[:])
		}
	}
}

// AddScaled adds alpha x to y, fused.
func AddScaled[T Real](y []T, alpha T, x []T) { addScaled(y, alpha, x) }

func addScaled[T Real](y []T, alpha T, x []T) {
	x = x[:len(y)]
	for j, v := range x {
		y[j] = Fused(alpha, v, y[j])
	}
}
