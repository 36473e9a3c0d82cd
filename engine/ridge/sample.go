package ridge

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/blas"

	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
)

// sample decomposes n/s Qᵀ Q + λI = Aᵀ A, with Q = K_sM T⁻¹ for s of the rows,
// or all if they are few. In this form the small eigenvalues of K_MM do not
// drown in the rounding of the large. Products are made of numbers of type T; it
// returns false if those do not do. A product with T⁻¹ takes the place of a
// solve, which is several times slower.
func sample[T back.Float](ctx context.Context, s *system) (ok bool, err error) {
	const rowsOfEach, strip = 16, 1024 // rows for each centre, and at a time
	n, m := s.rows.Len(), s.centres.Len()
	count := min(n, rowsOfEach*m)
	rows := s.rows
	if count < n {
		rows = rows.Take(drawn(n, count, 1, "rows"))
	}
	inverse := slices.Clone(s.t.u)
	if failed, err := back.InvertTriangle(ctx, blas.Upper, m, inverse, m); failed >= 0 || err != nil {
		return false, err
	}
	t, a, q := converted[T](inverse), make([]T, m*m), make([]T, min(count, strip)*m)
	for lo := 0; lo < count; lo += strip {
		size := min(strip, count-lo)
		fresh := func() *part[T] { return &part[T]{make([]float64, stripRows*m), make([]T, stripRows*m)} }
		err := parallel.Try(ctx, size, stripRows, fresh, func(w *part[T], from, to int) error {
			rows.Block(w.k, m, lo+from, lo+to, s.centres, 0, m)
			convert(w.narrow, w.k[:(to-from)*m])
			return w.times(ctx, q[from*m:], t, to-from, m)
		})
		if err == nil {
			err = back.Syrk(ctx, blas.Upper, blas.Trans, m, size, T(float64(n)/float64(count)), q, m, 1, a, m)
		}
		if err != nil {
			return false, err
		}
	}
	s.a = factor[float64]{m, converted[float64](a)}
	for i := range m {
		s.a.u[i*m+i] += s.lambda
	}
	failed, _, err := back.Cholesky(ctx, blas.Upper, m, s.a.u, m)
	return failed < 0, err
}

// A part is the workspace for some rows of K_sM.
type part[T back.Float] struct {
	k      []float64
	narrow []T
}

// times sets dst to the rows times an upper triangle, some columns at a time.
func (w *part[T]) times(ctx context.Context, dst, triangle []T, rows, m int) error {
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

// converted returns the numbers in another type.
func converted[T, From back.Float](v []From) []T {
	to := make([]T, len(v))
	convert(to, v)
	return to
}

func convert[T, From back.Float](dst []T, v []From) {
	for i, x := range v {
		dst[i] = T(x)
	}
}
