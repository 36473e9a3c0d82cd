package gram

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// BlockSize is the number of rows and columns of the blocks of a Gram matrix: two
// of float64 stay in a processor's second cache.
const BlockSize = 256

// A Block is a block of the upper triangle by its first row and column.
type Block struct{ Row, Column int }

// UpperBlocks returns the blocks of the upper triangle of an n×n matrix.
func UpperBlocks(n int) []Block {
	var all []Block
	for i := 0; i < n; i += BlockSize {
		for j := i; j < n; j += BlockSize {
			all = append(all, Block{i, j})
		}
	}
	return all
}

// Matrix returns K (n×n) for the rows of x, both triangles filled. Time
// O(n²d/2), memory n² numbers, asked for before they are taken.
func Matrix(ctx context.Context, k Kernel, x *mat.Dense) (*mat.Dense, error) {
	n, _ := x.Dims()
	if err := Reserve(ctx, memory.Square(1, n), n); err != nil {
		return nil, err
	}
	g := mat.NewDense(n, n, nil)
	return g, NewEntries(k, x).Fill(ctx, g.RawMatrix().Data)
}

// Fill sets k, which holds n² numbers by rows, to K.
func (e *Entries) Fill(ctx context.Context, k []float64) error {
	if err := FillUpper(ctx, e, k); err != nil {
		return err
	}
	return mirror(ctx, e.Len(), k)
}

// Reserve asks for memory that serves a Gram matrix of n rows.
func Reserve(ctx context.Context, bytes uint64, n int) error {
	return memory.Claim(ctx, bytes, fmt.Sprintf("the Gram matrix of %d rows", n), remedy.FewerRows())
}

// FillUpper sets the blocks of the upper triangle of K, those on the diagonal
// whole, and leaves the lower triangle as it is.
func FillUpper[T back.Float](ctx context.Context, e *Entries, k []T) error {
	n := e.Len()
	pairs := UpperBlocks(n)
	count := parallel.Count(ctx, "Gram matrix", len(pairs))
	return parallel.With(ctx, len(pairs), 1, func() []float64 { return make([]float64, BlockSize*BlockSize) }, func(tile []float64, t, _ int) {
		p := pairs[t]
		columns := min(BlockSize, n-p.Column)
		for r, values := 0, e.tile(tile, p); len(values) > 0; r, values = r+1, values[columns:] {
			to := k[(p.Row+r)*n+p.Column:]
			for c, v := range values[:columns] {
				to[c] = T(v)
			}
		}
		count.Add(1)
	})
}

// mirror copies the upper triangle to the lower, in blocks that stay in the
// cache.
func mirror(ctx context.Context, n int, k []float64) error {
	const block = 64
	return parallel.For(ctx, n, block, func(lo, hi int) {
		for from := 0; from < hi; from += block {
			for i := lo; i < hi; i++ {
				for j := from; j < min(from+block, i); j++ {
					k[i*n+j] = k[j*n+i]
				}
			}
		}
	})
}
