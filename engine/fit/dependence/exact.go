package dependence

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
	back "unfold/engine/linear/blas"
)

// Exact is f = tr Vᵀ (H K H + cI)⁻¹ V by the kernel values of all rows. A step
// takes O(n³/3) time, and all of them 4n² numbers.
type Exact struct {
	x, v *mat.Dense // n×d, n×r; centred
	c    float64

	recent [2]*exactEvaluation // the next to be overwritten first
}

// NewExact returns the cost for centred rows x (n×d) and V (n×r), centred, with
// V Vᵀ = G_y.
func NewExact(x, v *mat.Dense, c float64) *Exact { return &Exact{x: x, v: v, c: c} }

// An exactEvaluation is one by all kernel values of rows. With H K H + cI =
// L Lᵀ, f is the sum of squares of L⁻¹ V.
type exactEvaluation struct {
	of       *Exact
	sigma, f float64
	columns  []float64  // of z / √2σ, one after the other
	k        *mat.Dense // K
	means    []float64  // of its rows
	l        *mat.Dense // L in the lower triangle
	half     *mat.Dense // L⁻¹ V
}

// At returns f for w.
func (e *Exact) At(ctx context.Context, w *mat.Dense, sigma float64) (Evaluation, error) {
	n, _ := e.x.Dims()
	_, dim := w.Dims()
	s := e.recent[0]
	if s == nil {
		s = &exactEvaluation{of: e, columns: make([]float64, n*dim), k: mat.NewDense(n, n, nil), means: make([]float64, n), l: mat.NewDense(n, n, nil), half: mat.DenseCopyOf(e.v)}
	}
	e.recent[0], e.recent[1] = e.recent[1], s
	s.sigma, s.f = sigma, math.Inf(1)
	mat.NewDense(dim, n, s.columns).Mul(w.T(), e.x.T())
	for i := range s.columns {
		s.columns[i] /= math.Sqrt2 * sigma
	}
	if err := s.fill(ctx); err != nil {
		return nil, err
	}
	if err := s.centre(ctx, e.c); err != nil {
		return nil, err
	}
	if definite, err := factor(ctx, s.l); err != nil || !definite {
		return s, err
	}
	s.half.Copy(e.v)
	if err := solve(ctx, blas.NoTrans, s.l, s.half); err != nil {
		return nil, err
	}
	s.f = inner(s.half, s.half)
	return s, nil
}

// Value returns f.
func (s *exactEvaluation) Value() float64 { return s.f }

// fill sets K and the means of its rows.
func (s *exactEvaluation) fill(ctx context.Context) error {
	n := len(s.means)
	type workspace struct{ point, lanes []float64 }
	fresh := func() workspace {
		return workspace{make([]float64, len(s.columns)/n), make([]float64, simd.Lanes[float64]())}
	}
	return parallel.With(ctx, n, parallel.Grain(4*n), fresh, func(w workspace, lo, hi int) {
		for i := lo; i < hi; i++ {
			for p := range w.point {
				w.point[p] = s.columns[p*n+i]
			}
			clear(w.lanes)
			simd.ColumnSquares(s.k.RawRowView(i), s.columns, n, w.point)
			simd.GaussLanes(s.k.RawRowView(i), w.lanes)
			s.means[i] = simd.SumLanes(w.lanes) / float64(n)
		}
	})
}

// centre sets the lower triangle of l to that of H K H + cI.
func (s *exactEvaluation) centre(ctx context.Context, c float64) error {
	n := len(s.means)
	var all float64
	for _, v := range s.means {
		all += v / float64(n)
	}
	return parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := s.l.RawRowView(i)
			for j, v := range s.k.RawRowView(i)[:i+1] {
				row[j] = v - (s.means[i] + s.means[j] - all)
			}
			row[i] += c
		}
	})
}

// Gradient returns Xᵀ dZ. With S = L⁻ᵀ L⁻¹ V and F_ij = (S Sᵀ)_ij K_ij / 2σ², the
// derivative by the squared distance of i and j, dz_i = 4 Σ_j F_ij (z_i − z_j).
func (s *exactEvaluation) Gradient(ctx context.Context) (*mat.Dense, error) {
	if err := solve(ctx, blas.Trans, s.l, s.half); err != nil {
		return nil, err
	}
	n, r := s.half.Dims()
	dim := len(s.columns) / n
	half, forces := s.half.RawMatrix().Data, s.l
	if err := back.Gemm(ctx, blas.NoTrans, blas.Trans, n, n, r, 2*math.Sqrt2/s.sigma, half, r, half, r, 0, forces.RawMatrix().Data, n); err != nil {
		return nil, err
	}
	dz := mat.NewDense(n, dim, nil)
	if err := parallel.For(ctx, n, parallel.Grain((2+dim)*n), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, out := forces.RawRowView(i), dz.RawRowView(i)
			simd.Times(row, s.k.RawRowView(i))
			var all float64
			for _, v := range row {
				all += v
			}
			for p := range out {
				column := s.columns[p*n : (p+1)*n]
				out[p] = float64(all*column[i]) - simd.Dot(row, column)
			}
		}
	}); err != nil {
		return nil, err
	}
	g := new(mat.Dense)
	g.Mul(s.of.x.T(), dz)
	return g, nil
}
