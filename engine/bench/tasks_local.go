package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/alignment"
	"unfold/engine/graph/laplacian"
	"unfold/engine/linear/sparse"
	"unfold/engine/stage/local"
)

// twelve is what lines of neighbourhoods have.
var twelve = settings{"k": 12, "dim": 2}

// localLines are embedders that look at neighbourhoods alone, beside the peer's at
// tolerances that leave residuals like ours: its own leave some 1e-5.
var localLines = []line{
	localLine("ltsa", "LTSA", target{Ratio: 5, Share: 1. / 2}, func(ctx context.Context, u *alignment.Surroundings) (*sparse.Matrix, []float64, error) {
		asked, err := alignment.Tangent(ctx, alignment.Surrounding(u.Nearest, nil), u.X, 2)
		if err != nil {
			return nil, nil, err
		}
		m, err := asked.Sum(ctx)
		return m, nil, err
	}, "tol=1e-12", "tol=1e-12, n_jobs=THREADS"),
	localLine("eigenmaps", "Laplacian eigenmaps", target{Ratio: 5, Share: 1. / 2}, func(ctx context.Context, u *alignment.Surroundings) (*sparse.Matrix, []float64, error) {
		w, _ := laplacian.Edges(ctx, u.Joined, "heat", engine.Auto)
		m, root := laplacian.Walk(w)
		return m, root, nil
	}, "", "eigen_solver='lobpcg', eigen_tol=1e-12"),
	localLine("lle", "LLE", target{Ratio: 2, Share: 1. / 2}, func(ctx context.Context, u *alignment.Surroundings) (*sparse.Matrix, []float64, error) {
		asked, err := alignment.Weights(ctx, alignment.Centred(u.Nearest, nil), u.X, 1e-3)
		if err != nil {
			return nil, nil, err
		}
		m, err := asked.Sum(ctx)
		return m, nil, err
	}, "tol=1e-12", "tol=1e-12, n_jobs=THREADS"),
}

// localLine is one of them on the rolled sheet. ask returns the matrix whose smallest
// eigenvectors places are, and what these are multiplied by to be such.
func localLine(name, title string, t target, ask func(context.Context, *alignment.Surroundings) (*sparse.Matrix, []float64, error), options ...string) line {
	return line{
		name: name, title: title + " n=10,000 d=3 k=12 → 2",
		input: func(ctx context.Context) (rowset, error) { return roll(ctx, 10_000) },
		task:  name, set: twelve,
		peer: scikit, options: options,
		target: t, judge: judgeEigenvectors(ask),
	}
}

// localTask is the work of such an embedder.
func localTask(fresh func() engine.Embedder) func(arrays map[string]*mat.Dense, set settings) (work, error) {
	return func(arrays map[string]*mat.Dense, set settings) (work, error) {
		m, err := configured(fresh(), set)
		if err != nil {
			return nil, err
		}
		return newJob(func(ctx context.Context) (*engine.Embedding, error) {
			return m.Embed(ctx, engine.Sample{X: arrays["x"]})
		}, func(_ context.Context, e *engine.Embedding) (output, error) {
			return output{arrays: map[string]*mat.Dense{"y": e.Y}}, nil
		}), nil
	}
}

func newLTSA() engine.Embedder      { return new(local.LTSA) }
func newEigenmaps() engine.Embedder { return new(local.Eigenmaps) }
func newLLE() engine.Embedder       { return new(local.LLE) }

// judgeEigenvectors judges places by what they leave of being eigenvectors, ‖M V − V
// Λ‖ for the largest eigenvalue, on either side.
func judgeEigenvectors(ask func(context.Context, *alignment.Surroundings) (*sparse.Matrix, []float64, error)) func(in rowset, ours, theirs *output) []finding {
	return func(in rowset, ours, theirs *output) []finding {
		ctx := context.Background()
		near := &alignment.Near{K: 12, Dim: 2}
		u, err := near.Surroundings(ctx, engine.Sample{X: in.arrays["x"]})
		if err != nil {
			return []finding{atMost("residual: "+err.Error(), math.NaN(), 0)}
		}
		m, by, err := ask(ctx, u)
		if err != nil {
			return []finding{atMost("residual: "+err.Error(), math.NaN(), 0)}
		}
		found := ofBoth("residual", ours, theirs, func(o *output) float64 { return leftOver(m, by, o.arrays["y"]) })
		found[0] = atMost("residual", float64(found[0].Value), 1e-10)
		return limited(found, "residual over the peer's", 1)
	}
}

// leftOver is ‖M V − V Λ‖ for the largest eigenvalue, of the best V in the space of the
// columns of y times by.
func leftOver(m *sparse.Matrix, by []float64, y *mat.Dense) float64 {
	n, dim := y.Dims()
	scaled := mat.DenseCopyOf(y)
	if by != nil {
		scaled.Apply(func(i, _ int, v float64) float64 { return v * by[i] }, scaled)
	}
	var svd mat.SVD
	svd.Factorize(scaled, mat.SVDThin)
	var v mat.Dense
	svd.UTo(&v)
	image := mat.NewDense(n, dim, nil)
	for i := range n {
		columns, values := m.Of(i)
		for e, j := range columns {
			for c := range dim {
				image.Set(i, c, image.At(i, c)+float64(values[e]*v.At(int(j), c)))
			}
		}
	}
	var inner, along mat.Dense
	inner.Mul(v.T(), image)
	along.Mul(&v, &inner)
	image.Sub(image, &along)
	top, _ := m.Bound()
	return mat.Norm(image, 2) / top
}
