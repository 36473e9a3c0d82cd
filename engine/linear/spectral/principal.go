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
// and their directions (d×count), oriented, from the smaller of XᵀX and XXᵀ. Squares
// hide what is 3e-5 as long as the longest, as all rows are beside one far outlier. So
// where directions lack, what the rows are without those that were found is looked at by
// itself, down to 6e-14 of the length of x, far above what rounding leaves of them. Time
// O(n d min(n, d)) for each look, memory O(min(n, d)²) and one more X where directions
// lack, which it asks for. It is deterministic.
func Principal(ctx context.Context, x *mat.Dense, count int) (*Pairs, error) {
	found, err := leading(ctx, x, count)
	const rounding = 0x1p-44
	whole := mat.Norm(x, 2)
	for rest := x; err == nil && found.Len() > 0 && found.Len() < count; {
		if rest, err = without(ctx, rest, found.Vectors); err != nil || mat.Norm(rest, 2) <= rounding*whole {
			break
		}
		more, err := leading(ctx, rest, count-found.Len())
		if err != nil {
			return nil, err
		}
		if more.Len() == 0 {
			break
		}
		found.append(more)
	}
	return found, err
}

// Len returns how many pairs there are.
func (p *Pairs) Len() int { return len(p.Values) }

// append adds smaller pairs, whose vectors are at right angles to those that are there.
func (p *Pairs) append(more *Pairs) {
	for _, c := range more.Equal {
		p.Equal = append(p.Equal, Cluster{From: c.From + p.Len(), To: c.To + p.Len(), Open: c.Open})
	}
	p.Values = append(p.Values, more.Values...)
	both := new(mat.Dense)
	both.Augment(p.Vectors, more.Vectors)
	p.Vectors = both
}

// without returns rows less their parts along orthonormal directions W: X − X W Wᵀ.
func without(ctx context.Context, x, w *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	_, k := w.Dims()
	if err := memory.Claim(ctx, 8*uint64(n)*uint64(d+k), fmt.Sprintf("%d rows of %d columns less their main directions", n, d), remedy.FewerRows()); err != nil {
		return nil, err
	}
	rest, along := mat.DenseCopyOf(x).RawMatrix(), make([]float64, n*k)
	turn := w.RawMatrix()
	if err := own.Gemm(ctx, blas.NoTrans, blas.NoTrans, n, k, d, 1, rest.Data, rest.Stride, turn.Data, turn.Stride, 0, along, k); err != nil {
		return nil, err
	}
	err := own.Gemm(ctx, blas.NoTrans, blas.Trans, n, d, k, -1, along, k, turn.Data, turn.Stride, 1, rest.Data, rest.Stride)
	return mat.NewDense(n, d, rest.Data), err
}

// leading is Principal of one look.
func leading(ctx context.Context, x *mat.Dense, count int) (*Pairs, error) {
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
