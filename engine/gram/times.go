package gram

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/parallel"
)

// strips is the most strips of rows that Times cuts K into.
const strips = 16

// Times sets dst = V K for V (r×n): r products of K with vectors, which lie in
// rows. K is computed block by block, its upper triangle alone, and forgotten,
// unless it is kept.
// Time O(n²(d + r)/2), memory 16·r·n numbers. The result is the same bits at
// any GOMAXPROCS.
func (e *Entries) Times(ctx context.Context, dst, v []float64, r int) error {
	n := e.Len()
	height := (n + strips*block - 1) / (strips * block) * block
	sums := make([][]float64, (n+height-1)/height) // what each strip adds to the columns from its first on
	err := parallel.Try(ctx, len(sums), 1, func() []float64 { return make([]float64, block*block) }, func(tile []float64, s, _ int) error {
		from := s * height
		sums[s] = make([]float64, r*(n-from))
		return e.addStrip(ctx, sums[s], v, r, from, min(from+height, n), tile)
	})
	if err != nil {
		return err
	}
	return parallel.For(ctx, n, 1<<12, func(lo, hi int) {
		for q := range r {
			to := dst[q*n : (q+1)*n]
			clear(to[lo:hi])
			for s, sum := range sums {
				from := s * height
				for j := max(lo, from); j < hi; j++ {
					to[j] += sum[q*(n-from)+j-from]
				}
			}
		}
	})
}

// addStrip adds to sum, whose rows begin at column from, the products with the
// rows [from, to) of the upper triangle and with their mirror image.
func (e *Entries) addStrip(ctx context.Context, sum, v []float64, r, from, to int, tile []float64) error {
	n := e.Len()
	wide := n - from
	for i := from; i < to; i += block {
		rows := min(block, to-i)
		for j := i; j < n; j += block {
			if err := ctx.Err(); err != nil {
				return err
			}
			columns := min(block, n-j)
			k := e.at(tile, pair{i, j})
			multiply(blas.Trans, rows, columns, k, v[i:], n, sum[j-from:], wide, r)
			if i != j {
				multiply(blas.NoTrans, rows, columns, k, v[j:], n, sum[i-from:], wide, r)
			}
		}
	}
	return nil
}
