package ridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	back "unfold/engine/blas"
	"unfold/engine/gram"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// Centres returns count of n rows in ascending order, any of them equally
// likely, by the seed.
func Centres(n, count, seed int) []int { return drawn(n, count, seed, "centres") }

func drawn(n, count, seed int, stream string) []int {
	rows := random.New(seed, stream).Permutation(n)[:count]
	slices.Sort(rows)
	return rows
}

// CentreBytes returns what FitCentres takes for that many centres beside
// similarities to them.
func CentreBytes(count int) uint64 { return memory.Square(5, count) }

// What FitCentres promises: the images of all rows together are off by less
// than predictionBound of ‖Z‖, and found in that many products with K_nM.
const (
	predictionBound = 1e-6
	centreProducts  = 100
)

// FitCentres finds the smooth function Σ_j k(x, c_j) W_j of M of the n rows,
// its centres, that comes closest to all targets:
//
//	min ‖K_nM W − Z‖² + λ tr Wᵀ K_MM W
//
// where K_MM has 1e-10 of its mean diagonal added, so that similar centres do
// not make it singular. With all rows for centres that is Fit; neither has an
// intercept. The normal equations are solved by conjugate gradients. Their
// preconditioner is that of Falkon (Rudi, Carratino, Rosasco 2017, arXiv
// 1705.10958), but for K_Mn K_nM it has the products over 16M rows drawn at
// random, where Falkon has those over the centres alone: that serves small ridges
// too. It is made in float32 where λ is at least 1e-8 of n times K's mean
// diagonal, else in float64. Some 15 steps of time O(nM dim) do. K_nM is kept
// where 8nM bytes are free, and else computed anew in each. Time
// O(nM(d + dim) + M³), memory 40M² bytes beside K_nM, asked for before they are
// taken. The result is
// the same bits at any GOMAXPROCS, and with or without room for K_nM.
//
// Residual is ‖Z − K_nM W‖ by ‖Z‖, the largest of the columns, which is not
// small where targets are not smooth. It fails where 100 products do not
// suffice: the ridge is too small for the kernel.
func FitCentres(ctx context.Context, k gram.Kernel, x, z *mat.Dense, lambda float64, centres []int) (*Solution, error) {
	n, _ := x.Dims()
	m := len(centres)
	if err := memory.Need(CentreBytes(m), fmt.Sprintf("the Gram matrix of %d centres", m), "lower centres"); err != nil {
		return nil, err
	}
	e := gram.NewEntries(k, x)
	s := &system{rows: e, centres: e.Take(centres), lambda: lambda}
	if err := s.prepare(parallel.Part(ctx, 0, 0.1)); err != nil {
		return nil, err
	}
	if memory.Need(8*uint64(n)*uint64(m), "similarities to centres", "") == nil {
		if err := s.keep(parallel.Part(ctx, 0.1, 0.4)); err != nil {
			return nil, err
		}
	}
	targets := transpose(z)
	r := len(targets) / n
	w, err := s.solve(parallel.Part(ctx, 0.4, 1), targets, r)
	if err != nil {
		return nil, err
	}
	if w == nil {
		return nil, &engine.Error{Param: "lambda", Cause: fmt.Sprintf("lambda = %g is too small for the similarities to %d centres", lambda, m), Remedy: "raise lambda, or lower sigma"}
	}
	fitted, err := s.images(ctx, w, r)
	if err != nil {
		return nil, err
	}
	return &Solution{W: untranspose(w, m), Lambda: lambda, Residual: misfit(targets, fitted, n)}, nil
}

// A system is the normal equations (K_Mn K_nM + λ K_MM) W = K_Mn Z.
type system struct {
	rows, centres *gram.Entries
	lambda        float64
	kmm           []float64       // K_MM, whole, with a little on its diagonal
	t, a          factor[float64] // K_MM + jitter = Tᵀ T, and of the preconditioner Tᵀ Aᵀ A T
	kept          []float64       // K_nM, or nil
}

