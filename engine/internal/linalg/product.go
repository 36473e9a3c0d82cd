package linalg

import (
	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/simd"
)

// A Loop calls body for parts [lo, hi) that make up [0, n), one after another or
// at once; all but the last are a multiple of grain long. It returns an error if
// it ended before all were done, as a context may make it.
type Loop func(n, grain int, body func(lo, hi int)) error

// sequentialLoop is the Loop that runs in the calling goroutine.
func sequentialLoop(n, _ int, body func(lo, hi int)) error {
	body(0, n)
	return nil
}

const (
	// A cell is the part of C that one processor adds to at a time: its rows of A
	// and its columns of B, Depth of each, stay in the processor's own cache. Its
	// sides are multiples of those of every tile.
	cellRows, cellColumns = 120, 240
	// A block is what is packed of A and of B at a time, some eight megabytes
	// each.
	blockRows, blockColumns = 4080, 4080
)

// An operand is op of a matrix: number (i, j) lies at i·row + j·column.
type operand[T Float] struct {
	data        []T
	row, column int
}

// operandOf returns op(A) of the given shape, and panics if A does not fit its
// slice.
func operandOf[T Float](name string, t blas.Transpose, rows, cols int, data []T, stride int) operand[T] {
	o := operand[T]{data: checkedSlice(name, data, stride, storedShape(t, rows, cols))}
	o.row, o.column = strides(t, stride)
	return o
}

// at is the operand from row i and column j on.
func (o operand[T]) at(i, j int) operand[T] {
	return operand[T]{o.data[i*o.row+j*o.column:], o.row, o.column}
}

// A product is C = alpha A B + beta C, or one triangle of it: A, the left
// operand, is m×k, B, the right one, k×n.
type product[T Float] struct {
	triangle    blas.Uplo // zero for all of C
	m, n, k     int
	alpha, beta T
	left, right operand[T]
	c           []T
	ldc         int
}

// span is which numbers of a row are wanted.
func (p *product[T]) span(row int) (lo, hi int) {
	switch p.triangle {
	case blas.Upper:
		return row, p.n
	case blas.Lower:
		return 0, row + 1
	}
	return 0, p.n
}

// clip is the part of a row's span in [left, right), empty if lo = hi.
func (p *product[T]) clip(row, left, right int) (lo, hi int) {
	lo, hi = p.span(row)
	lo = min(max(lo, left), right)
	return lo, max(lo, min(hi, right))
}

// scale multiplies by beta what is wanted of a part of C.
func (p *product[T]) scale(top, bottom, left, right int) {
	if p.beta == 1 {
		return
	}
	for i := top; i < bottom; i++ {
		if lo, hi := p.clip(i, left, right); lo < hi {
			scale(p.beta, p.c[i*p.ldc+lo:], hi-lo, shape{1, hi - lo})
		}
	}
}

// compute goes through C block by block, and through the sums there by Depth.
func (p *product[T]) compute(loop Loop) error {
	if p.k == 0 || p.alpha == 0 {
		return loop(p.m, cellRows, func(lo, hi int) { p.scale(lo, hi, 0, p.n) })
	}
	const few, short = 32, 128 // numbers of A, and columns, that are not worth packing
	if p.n == 1 {
		p.computeColumn()
		return nil
	}
	if p.m == 1 || p.m <= few && p.k <= few && p.m*p.k <= few && p.n <= short {
		p.computeRows()
		return nil
	}
	tiles := simd.CurrentTiles[T]()
	if p.m <= cellRows {
		return block[T]{product: p, tiles: tiles}.addFlat(loop)
	}
	depth := min(Depth, p.k)
	rows := getBuffer[T]((min(p.m, blockRows) + tiles.Rows) * depth)
	columns := getBuffer[T]((min(p.n, blockColumns) + tiles.Lanes) * depth)
	defer putBuffer(rows)
	defer putBuffer(columns)
	return block[T]{product: p, tiles: tiles, strips: *rows, panels: *columns}.addAll(loop)
}
