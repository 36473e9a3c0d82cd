package ridge

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
)

// An inverse is V of P = (K + λI)⁻¹ = V Vᵀ, upper triangular, with zeros below
// the diagonal.
type inverse[T back.Float] struct {
	n int
	v []T
}

// A workspace is where one setting after the other is decomposed.
type workspace struct {
	single []float32
	double []float64
}

// triangleIn returns room for an n×n matrix that has zeros below the diagonal. A
// workspace has one at a time.
func triangleIn[T back.Float](w *workspace, n int) []T {
	if _, double := any(T(0)).(float64); double {
		if w.single = nil; w.double == nil {
			w.double = make([]float64, n*n)
		}
		return any(w.double).([]T)
	}
	if w.double = nil; w.single == nil {
		w.single = make([]float32, n*n)
	}
	return any(w.single).([]T)
}

// invert returns the inverse for a whole symmetric K, in the workspace; false if
// float numbers of type T do not resolve K + λI.
func invert[T back.Float](ctx context.Context, w *workspace, k *mat.Dense, lambda float64) (p inverse[T], ok bool, err error) {
	n, _ := k.Dims()
	p = inverse[T]{n, triangleIn[T](w, n)}
	err = parallel.For(ctx, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := p.v[i*n : (i+1)*n]
			for j, v := range k.RawRowView(i)[i:] {
				row[i+j] = T(v)
			}
			row[i] = T(k.At(i, i) + lambda)
		}
	})
	if err != nil {
		return p, false, err
	}
	if failed, _, err := back.Cholesky(ctx, blas.Upper, n, p.v, n); failed >= 0 || err != nil {
		return p, false, err
	}
	failed, err := back.InvertTriangle(ctx, blas.Upper, n, p.v, n)
	return p, failed < 0, err
}

// times replaces the r vectors in the rows of b by b P, some at a time, with a
// look at the context between them.
func (p inverse[T]) times(ctx context.Context, b []T, r int) error {
	some := max(1, 1<<29/(p.n*p.n))
	return parallel.For(ctx, r, some, func(lo, hi int) {
		var one back.Single[T]
		part := b[lo*p.n : hi*p.n]
		one.Trmm(blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, hi-lo, p.n, 1, p.v, p.n, part, p.n)
		one.Trmm(blas.Right, blas.Upper, blas.Trans, blas.NonUnit, hi-lo, p.n, 1, p.v, p.n, part, p.n)
	})
}

// heldBlock returns P_FF for the consecutive rows from a on that a fold holds, by
// its upper triangle.
func (p inverse[T]) heldBlock(ctx context.Context, a, size int) ([]T, error) {
	c := make([]T, size*size)
	return c, back.Syrk(ctx, blas.Upper, blas.NoTrans, size, p.n-a, 1, p.v[a*p.n+a:], p.n, 0, c, size)
}

// upper returns the upper triangle of P.
func (p inverse[T]) upper(ctx context.Context) ([]T, error) {
	n, c := p.n, make([]T, p.n*p.n)
	pairs := gram.UpperBlocks(n)
	var one back.Single[T]
	return c, parallel.For(ctx, len(pairs), 1, func(t, _ int) {
		i, j := pairs[t].Row, pairs[t].Column
		one.Gemm(blas.NoTrans, blas.Trans, min(gram.BlockSize, n-i), min(gram.BlockSize, n-j), n-j, 1, p.v[i*n+j:], n, p.v[j*n+j:], n, 0, c[i*n+j:], n)
	})
}

// heldFactors returns, for each fold, the factor of P_FF; false if there is none.
func (p inverse[T]) heldFactors(ctx context.Context, plan *plan) (all []factor[T], ok bool, err error) {
	var whole []T
	if !plan.disjoint {
		if whole, err = p.upper(ctx); err != nil {
			return nil, false, err
		}
	}
	for _, held := range plan.held {
		size := len(held)
		var c []T
		if plan.disjoint {
			if c, err = p.heldBlock(ctx, held[0], size); err != nil {
				return nil, false, err
			}
		} else {
			c = make([]T, size*size)
			for a, i := range held {
				for b, j := range held[a:] {
					c[a*size+a+b] = whole[min(i, j)*p.n+max(i, j)]
				}
			}
		}
		if failed, _, err := back.Cholesky(ctx, blas.Upper, size, c, size); failed >= 0 || err != nil {
			return nil, false, err
		}
		all = append(all, factor[T]{size, c})
	}
	return all, true, nil
}

// multiply sets dst = v K for r vectors.
func multiply(ctx context.Context, k *mat.Dense, dst, v []float64, r int) error {
	n, _ := k.Dims()
	return back.Gemm(ctx, blas.NoTrans, blas.NoTrans, r, n, n, 1, v, n, k.RawMatrix().Data, n, 0, dst, n)
}

// withoutHeld sets dst to v (P_TT − P_TF P_FF⁻¹ P_FT) for the vectors of every
// fold, which are zero for its held rows; so is the result.
func (p inverse[T]) withoutHeld(ctx context.Context, plan *plan, blocks []factor[T], dst, v []float64) error {
	n, r := plan.n, plan.r
	err := applyScaled(dst, v, n, func(g []T) error {
		images := append([]T(nil), g...)
		if err := p.times(ctx, images, r); err != nil {
			return err
		}
		for f, held := range plan.held {
			from, dim := plan.first[f], plan.first[f+1]-plan.first[f]
			y := make([]T, dim*len(held))
			for q := range dim {
				for h, i := range held {
					y[q*len(held)+h] = images[(from+q)*n+i]
				}
			}
			if err := blocks[f].solve(ctx, y, dim); err != nil {
				return err
			}
			for q := range dim {
				for h, i := range held {
					g[(from+q)*n+i] = -y[q*len(held)+h]
				}
			}
		}
		return p.times(ctx, g, r)
	})
	plan.mask(dst)
	return err
}
