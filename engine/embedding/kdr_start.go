package embedding

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/optimum"
	"unfold/engine/spectral"
)

// starts returns the directions of PCA, of SPCA, and others that are drawn.
func (m *KDR) starts(ctx context.Context, s engine.Sample, x *mat.Dense) ([]*mat.Dense, error) {
	n, d := x.Dims()
	found, err := principal(ctx, x, min(n-1, d))
	if err != nil {
		return nil, err
	}
	rank := len(found.Values)
	if rank == 0 {
		return nil, spectral.Identical()
	}
	if m.Dim > rank {
		return nil, ranked(m.Dim, rank, "directions with any variance")
	}
	starts := []*mat.Dense{mat.DenseCopyOf(found.Vectors.Slice(0, d, 0, m.Dim))}
	quiet, _ := engine.WithNotes(ctx, "")
	if w, err := (&SPCA{Dim: m.Dim, Kernel: "rbf"}).directions(quiet, s, x); err == nil {
		starts = append(starts, w)
	} else if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	stream := random.New(m.Seed, "kdr start")
	for len(starts) < m.Starts {
		w := mat.NewDense(d, m.Dim, nil)
		w.Apply(func(int, int, float64) float64 { return stream.Normal() }, w)
		starts = append(starts, spectral.Orthonormal(w))
	}
	return starts[:min(m.Starts, len(starts))], nil
}

// best goes down from each start by the cost of few rows, first while the
// bandwidth shrinks to sigma, and then to the end from where the cost of all rows
// is least.
func (m *KDR) best(ctx context.Context, cost, few dependence, starts []*mat.Dense, sigma float64) (*mat.Dense, error) {
	const wide, narrow = 30, 30 // steps of a start
	done := parallel.Count(ctx, "steps", (wide+narrow)*len(starts)+m.Iterations)
	quiet := parallel.Part(engine.WithProgress(ctx, func(engine.Progress) {}), 0, 1)
	var best *mat.Dense
	least := math.Inf(1)
	for _, w := range starts {
		w, err := anneal(quiet, few, w, sigma, m.Anneal, min(wide, m.Iterations), done)
		if err != nil {
			return nil, err
		}
		found, err := settle(quiet, few, w, sigma, min(narrow, m.Iterations), done)
		if err != nil {
			return nil, err
		}
		at, err := cost.at(quiet, found.w, sigma)
		if err != nil {
			return nil, err
		}
		if f := at.value(); f < least {
			best, least = found.w, f
		}
	}
	if best == nil {
		return nil, &engine.Error{Param: "eps", Cause: fmt.Sprintf("the cost of every start is not finite at eps = %g", m.Eps), Remedy: "raise eps"}
	}
	found, err := settle(quiet, cost, best, sigma, m.Iterations, done)
	if err != nil {
		return nil, err
	}
	if found.Reason == optimum.Exhausted {
		engine.Remark(ctx, "the cost was still falling after %d steps, where its gradient was %.2g of what it was at the best start: raise iterations", found.Iterations, found.Steepness)
	}
	return found.w, nil
}

// A minimum is what a descent over orthonormal columns has come to.
type minimum struct {
	*optimum.Result
	w *mat.Dense
}

// settle goes down to the minimum near w, where the gradient has all but
// vanished, in at most so many steps. A cost that is not finite at w stays there.
func settle(ctx context.Context, cost dependence, w *mat.Dense, sigma float64, steps int, done *parallel.Counter) (minimum, error) {
	at, err := cost.at(ctx, w, sigma)
	if err != nil || math.IsInf(at.value(), 1) {
		return minimum{w: w}, err
	}
	d, dim := w.Dims()
	found, err := optimum.Minimise(ctx, unconstrained{cost, sigma, d, done}, w.RawMatrix().Data, optimum.Settings{Iterations: steps, Slope: 1e-4, Decrease: 1e-8})
	if err != nil {
		return minimum{}, err
	}
	return minimum{found, spectral.Orthonormal(mat.NewDense(d, dim, found.X))}, nil
}

// scout returns the cost of a few rows that are drawn, or of all if they are no
// more, to descend by from many starts.
func (m *KDR) scout(x, v *mat.Dense) dependence {
	const rows = 200
	n, d := x.Dims()
	_, r := v.Dims()
	if n > rows {
		drawn := random.New(m.Seed, "kdr rows").Permutation(n)[:rows]
		slices.Sort(drawn)
		someX, someV := mat.NewDense(rows, d, nil), mat.NewDense(rows, r, nil)
		for i, at := range drawn {
			someX.SetRow(i, x.RawRowView(at))
			someV.SetRow(i, v.RawRowView(at))
		}
		x, _ = centred(someX)
		v, _ = centred(someV)
		n = rows
	}
	return &exactDependence{x: x, v: v, c: float64(n) * m.Eps}
}
