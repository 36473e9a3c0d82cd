package embedding

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/dependence"
	"unfold/engine/internal/random"
	"unfold/engine/linear/spectral"
)

// starts returns the directions of PCA, of SPCA, and others that are drawn.
func (m *KDR) starts(ctx context.Context, s engine.Sample, x *mat.Dense) ([]*mat.Dense, error) {
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, x, min(n-1, d))
	if err != nil {
		return nil, err
	}
	rank := len(found.Values)
	if rank == 0 {
		return nil, spectral.Identical()
	}
	if m.Dim > rank {
		return nil, tooManyDimensions(m.Dim, rank, "directions with any variance")
	}
	starts := []*mat.Dense{mat.DenseCopyOf(found.Vectors.Slice(0, d, 0, m.Dim))}
	quiet, _ := engine.WithNotes(ctx, "")
	if spca, err := (&SPCA{Dim: m.Dim, Kernel: "rbf"}).directions(quiet, s, x); err == nil {
		starts = append(starts, spca.Vectors)
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

// roughCost returns the cost of 200 rows that are drawn, or of all if they are no more,
// to descend by from many starts.
func (m *KDR) roughCost(x, v *mat.Dense) dependence.Cost {
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
		x, _ = centre(someX)
		v, _ = centre(someV)
		n = rows
	}
	return dependence.NewExact(x, v, float64(n)*m.Eps)
}
