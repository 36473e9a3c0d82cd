package spectral

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	own "unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// Principal returns the positive variances of the centred rows of x, at most count,
// and their directions (d×count), oriented, from the smaller of XᵀX and XXᵀ. Time
// O(n d min(n, d)), memory O(min(n, d)²), which it asks for. It is deterministic.
func Principal(ctx context.Context, x *mat.Dense, count int) (*Pairs, error) {
	n, d := x.Dims()
	small := min(n, d)
	if err := memory.Claim(ctx, memory.Square(3, small), fmt.Sprintf("the covariance of %d rows and %d columns", n, d), remedy.Say("take fewer columns").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	turn := blas.Trans
	if d > n {
		turn = blas.NoTrans
	}
	product := mat.NewSymDense(small, nil)
	raw, sums := x.RawMatrix(), product.RawSymmetric()
	if err := own.Syrk(ctx, blas.Upper, turn, small, max(n, d), 1, raw.Data, raw.Stride, 0, sums.Data, sums.Stride); err != nil {
		return nil, err
	}
	full := mat.NewDense(small, small, nil)
	full.Copy(product)
	if mat.Trace(full) == 0 {
		return new(Pairs), nil
	}
	pairs, err := Top(parallel.Part(ctx, 0, 0.9), full, count)
	if err != nil {
		return nil, err
	}
	positive := pairs.Positive()
	variances := make([]float64, positive)
	directions := mat.NewDense(d, positive, nil)
	if d <= n {
		directions.Copy(pairs.Vectors)
	} else { // from the eigenvectors of XXᵀ: w = Xᵀ v / √λ
		directions.Mul(x.T(), pairs.Vectors.Slice(0, n, 0, positive))
		for c := range positive {
			for r := range d {
				directions.Set(r, c, directions.At(r, c)/math.Sqrt(pairs.Values[c]))
			}
		}
	}
	for c := range positive {
		variances[c] = pairs.Values[c] / float64(n-1)
	}
	Orient(directions)
	return &Pairs{Values: variances, Vectors: directions, Equal: pairs.Equal}, nil
}
