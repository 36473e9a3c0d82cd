package spectral

import (
	"context"
	"math"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/sparse"
)

// A shifted matrix is the inverse of S + shift I among vectors orthogonal to the
// null vector: its largest eigenvalues 1/(λ + shift) lie far apart where the
// smallest λ of S are close together (Ericsson, Ruhe 1980,
// doi:10.1090/S0025-5718-1980-0583502-2).
type shifted struct {
	factor *sparse.Factor
	n      int
	null   *tall // one column of length one, or none
	bound  float64
	most   float64 // the largest eigenvalue, about, once a search has started
}

// newShifted factors s, which is not negative, with a shift that keeps its null
// vectors from dividing by zero; nil if s is negative beyond rounding.
func newShifted(ctx context.Context, s *sparse.Matrix, plan *sparse.Plan, null []float64, top float64) (inverse *shifted, shift float64, err error) {
	n := s.Len()
	sh := &shifted{n: n, null: newTall(n, 0), bound: top}
	if unit := unitVector(null); unit != nil {
		sh.null = newTall(n, 1)
		copy(sh.null.data, unit)
	}
	for shift = 1e-12 * top; shift < 1e-8*top; shift *= 100 {
		if sh.factor, err = plan.Factor(ctx, s, shift); err != nil || sh.factor != nil {
			return sh, shift, err
		}
	}
	return nil, 0, nil
}

func (s *shifted) size() int { return s.n }

// rounding is that of S, as a share of its smallest eigenvalues: what a product is
// off by where these are small.
func (s *shifted) rounding() float64 { return 0x1p-51 * s.bound * s.most * s.most }

func (s *shifted) multiply(ctx context.Context, dst, src *tall) error {
	for i := range src.rows {
		copy(dst.row(i), src.row(i))
	}
	if err := s.factor.Solve(ctx, dst.data, dst.cols); err != nil {
		return err
	}
	return s.project(ctx, dst)
}

// project takes the share of the null vector off.
func (s *shifted) project(ctx context.Context, a *tall) error {
	share, err := innerProducts(ctx, s.null, a)
	if err != nil {
		return err
	}
	return a.subtractProduct(ctx, s.null, share)
}

// start takes random vectors through two products, which tell the largest
// eigenvalue, about.
func (s *shifted) start(ctx context.Context, dst *tall) error {
	fillRandom(dst, random.New(1, "smallest"))
	for range 2 {
		if err := s.multiply(ctx, dst, dst); err != nil {
			return err
		}
		var longest float64
		for _, v := range dst.data {
			longest = max(longest, math.Abs(v))
		}
		s.most = longest
		if longest == 0 {
			return nil
		}
		if err := parallel.For(ctx, dst.rows, rowBlock, func(lo, hi int) {
			for i := lo * dst.cols; i < hi*dst.cols; i++ {
				dst.data[i] /= longest
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

// throughInverse finds the pairs of the count smallest eigenvalues of s by the
// largest ones of its inverse; nil where s is negative.
func throughInverse(ctx context.Context, s *sparse.Matrix, plan *sparse.Plan, count int, null []float64, top float64) (*Pairs, error) {
	inverse, shift, err := newShifted(parallel.Part(ctx, 0, 0.5), s, plan, null, top)
	if err != nil || inverse == nil {
		return nil, err
	}
	p, err := krylov(parallel.Part(ctx, 0.5, 1), inverse, target{exact: count, tolerance: 1e-12})
	if err != nil {
		return nil, err
	}
	for c, v := range p.Values {
		p.Values[c] = 1/v - shift
	}
	p.Left, p.Sought = 0, residualSought
	left, err := residuals(ctx, s, p)
	for _, r := range left {
		p.Left = max(p.Left, r/max(top, math.SmallestNonzeroFloat64))
	}
	return p, err
}

// residuals returns ‖S v − λ v‖ of each pair.
func residuals(ctx context.Context, s *sparse.Matrix, p *Pairs) ([]float64, error) {
	n, count := p.Vectors.Dims()
	v, image := newTall(n, count), newTall(n, count)
	for i := range n {
		copy(v.row(i), p.Vectors.RawRowView(i))
	}
	if err := combine(ctx, s, image, 1, v, 0, v, 0); err != nil {
		return nil, err
	}
	return differences(v, image, p.Values), nil
}

// differences returns the lengths of the columns of image − v Λ.
func differences(v, image *tall, values []float64) []float64 {
	left := make([]float64, v.cols)
	for i := range v.rows {
		v, sv := v.row(i), image.row(i)
		for c := range left {
			r := sv[c] - float64(values[c]*v[c])
			left[c] += float64(r * r)
		}
	}
	for c := range left {
		left[c] = math.Sqrt(left[c])
	}
	return left
}
