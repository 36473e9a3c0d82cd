package extension

import (
	"context"
	"fmt"
	"slices"

	back "gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
	"unfold/engine/linear/blas"
	"unfold/engine/remedy"
)

// Sums are what least squares know of rows (h, z): of the values h of neurons,
// which stand for H, and of where the row was placed, z, which stands for Z. They
// serve the first columns of H as they do all of them.
type sums interface {
	// add adds rows of a block, h before z in each.
	add(ctx context.Context, block []float64, rows int) error
	// join adds the rows of others, of the same kind.
	join(ctx context.Context, other sums) error
	// solve finds B of min ‖HB − Z‖² + ridge·mean(diag HᵀH) ‖B‖² for the first
	// columns of H.
	solve(ctx context.Context, columns int, ridge float64) (*mat.Dense, error)
	// misfit is ‖HB − Z‖² for as many columns as B has rows.
	misfit(b *mat.Dense) float64
}

// newSums returns sums of no rows: products where the ridge leaves them enough
// digits, which a squared condition number takes half of, else triangles.
func newSums(values, dim int, ridge float64) sums {
	if needsTriangles(ridge) {
		return &triangles{values: values, size: values + dim}
	}
	size := values + dim
	return &products{values: values, size: size, of: make([]float64, size*size)}
}

// needsTriangles reports whether a ridge is lost in the rounding of products.
func needsTriangles(ridge float64) bool { return ridge < 1e-8 }

// Products are the upper triangle of (H Z)ᵀ(H Z).
type products struct {
	values, size int
	of           []float64 // size×size
	normal       []float64 // a workspace of solve, which is called for many counts
}

func (s *products) add(ctx context.Context, block []float64, rows int) error {
	return blas.Syrk(ctx, back.Upper, back.Trans, s.size, rows, 1, block, s.size, 1, s.of, s.size)
}

func (s *products) join(_ context.Context, other sums) error {
	for i, v := range other.(*products).of {
		s.of[i] += v
	}
	return nil
}

// solve factors HᵀH + ρI = UᵀU and solves UᵀU B = HᵀZ.
func (s *products) solve(ctx context.Context, columns int, ridge float64) (*mat.Dense, error) {
	dim := s.size - s.values
	s.normal = slices.Grow(s.normal[:0], columns*columns)
	normal, b := s.normal[:columns*columns], mat.NewDense(columns, dim, nil)
	var trace float64
	for i := range columns {
		row := s.of[i*s.size : (i+1)*s.size]
		copy(normal[i*columns+i:(i+1)*columns], row[i:columns])
		b.SetRow(i, row[s.values:])
		trace += row[i]
	}
	for i := range columns {
		normal[i*columns+i] += float64(ridge * trace / float64(columns))
	}
	failed, _, err := blas.Cholesky(ctx, back.Upper, columns, normal, columns)
	if err != nil {
		return nil, err
	}
	if failed >= 0 {
		return nil, &engine.Error{Param: "ridge", Cause: fmt.Sprintf("%d neurons depend on each other, and ridge = %g does not decide between them", columns, ridge), Remedy: remedy.Raise("ridge").Or(remedy.Reduce("neurons"))}
	}
	for _, t := range []back.Transpose{back.Trans, back.NoTrans} {
		if err := blas.Trsm(ctx, back.Left, back.Upper, t, back.NonUnit, columns, dim, 1, normal, columns, b.RawMatrix().Data, dim); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// misfit is Σ_k bᵀ G b with b = (B_k, −1) and the products G of H and column k of Z.
func (s *products) misfit(b *mat.Dense) float64 {
	columns, dim := b.Dims()
	var sum float64
	column := make([]float64, columns)
	for k := range dim {
		mat.Col(column, k, b)
		own := s.of[(s.values+k)*s.size+s.values+k]
		for i, v := range column {
			row := s.of[i*s.size : (i+1)*s.size]
			beyond := simd.Dot(row[i+1:columns], column[i+1:])
			own += float64(v * (float64(row[i]*v) + float64(2*beyond) - float64(2*row[s.values+k])))
		}
		sum += max(own, 0)
	}
	return sum
}
