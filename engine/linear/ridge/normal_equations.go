package ridge

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	back "unfold/engine/linear/blas"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// normalEquations are the equations (K_Mn K_nM + λ K_MM) W = K_Mn Z.
type normalEquations struct {
	rows, centres *gram.Entries
	lambda        float64
	kmm           []float64       // K_MM, whole, with a little on its diagonal
	centresFactor factor[float64] // T of K_MM + jitter = Tᵀ T
	normalFactor  factor[float64] // A of the preconditioner Tᵀ Aᵀ A T
	knm           []float64       // K_nM, or nil
}

// factorCentres decomposes what the preconditioner is made of.
func (s *normalEquations) factorCentres(ctx context.Context) error {
	m := s.centres.Len()
	s.kmm = make([]float64, m*m)
	if err := s.centres.Fill(ctx, s.kmm); err != nil {
		return err
	}
	jitter := float64(1e-10 * s.centres.Scale())
	for i := range m {
		s.kmm[i*m+i] += jitter
	}
	s.centresFactor = factor[float64]{m, slices.Clone(s.kmm)}
	for i := range m {
		clear(s.centresFactor.u[i*m : i*m+i])
	}
	failed, pivot, err := back.Cholesky(ctx, blas.Upper, m, s.centresFactor.u, m)
	if err != nil {
		return err
	}
	if failed >= 0 {
		return &engine.Error{Cause: fmt.Sprintf("Gram matrix of the centres is not positive semidefinite (pivot %.3g at centre %d)", pivot, failed), Remedy: remedy.Raise("offset").To(0).Which("makes poly a Mercer kernel")}
	}
	return nil
}

// solve returns the solutions for r targets, nil if it does not find them. The
// preconditioner is made in float32, whose rounding a ridge beyond a part in a
// hundred million of K_Mn K_nM hides, and in float64 for smaller ridges, or if
// that one did not serve.
func (s *normalEquations) solve(ctx context.Context, targets []float64, r int) (w []float64, err error) {
	const hidden = 1e-8
	n, m := s.rows.Len(), s.centres.Len()
	b, err := s.transposedTimes(ctx, targets, r)
	if err != nil {
		return nil, err
	}
	for _, attempt := range []struct {
		factor func(context.Context, *normalEquations) (bool, error)
		fits   bool
	}{{factorNormal[float32], s.lambda >= hidden*float64(n)*s.centres.Scale()}, {factorNormal[float64], true}} {
		if !attempt.fits {
			continue
		}
		if ok, err := attempt.factor(ctx, s); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		g := newConjugateGradients(m, r, s.times, s.condition, goal{})
		g.productLimit = centreProducts
		g.penalty = s.penalty
		for q := range r {
			g.bounds = append(g.bounds, norm(targets[q*n:(q+1)*n])*predictionBound)
		}
		if w, err = g.solve(ctx, b); w != nil || err != nil {
			return w, err
		}
	}
	return nil, nil
}

// condition sets dst to T⁻¹ A⁻¹ A⁻ᵀ T⁻ᵀ v.
func (s *normalEquations) condition(ctx context.Context, dst, v []float64, r int) error {
	copy(dst, v)
	all := []rightSides[float64]{{dst, r}}
	if err := s.centresFactor.solveTransposed(ctx, all); err != nil {
		return err
	}
	if err := s.normalFactor.solve(ctx, dst, r); err != nil {
		return err
	}
	return s.centresFactor.solveUpper(ctx, all)
}

// penalty sets dst to λ K_MM v.
func (s *normalEquations) penalty(ctx context.Context, dst, v []float64, r int) error {
	m := s.centres.Len()
	return back.Gemm(ctx, blas.NoTrans, blas.NoTrans, r, m, m, s.lambda, v, m, s.kmm, m, 0, dst, m)
}

// times sets dst to (K_Mn K_nM + λ K_MM) v.
func (s *normalEquations) times(ctx context.Context, dst, v []float64, r int) error {
	m := s.centres.Len()
	err := s.sumRows(ctx, dst, r, func(w *rowBlock, lo, hi int) {
		rows := hi - lo
		k := s.similarities(w, lo, hi)
		u := w.u[:r*rows]
		clear(u)
		addProducts(blas.NoTrans, rows, m, k, v, m, u, rows, r)
		addProducts(blas.Trans, rows, m, k, u, rows, w.sum, m, r)
	})
	if err != nil {
		return err
	}
	return back.Gemm(ctx, blas.NoTrans, blas.NoTrans, r, m, m, s.lambda, v, m, s.kmm, m, 1, dst, m)
}

// transposedTimes returns K_Mn z.
func (s *normalEquations) transposedTimes(ctx context.Context, z []float64, r int) ([]float64, error) {
	n, m := s.rows.Len(), s.centres.Len()
	b := make([]float64, r*m)
	return b, s.sumRows(ctx, b, r, func(w *rowBlock, lo, hi int) {
		addProducts(blas.Trans, hi-lo, m, s.similarities(w, lo, hi), z[lo:], n, w.sum, m, r)
	})
}

// images returns K_nM w.
func (s *normalEquations) images(ctx context.Context, w []float64, r int) ([]float64, error) {
	n, m := s.rows.Len(), s.centres.Len()
	images := make([]float64, r*n)
	return images, s.sumRows(ctx, make([]float64, r*m), r, func(t *rowBlock, lo, hi int) {
		addProducts(blas.NoTrans, hi-lo, m, s.similarities(t, lo, hi), w, m, images[lo:], n, r)
	})
}

// keepSimilarities computes K_nM once and for all.
func (s *normalEquations) keepSimilarities(ctx context.Context) error {
	n, m := s.rows.Len(), s.centres.Len()
	kept := make([]float64, n*m)
	count := parallel.Count(ctx, "similarities to centres", n)
	err := parallel.For(ctx, n, blockRows, func(lo, hi int) {
		s.rows.Block(kept[lo*m:], m, lo, hi, s.centres, 0, m)
		count.Add(hi - lo)
	})
	s.knm = kept
	return err
}
