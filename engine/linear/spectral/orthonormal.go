package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/random"
)

// orthonormalise makes the columns of the next block orthonormal, to the basis
// and to one another: it takes their share of the basis off, which is left in
// first, and turns and stretches what remains by the eigenvectors of its inner
// products, again until nothing changes (Stathopoulos, Wu 2002,
// doi:10.1137/S1064827500370883). C becomes what leads back from the new
// columns to the old.
//
// Columns that depend on others come out of the rounding as vectors of their
// own; those that are zero are drawn anew. Both leave a zero in C up to
// rounding, and let the space go on where S leads nowhere new.
func (sp *space) orthonormalise(ctx context.Context, first *mat.Dense) error {
	const most = 8 // rounds; two do but for columns that depend on others
	w, q := sp.next, sp.q.columns(sp.size)
	sp.c = mat.NewDense(w.cols, w.cols, nil)
	for i := range w.cols {
		sp.c.Set(i, i, 1)
	}
	for round := range most {
		share, err := innerProducts(ctx, q, w)
		if err != nil {
			return err
		}
		if round == 0 && first != nil {
			first.Copy(mat.NewDense(share.Rows, share.Cols, share.Data))
		}
		if err := w.subtractProduct(ctx, q, share); err != nil {
			return err
		}
		inner, err := innerProducts(ctx, w, w)
		if err != nil {
			return err
		}
		if fresh := sp.drawZeroColumns(inner, round); fresh {
			continue
		}
		if done := isOrthonormal(inner, 0.1) && round > 0; done {
			return sp.scaleOrthonormal(ctx, inner)
		}
		if err := sp.scaleOrthonormal(ctx, inner); err != nil {
			return err
		}
	}
	return nil
}

// isOrthonormal reports whether inner products differ from those of orthonormal columns
// by no more.
func isOrthonormal(inner blas64.General, most float64) bool {
	for i := range inner.Rows {
		for j := range inner.Cols {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(inner.Data[i*inner.Stride+j]-want) > most {
				return false
			}
		}
	}
	return true
}

// drawZeroColumns replaces columns of the next block that are zero, and reports whether
// there were any.
func (sp *space) drawZeroColumns(inner blas64.General, round int) (fresh bool) {
	w := sp.next
	for c := range w.cols {
		if inner.Data[c*inner.Stride+c] > 0 {
			continue
		}
		r := random.New(1+round*w.cols+c, "eigenpairs: a new direction")
		for i := range w.rows {
			w.row(i)[c] = r.Between(-1, 1)
		}
		for j := range w.cols {
			sp.c.Set(c, j, 0)
		}
		fresh = true
	}
	return fresh
}

// scaleOrthonormal turns the next block W into W U Σ^−½ for its inner products U Σ Uᵀ,
// the least of Σ raised to what rounding can tell.
func (sp *space) scaleOrthonormal(ctx context.Context, inner blas64.General) error {
	w := sp.next
	b := w.cols
	size := make([]float64, b) // columns are brought to length one before
	for c := range b {
		size[c] = math.Sqrt(inner.Data[c*inner.Stride+c])
	}
	unit := mat.NewSymDense(b, nil)
	for i := range b {
		for j := i; j < b; j++ {
			unit.SetSym(i, j, inner.Data[i*inner.Stride+j]/size[i]/size[j])
		}
	}
	values, u := eigenSmall(unit)
	turn, back := newGeneral(b, b, nil), mat.NewDense(b, b, nil)
	for k, v := range values {
		root := math.Sqrt(max(v, 1e-15*values[b-1]))
		for c := range b {
			turn.Data[c*b+k] = u.At(c, k) / size[c] / root
			back.Set(k, c, u.At(c, k)*size[c]*root)
		}
	}
	var c mat.Dense
	c.Mul(back, sp.c)
	sp.c = &c
	return w.setProduct(ctx, w, turn)
}
