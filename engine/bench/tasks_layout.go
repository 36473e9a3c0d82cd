package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/layout"
	"unfold/engine/neighbourhood"
	"unfold/engine/stochastic"
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

// layoutLine is tsne beside a peer that does it by a tree.
func layoutLine(name string, n int, rival, peer string, t target, options ...string) line {
	return line{
		name: name, title: "t-SNE n=" + thousands(n) + " d=50 perplexity 30, 750 steps → 2",
		input: clumps(n, 50), task: "tsne", set: settings{"perplexity": 30, "steps": 750},
		peer: peer, rival: rival, options: options,
		target: t, judge: judgeLayout,
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
	ctx := context.Background()
	divergence := func(o *output) float64 {
		g, err := neighbourhood.Entropy{Perplexity: 30, Nearest: 90}.Graph(ctx, engine.Euclidean(in.arrays["x"]), nil)
		if err != nil {
			return math.Inf(1)
		}
		a, err := layout.Symmetric(ctx, g, nil)
		if err != nil {
			return math.Inf(1)
		}
		v, err := layout.Divergence(ctx, a, layout.PointsAt(o.arrays["y"]), 1)
		if err != nil {
			return math.Inf(1)
		}
		return v
	}
	own := divergence(ours)
	if theirs == nil {
		return []finding{measured("divergence", own)}
	}
	peer := divergence(theirs)
	return []finding{measured("divergence", own), measured("the peer's divergence", peer), atMost("divergence over the peer's", own/peer, 1.01)}
}