// prepare decomposes what the preconditioner is made of.
func (s *system) prepare(ctx context.Context) error {
	m := s.centres.Len()
	s.kmm = make([]float64, m*m)
	if err := s.centres.Fill(ctx, s.kmm); err != nil {
		return err
	}
	jitter := float64(1e-10 * s.centres.Scale())
	for i := range m {
		s.kmm[i*m+i] += jitter
	}
	s.t = factor[float64]{m, slices.Clone(s.kmm)}
	for i := range m {
		clear(s.t.u[i*m : i*m+i])
	}
	failed, pivot, err := back.Cholesky(ctx, blas.Upper, m, s.t.u, m)
	if err != nil {
		return err
	}
	if failed >= 0 {
		return &engine.Error{Cause: fmt.Sprintf("Gram matrix of the centres is not positive semidefinite (pivot %.3g at centre %d)", pivot, failed), Remedy: "the kernel is not a Mercer kernel: for poly, give an offset of at least 0"}
	}
	return nil
}

// solve returns the solutions for r targets, nil if it does not find them. The
// preconditioner is made in float32, whose rounding a ridge beyond a part in a
// hundred million of K_Mn K_nM hides, and in float64 for smaller ridges, or if
// that one did not serve.
func (s *system) solve(ctx context.Context, targets []float64, r int) (w []float64, err error) {
	const hidden = 1e-8
	n, m := s.rows.Len(), s.centres.Len()
	b, err := s.transposed(ctx, targets, r)
	if err != nil {
		return nil, err
	}
	for _, attempt := range []struct {
		sample func(context.Context, *system) (bool, error)
		fits   bool
	}{{sample[float32], s.lambda >= hidden*float64(n)*s.centres.Scale()}, {sample[float64], true}} {
		if !attempt.fits {
			continue
		}
		if ok, err := attempt.sample(ctx, s); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		g := newGradients(m, r, s.times, s.condition, goal{})
		g.most = centreProducts
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
func (s *system) condition(ctx context.Context, dst, v []float64, r int) error {
	copy(dst, v)
	all := []sides[float64]{{dst, r}}
	if err := s.t.forth(ctx, all); err != nil {
		return err
	}
	if err := s.a.solve(ctx, dst, r); err != nil {
		return err
	}
	return s.t.back(ctx, all)
}

// penalty sets dst to λ K_MM v.
func (s *system) penalty(ctx context.Context, dst, v []float64, r int) error {
	m := s.centres.Len()
	return back.Gemm(ctx, blas.NoTrans, blas.NoTrans, r, m, m, s.lambda, v, m, s.kmm, m, 0, dst, m)
}

// times sets dst to (K_Mn K_nM + λ K_MM) v.
func (s *system) times(ctx context.Context, dst, v []float64, r int) error {
	m := s.centres.Len()
	err := s.sum(ctx, dst, r, func(w *strip, lo, hi int) {
		rows := hi - lo
		k := s.similarities(w, lo, hi)
		u := w.u[:r*rows]
		clear(u)
		multiply(blas.NoTrans, rows, m, k, v, m, u, rows, r)
		multiply(blas.Trans, rows, m, k, u, rows, w.sum, m, r)
	})
	if err != nil {
		return err
	}
	return back.Gemm(ctx, blas.NoTrans, blas.NoTrans, r, m, m, s.lambda, v, m, s.kmm, m, 1, dst, m)
}

// transposed returns K_Mn z.
func (s *system) transposed(ctx context.Context, z []float64, r int) ([]float64, error) {
	n, m := s.rows.Len(), s.centres.Len()
	b := make([]float64, r*m)
	return b, s.sum(ctx, b, r, func(w *strip, lo, hi int) {
		multiply(blas.Trans, hi-lo, m, s.similarities(w, lo, hi), z[lo:], n, w.sum, m, r)
	})
}

// images returns K_nM w.
func (s *system) images(ctx context.Context, w []float64, r int) ([]float64, error) {
	n, m := s.rows.Len(), s.centres.Len()
	images := make([]float64, r*n)
	return images, s.sum(ctx, make([]float64, r*m), r, func(t *strip, lo, hi int) {
		multiply(blas.NoTrans, hi-lo, m, s.similarities(t, lo, hi), w, m, images[lo:], n, r)
	})
}

// misfit returns the largest ‖Z − K_nM W‖ by ‖Z‖ of the columns.
func misfit(z, images []float64, n int) float64 {
	var most float64
	for at := 0; at < len(z); at += n {
		var squares float64
		for i, v := range z[at : at+n] {
			squares += float64((v - images[at+i]) * (v - images[at+i]))
		}
		if size := norm(z[at : at+n]); size > 0 {
			most = max(most, math.Sqrt(squares)/size)
		}
	}
	return most
}
