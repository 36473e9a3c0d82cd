package decomposition

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A triangular is a matrix A = Q R, m×n with m ≥ n, with Q a product of
// reflections and R an upper triangle. Columns of A lie in the rows of a, where
// their vectors take the place of what is beyond the diagonal of Rᵀ.
type triangular struct {
	m, n     int
	a        []float64 // n×m
	diagonal []float64 // of R
	blocks   []block
}

// triangularise takes the matrix apart whose columns lie in the rows of a, and
// overwrites them. Numbers are about one at most. Time 2mn² − 2n³/3 operations.
func triangularise(ctx context.Context, m, n int, a []float64) (*triangular, error) {
	t := &triangular{m: m, n: n, a: a, diagonal: make([]float64, n)}
	for k := 0; k < n; k += panelRows {
		size := min(panelRows, n-k)
		v, tau := make([]float64, size*(m-k)), make([]float64, size)
		for j := range size {
			row := a[(k+j)*m+k : (k+j+1)*m]
			for p := range j {
				earlier := v[p*(m-k)+p : (p+1)*(m-k)]
				simd.AddScaled(row[p:], -tau[p]*simd.Dot(earlier, row[p:]), earlier)
			}
			t.diagonal[k+j], tau[j] = reflect(row[j:])
			copy(v[j*(m-k)+j:], row[j:])
		}
		b := newBlock(size, m-k, v, m-k, tau)
		t.blocks = append(t.blocks, b)
		rest := n - k - size
		err := parallel.For(ctx, rest, rowGrain(rest), func(lo, hi int) {
			b.applyToRows(blas.Trans, hi-lo, a[(k+size+lo)*m+k:], m)
		})
		if err != nil {
			return nil, err
		}
	}
	return t, ctx.Err()
}

// Triangle returns Rᵀ, n×n, of the m×n matrix A = Q R with m ≥ n: the columns of R
// in its rows. Those of A lie in the rows of a, which it overwrites. Numbers are
// about one at most. Since RᵀR = AᵀA, rows may be added to R as to A: that is how
// least squares of very many rows are solved without squaring their condition.
// Time 2mn² operations.
func Triangle(ctx context.Context, m, n int, a []float64) ([]float64, error) {
	t, err := triangularise(ctx, m, n, a)
	if err != nil {
		return nil, err
	}
	return t.r(), nil
}

// r is Rᵀ, n×n: the columns of R in its rows.
func (t *triangular) r() []float64 {
	r := make([]float64, t.n*t.n)
	for i := range t.n {
		copy(r[i*t.n:], t.a[i*t.m:i*t.m+i])
		r[i*t.n+i] = t.diagonal[i]
	}
	return r
}

// apply turns each of some rows of m numbers, z, into Q z.
func (t *triangular) apply(ctx context.Context, rows int, z []float64) error {
	return parallel.For(ctx, rows, rowGrain(rows), func(lo, hi int) {
		for i := len(t.blocks) - 1; i >= 0; i-- {
			t.blocks[i].applyToRows(blas.NoTrans, hi-lo, z[lo*t.m+i*panelRows:], t.m)
		}
	})
}
