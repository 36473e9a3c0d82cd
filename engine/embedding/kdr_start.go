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
	"unfold/engine/spectral"
)

// starts returns the directions of PCA, of SPCA, and others that are drawn.
func (m *KDR) starts(ctx context.Context, s engine.Sample, x *mat.Dense) ([]*mat.Dense, error) {
	n, d := x.Dims()
	_, leading, err := principal(ctx, x, min(n-1, d))
	if err != nil {
		return nil, err
	}
	if leading == nil {
		return nil, spectral.Identical()
	}
	if _, rank := leading.Dims(); m.Dim > rank {
		return nil, ranked(m.Dim, rank, "directions with any variance")
	}
	starts := []*mat.Dense{mat.DenseCopyOf(leading.Slice(0, d, 0, m.Dim))}
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
		starts = append(starts, orthonormal(w))
	}
	return starts[:min(m.Starts, len(starts))], nil
}

// best descends some steps from each start by few rows, while the bandwidth
// shrinks to sigma, and then to the end from where the cost of all rows is least.
func (m *KDR) best(ctx context.Context, cost, few dependence, starts []*mat.Dense, sigma float64) (*mat.Dense, error) {
	const share = 4
	steps := max(1, m.Iterations/share)
	done := parallel.Count(ctx, "steps", steps*len(starts)+m.Iterations)
	quiet := parallel.Part(engine.WithProgress(ctx, func(engine.Progress) {}), 0, 1)
	var best *mat.Dense
	least := math.Inf(1)
	for _, w := range starts {
		w, err := descend(quiet, few, w, sigma, m.Anneal, steps, done)
		if err != nil {
			return nil, err
		}
		at, err := cost.at(quiet, w, sigma)
		if err != nil {
			return nil, err
		}
		if f := at.value(); f < least {
			best, least = w, f
		}
	}
	if best == nil {
		return nil, &engine.Error{Param: "eps", Cause: fmt.Sprintf("the cost of every start is not finite at eps = %g", m.Eps), Remedy: "raise eps"}
	}
	return descend(quiet, cost, best, sigma, 1, m.Iterations, done)
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
