package ridge

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
)

// LeaveOneOut is CrossValidate with a fold for each row, which holds that row
// alone; scores have one error, the mean over all. The error of row i is
// (P Z)_i / P_ii with P = (K + λI)⁻¹, so no system is solved again; where the
// mean is taken off, it is that of all rows.
//
// P_ii come from a decomposition in float32 where those of eight rows, which
// are compared with corrected ones, are within 1e-5; else from one in float64.
// Time O(2n³/3) a setting.
func LeaveOneOut(ctx context.Context, x, z *mat.Dense, g Grid) ([]Score, error) {
	targets := mat.DenseCopyOf(z)
	if g.Centre {
		moments.Centre(targets)
	}
	columns := transpose(targets)
	return g.scoreEach(ctx, x, 1, func(context.Context, *mat.Dense) ([][]float64, error) {
		return make([][]float64, len(g.Lambdas)), nil
	}, func(ctx context.Context, w *workspace, k *mat.Dense, s *Score) error {
		mean, ok, err := leaveOneOut[float32](ctx, w, k, s.Lambda, columns)
		if !ok && err == nil {
			s.Double = true
			mean, ok, err = leaveOneOut[float64](ctx, w, k, s.Lambda, columns)
		}
		if !ok && err == nil {
			err = unsolvedError(s.Lambda)
		}
		s.Errors = []float64{mean}
		return err
	})
}

// leaveOneOut returns the mean squared error when each row is left out, and
// whether numbers of type T are fit to find it.
func leaveOneOut[T back.Float](ctx context.Context, space *workspace, k *mat.Dense, lambda float64, columns []float64) (mean float64, ok bool, err error) {
	const probes, bound = 8, 1e-5
	p, ok, err := invert[T](ctx, space, k, lambda)
	if !ok || err != nil {
		return 0, false, err
	}
	diagonal, err := p.diagonal(ctx)
	if err != nil {
		return 0, false, err
	}
	n, r := p.n, len(columns)/p.n
	probed := min(probes, n)
	if _, double := any(T(0)).(float64); double {
		probed = 0 // there is nothing better to compare with
	}
	b := append(append([]float64(nil), columns...), make([]float64, probed*n)...)
	for t := range probed {
		b[(r+t)*n+t*n/probed] = 1
	}
	s := newConjugateGradients(n, r+probed, func(ctx context.Context, dst, v []float64, r int) error {
		if err := multiply(ctx, k, dst, v, r); err != nil {
			return err
		}
		for i, x := range v {
			dst[i] += float64(lambda * x)
		}
		return nil
	}, p.condition, scoreGoal)
	s.least, s.greatest = lambda, lambda+mat.Trace(k)
	w, err := solveOrImprove[T](ctx, s, b)
	if w == nil || err != nil {
		return 0, false, err
	}
	for t := range probed {
		i := t * n / probed
		if exact := w[(r+t)*n+i]; !(math.Abs(diagonal[i]-exact) <= bound*exact) {
			return 0, false, nil
		}
	}
	for i, v := range w[:n*r] {
		off := v / diagonal[i%n]
		mean += off * off / float64(n*r)
	}
	return mean, !math.IsNaN(mean) && !math.IsInf(mean, 0), nil
}

// diagonal returns P_ii.
func (p inverse[T]) diagonal(ctx context.Context) ([]float64, error) {
	d := make([]float64, p.n)
	return d, parallel.For(ctx, p.n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for _, v := range p.v[i*p.n+i : (i+1)*p.n] {
				d[i] += float64(float64(v) * float64(v))
			}
		}
	})
}

// condition sets dst to nearly v P, scaled as the factor's is.
func (p inverse[T]) condition(ctx context.Context, dst, v []float64, r int) error {
	return applyScaled(dst, v, p.n, func(narrow []T) error { return p.times(ctx, narrow, r) })
}
