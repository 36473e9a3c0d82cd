package ridge

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/gram"
	"unfold/engine/remedy"
)

// Centres returns count of n rows in ascending order, any of them equally
// likely, by the seed.
func Centres(n, count, seed int) []int { return drawRows(n, count, seed, "centres") }

func drawRows(n, count, seed int, stream string) []int {
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
	if err := memory.Claim(ctx, CentreBytes(m), fmt.Sprintf("the Gram matrix of %d centres", m), remedy.Reduce("centres")); err != nil {
		return nil, err
	}
	e := gram.NewEntries(k, x)
	s := &normalEquations{rows: e, centres: e.Take(centres), lambda: lambda}
	if err := s.factorCentres(parallel.Part(ctx, 0, 0.1)); err != nil {
		return nil, err
	}
	if memory.Fits(ctx, 8*uint64(n)*uint64(m)) {
		if err := s.keepSimilarities(parallel.Part(ctx, 0.1, 0.4)); err != nil {
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
		return nil, &engine.Error{Param: "lambda", Cause: fmt.Sprintf("lambda = %g is too small for the similarities to %d centres", lambda, m), Remedy: remedy.Raise("lambda").Or(remedy.Reduce("sigma"))}
	}
	fitted, err := s.images(ctx, w, r)
	if err != nil {
		return nil, err
	}
	return &Solution{W: untranspose(w, m), Lambda: lambda, Residual: relativeMisfit(targets, fitted, n)}, nil
}

// relativeMisfit returns the largest ‖Z − K_nM W‖ by ‖Z‖ of the columns.
func relativeMisfit(z, images []float64, n int) float64 {
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
