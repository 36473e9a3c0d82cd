package ridge

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
)

// blockRows is the number of rows of K_nM that are dealt with at a time: with
// 2000 centres they stay in a processor's second cache.
const blockRows = 128

// A rowBlock is the workspace for some rows of K_nM.
type rowBlock struct {
	k, u, sum []float64 // the rows; their products with r vectors; and what is added up
}

// sumRows adds up in dst (r×M) what add adds to w.sum for all blocks of rows, in
// an order that does not depend on who does it.
func (s *normalEquations) sumRows(ctx context.Context, dst []float64, r int, add func(w *rowBlock, lo, hi int)) error {
	const parts = 32 // sums that are kept apart until the end
	n, m := s.rows.Len(), s.centres.Len()
	height := max(blockRows, (n+parts*blockRows-1)/(parts*blockRows)*blockRows)
	sums := make([][]float64, (n+height-1)/height)
	err := parallel.Try(ctx, len(sums), 1, func() *rowBlock {
		return &rowBlock{u: make([]float64, r*blockRows)}
	}, func(w *rowBlock, part, _ int) error {
		w.sum = make([]float64, r*m)
		sums[part] = w.sum
		for lo := part * height; lo < min(n, (part+1)*height); lo += blockRows {
			if err := ctx.Err(); err != nil {
				return err
			}
			add(w, lo, min(lo+blockRows, n))
		}
		return nil
	})
	if err != nil {
		return err
	}
	clear(dst)
	for _, sum := range sums {
		for i, v := range sum {
			dst[i] += v
		}
	}
	return nil
}

// similarities returns rows [lo, hi) of K_nM.
func (s *normalEquations) similarities(w *rowBlock, lo, hi int) []float64 {
	m := s.centres.Len()
	if s.knm != nil {
		return s.knm[lo*m : hi*m]
	}
	if w.k == nil {
		w.k = make([]float64, blockRows*m)
	}
	s.rows.Block(w.k, m, lo, hi, s.centres, 0, m)
	return w.k[:(hi-lo)*m]
}

// addProducts adds op(A) times the r vectors in rows of v to those of to, where A
// lies by rows without gaps.
func addProducts(op blas.Transpose, rows, columns int, a, v []float64, stride int, to []float64, wide, r int) {
	const few = 4 // vectors for which a product of matrices would only copy
	var one back.Single[float64]
	if r < few {
		for q := range r {
			one.Gemv(op, rows, columns, 1, a, columns, v[q*stride:], 1, 1, to[q*wide:], 1)
		}
		return
	}
	if op == blas.Trans {
		one.Gemm(blas.NoTrans, blas.NoTrans, r, columns, rows, 1, v, stride, a, columns, 1, to, wide)
	} else {
		one.Gemm(blas.NoTrans, blas.Trans, r, rows, columns, 1, v, stride, a, columns, 1, to, wide)
	}
}
