package spectral

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"unfold/engine/internal/parallel"
)

// A tall matrix has many rows and few columns. It is worked on by blocks of
// rows, whose sums are added in their order, so that results do not depend on
// the number of processors.
type tall struct {
	rows, cols, stride int
	data               []float64
}

// rowBlock is the rows of a block of work.
const rowBlock = 512

// newTall returns a zero matrix. Its data go on to a multiple of 8 rows, as
// tiles do.
func newTall(rows, cols int) *tall {
	return &tall{rows: rows, cols: cols, stride: cols, data: make([]float64, (rows+7)/8*8*cols)}
}

// columns is the first count columns of a, which share its memory.
func (a *tall) columns(count int) *tall {
	return &tall{rows: a.rows, cols: count, stride: a.stride, data: a.data}
}

// rowRange is rows lo to hi.
func (a *tall) rowRange(lo, hi int) blas64.General {
	return blas64.General{Rows: hi - lo, Cols: a.cols, Stride: max(1, a.stride), Data: a.data[lo*a.stride:]}
}

// row is row i.
func (a *tall) row(i int) []float64 { return a.data[i*a.stride : i*a.stride+a.cols] }

// innerProducts returns aᵀ b.
func innerProducts(ctx context.Context, a, b *tall) (blas64.General, error) {
	sum := newGeneral(a.cols, b.cols, nil)
	if a.cols == 0 {
		return sum, nil
	}
	parts, err := parallel.Blocks(ctx, a.rows, rowBlock, func(lo, hi int) []float64 {
		part := newGeneral(a.cols, b.cols, nil)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, a.rowRange(lo, hi), b.rowRange(lo, hi), 0, part)
		return part.Data
	})
	for _, part := range parts {
		for i, v := range part {
			sum.Data[i] += v
		}
	}
	return sum, err
}

// subtractProduct sets b to b − a s.
func (b *tall) subtractProduct(ctx context.Context, a *tall, s blas64.General) error {
	if a.cols == 0 {
		return nil
	}
	return parallel.For(ctx, b.rows, rowBlock, func(lo, hi int) {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, a.rowRange(lo, hi), s, 1, b.rowRange(lo, hi))
	})
}

// setProduct fills the first columns of dst with a s. dst may be a.
func (dst *tall) setProduct(ctx context.Context, a *tall, s blas64.General) error {
	room := func() []float64 { return make([]float64, min(rowBlock, a.rows)*s.Cols) }
	return parallel.With(ctx, a.rows, rowBlock, room, func(room []float64, lo, hi int) {
		part := newGeneral(hi-lo, s.Cols, room)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.rowRange(lo, hi), s, 0, part)
		for i := lo; i < hi; i++ {
			copy(dst.data[i*dst.stride:i*dst.stride+s.Cols], part.Data[(i-lo)*s.Cols:])
		}
	})
}

// centre takes the means of the columns off, and multiplies what is left.
func (a *tall) centre(ctx context.Context, by float64) error {
	parts, err := parallel.Blocks(ctx, a.rows, rowBlock, func(lo, hi int) []float64 {
		sum := make([]float64, a.cols)
		for i := lo; i < hi; i++ {
			for c, v := range a.row(i) {
				sum[c] += v
			}
		}
		return sum
	})
	if err != nil {
		return err
	}
	mean := make([]float64, a.cols)
	for _, part := range parts {
		for c, v := range part {
			mean[c] += v / float64(a.rows)
		}
	}
	return parallel.For(ctx, a.rows, rowBlock, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := a.row(i)
			for c := range row {
				row[c] = by * (row[c] - mean[c])
			}
		}
	})
}

func newGeneral(rows, cols int, data []float64) blas64.General {
	if data == nil {
		data = make([]float64, rows*cols)
	}
	return blas64.General{Rows: rows, Cols: cols, Stride: max(1, cols), Data: data}
}
