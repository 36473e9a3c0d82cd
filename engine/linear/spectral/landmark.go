package spectral

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
)

// A Triangulation places rows by how far they are from L landmarks, which
// classical scaling has placed:
//
//	y_p = −½ Σ_l (v_lp / √λ_p) (δ_l² − mean_l)
//
// with the leading pairs of the landmarks' own S = −½ J D² J, and their mean
// squared dissimilarity to one another. Landmarks come back to where scaling
// has put them, and distances in the span of the pairs are exact (de Silva,
// Tenenbaum 2004, Sparse multidimensional scaling using landmark points,
// Stanford University).
type Triangulation struct {
	Scaling
	mean    []float64
	weights *mat.Dense // L×dim: v_lp / √λ_p
}

// Triangulate scales landmarks that are as far apart as d says, for dim
// dimensions or all that are positive, whichever are fewer.
func Triangulate(ctx context.Context, d *triangle.Matrix, dim, rough int) (*Triangulation, error) {
	s, err := Scale(ctx, d, dim, rough)
	if err != nil {
		return nil, err
	}
	n := d.Len()
	t := &Triangulation{Scaling: *s, mean: make([]float64, n), weights: mat.NewDense(n, max(1, s.Positive()), nil)}
	row := make([]float64, n)
	for l := range n {
		d.Row(row, l)
		for _, v := range row {
			t.mean[l] += v * v / float64(n)
		}
		for p := range s.Positive() {
			t.weights.Set(l, p, s.Vectors.At(l, p)/math.Sqrt(s.Values[p]))
		}
	}
	return t, nil
}

// Place returns the images (n×dim) of n rows. squares fills dst with the
// squared dissimilarities of rows from to to−1 from landmark l; it is called
// from several goroutines. Rows that are equally far from all landmarks have the
// same image, to the bit. Time O(n L dim).
func (t *Triangulation) Place(ctx context.Context, n, dim int, squares func(dst []float64, l, from, to int)) (*mat.Dense, error) {
	const some = 128 // rows at a time, whose squares stay in the cache
	landmarks, _ := t.weights.Dims()
	y, w := mat.NewDense(n, dim, nil), t.weights.Slice(0, landmarks, 0, dim).(*mat.Dense).RawMatrix()
	count := parallel.Count(ctx, "triangulation", n)
	err := parallel.With(ctx, n, some, func() []float64 { return make([]float64, landmarks*some) }, func(far []float64, lo, hi int) {
		for l, mean := range t.mean {
			row := far[l*some : l*some+hi-lo]
			squares(row, l, lo, hi)
			for i := range row {
				row[i] -= mean
			}
		}
		into := y.Slice(lo, hi, 0, dim).(*mat.Dense).RawMatrix()
		linalg.Gemm(blas.Trans, blas.NoTrans, hi-lo, dim, landmarks, -0.5, far, some, w.Data, w.Stride, 0, into.Data, into.Stride)
		count.Add(hi - lo)
	})
	return y, err
}
