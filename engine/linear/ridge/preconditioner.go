package ridge

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
)

// factorNormal decomposes n/s Qᵀ Q + λI = Aᵀ A, with Q = K_sM T⁻¹ for s of the rows,
// or all if they are few. In this form the small eigenvalues of K_MM do not
// drown in the rounding of the large. Products are made of numbers of type T; it
// returns false if those do not do. A product with T⁻¹ takes the place of a
// solve, which is several times slower.
func factorNormal[T back.Float](ctx context.Context, s *normalEquations) (ok bool, err error) {
	const rowsOfEach, chunk = 16, 1024 // rows for each centre, and at a time
	n, m := s.rows.Len(), s.centres.Len()
	count := min(n, rowsOfEach*m)
	rows := s.rows
	if count < n {
		rows = rows.Take(drawRows(n, count, 1, "rows"))
	}
	inverse := slices.Clone(s.centresFactor.u)
	if failed, err := back.InvertTriangle(ctx, blas.Upper, m, inverse, m); failed >= 0 || err != nil {
		return false, err
	}
	t, a, q := convert[T](inverse), make([]T, m*m), make([]T, min(count, chunk)*m)
	for lo := 0; lo < count; lo += chunk {
		size := min(chunk, count-lo)
		fresh := func() *sampledRows[T] { return &sampledRows[T]{make([]float64, blockRows*m), make([]T, blockRows*m)} }
		err := parallel.Try(ctx, size, blockRows, fresh, func(w *sampledRows[T], from, to int) error {
			rows.Block(w.k, m, lo+from, lo+to, s.centres, 0, m)
			convertTo(w.narrow, w.k[:(to-from)*m])
			return w.times(ctx, q[from*m:], t, to-from, m)
		})
		if err == nil {
			err = back.Syrk(ctx, blas.Upper, blas.Trans, m, size, T(float64(n)/float64(count)), q, m, 1, a, m)
		}
		if err != nil {
			return false, err
		}
	}
	s.normalFactor = factor[float64]{m, convert[float64](a)}
	for i := range m {
		s.normalFactor.u[i*m+i] += s.lambda
	}
	failed, _, err := back.Cholesky(ctx, blas.Upper, m, s.normalFactor.u, m)
	return failed < 0, err
}

// A sampledRows is the workspace for some rows of K_sM.
type sampledRows[T back.Float] struct {
	k      []float64
	narrow []T
}

// times sets dst to the rows times an upper triangle, some columns at a time.
func (w *sampledRows[T]) times(ctx context.Context, dst, triangle []T, rows, m int) error {
	var one back.Single[T]
	for j := 0; j < m; j += gram.BlockSize {
		if err := ctx.Err(); err != nil {
			return err
		}
		columns := min(gram.BlockSize, m-j)
		one.Gemm(blas.NoTrans, blas.NoTrans, rows, columns, j+columns, 1, w.narrow, m, triangle[j:], m, 0, dst[j:], m)
	}
	return nil
}
