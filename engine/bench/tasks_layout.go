package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/layout"
	"unfold/engine/graph/neighbourhood"
	"unfold/engine/graph/rank"
	"unfold/engine/internal/random"
	"unfold/engine/stage/stochastic"
)

// freePoints is the work of tsne.
func freePoints(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&stochastic.TSNE{}, set)
	if err != nil {
		return nil, err
	}
	s := engine.Sample{X: arrays["x"]}
	return newJob(func(ctx context.Context) (*engine.Embedding, error) {
		return m.Embed(ctx, s)
	}, func(_ context.Context, e *engine.Embedding) (output, error) {
		return output{arrays: map[string]*mat.Dense{"y": e.Y}}, nil
	}), nil
}

// layoutLine is tsne beside a peer that lays out the same rows.
func layoutLine(name string, n int, rival, peer string, t target, judge func(in rowset, ours, theirs *output) []finding, options ...string) line {
	return line{
		name: name, title: "t-SNE n=" + thousands(n) + " d=50 perplexity 30, 750 steps → 2",
		input: clumps(n, 50), task: "tsne", set: settings{"perplexity": 30, "steps": 750},
		peer: peer, rival: rival, options: options,
		target: t, judge: judge,
	}
}

// clumps makes rows of twenty normal clusters, each wider in some directions than
// in others.
func clumps(n, d int) func(ctx context.Context) (rowset, error) {
	const clusters = 20
	return func(ctx context.Context) (rowset, error) {
		in, err := noise(ctx, n, d)
		if err != nil {
			return in, err
		}
		stream := random.New(1, "clumps")
		middle, width, x := mat.NewDense(clusters, d, nil), mat.NewDense(clusters, d, nil), in.arrays["x"]
		middle.Apply(func(int, int, float64) float64 { return 2 * stream.Normal() }, middle)
		width.Apply(func(int, int, float64) float64 { return 2 * stream.Uniform() }, width)
		x.Apply(func(i, j int, v float64) float64 {
			return middle.At(i%clusters, j) + float64(width.At(i%clusters, j)*v)
		}, x)
		return in, nil
	}
}

// judgeLayout judges by the divergence over all pairs of rows, at the affinities of
// the 90 nearest.
func judgeLayout(in rowset, ours, theirs *output) []finding {
	found := ofBoth("divergence", ours, theirs, func(o *output) float64 {
		ctx, v := context.Background(), math.Inf(1)
		if g, err := (neighbourhood.Entropy{Perplexity: 30, Nearest: 90}).Graph(ctx, engine.Euclidean(in.arrays["x"]), nil); err == nil {
			if a, err := layout.Symmetric(ctx, g, nil); err == nil {
				v, _ = layout.Divergence(ctx, a, layout.PointsAt(o.arrays["y"]), 1)
			}
		}
		return v
	})
	return append(keptNeighbours(in, ours, theirs), limited(found, "divergence over the peer's", 1.01)...)
}

// keptNeighbours tells how many of the 30 nearest rows of each are near there too,
// whatever a layout goes down; of more than 5,000 rows, of some of them.
func keptNeighbours(in rowset, ours, theirs *output) []finding {
	n, _ := in.arrays["x"].Dims()
	var some []int
	for i := 0; i < n; i += 1 + n/5000 {
		some = append(some, i)
	}
	return ofBoth("Q_NX(30)", ours, theirs, func(o *output) float64 {
		a, err := rank.Compare(context.Background(), engine.Euclidean(in.arrays["x"]), engine.Euclidean(o.arrays["y"]), 30, some)
		if err != nil {
			return math.NaN()
		}
		return a.Q(30)
	})
}
