package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/graph/neighbour"
	"unfold/engine/stage/unfolding"
)

// affineTransformation is the work of eat.
func affineTransformation(arrays map[string]*mat.Dense, set settings) (work, error) {
	m, err := configured(&unfolding.EAT{}, set)
	if err != nil {
		return nil, err
	}
	s := engine.Sample{X: arrays["x"]}
	return newJob(func(ctx context.Context) (*engine.Embedding, error) {
		return m.Embed(ctx, s)
	}, func(_ context.Context, e *engine.Embedding) (output, error) {
		return output{arrays: map[string]*mat.Dense{"y": e.Y}, numbers: map[string]float64{"objective": e.Proof.Objective, "gap": e.Proof.Gap}}, nil
	}), nil
}

// affineLine is eat beside its first prototype, which goes down by L-BFGS for up to so
// many steps from each of three stretches, and proves nothing. How much higher it ends
// is told as a share of the objective.
func affineLine(name string, n, steps int, t target) line {
	const k = 6
	return line{
		name: name, title: fmt.Sprintf("EAT n=%s d=3 k=6, certified → 2; 3×%s steps of L-BFGS", thousands(n), thousands(steps)),
		input: func(ctx context.Context) (rowset, error) { return roll(ctx, n) },
		task:  "eat", set: settings{"k": k, "nu": 0.1, "dim": 2},
		peer: "NumPy and SciPy, composed", options: []string{fmt.Sprintf("maxiter=%d", steps)},
		target: t,
		judge: func(in rowset, ours, theirs *output) []finding {
			found := []finding{
				atMost("proved gap", ours.numbers["gap"], 1e-4),
				measured("off the sheet", agreement.Disparity(ours.arrays["y"], in.arrays["sheet"])),
				measured("edges off by", edgesOff(in.arrays["x"], ours.arrays["y"], k)),
			}
			if theirs != nil {
				objective := ours.numbers["objective"]
				found = append(found,
					measured("the peer's objective above ours", (theirs.numbers["objective"]-objective)/math.Abs(objective)),
					measured("the peer off the sheet", agreement.Disparity(theirs.arrays["y"], in.arrays["sheet"])),
					measured("the peer's edges off by", edgesOff(in.arrays["x"], theirs.arrays["y"], k)))
			}
			return found
		},
	}
}

// edgesOff is the mean of |‖y_i − y_j‖ / ‖x_i − x_j‖ − 1| over the k nearest rows j of
// each i.
func edgesOff(x, y *mat.Dense, k int) float64 {
	nearest, err := neighbour.Nearest(context.Background(), engine.Euclidean(x), k)
	if err != nil {
		return math.NaN()
	}
	var sum float64
	for i := range len(nearest.Index) / k {
		ends, lengths := nearest.Of(i)
		for e, j := range ends {
			sum += math.Abs(mat.Norm(difference(y, i, int(j)), 2)/lengths[e] - 1)
		}
	}
	return sum / float64(len(nearest.Index))
}

// difference is row i of y less row j.
func difference(y *mat.Dense, i, j int) *mat.VecDense {
	var d mat.VecDense
	d.SubVec(y.RowView(i), y.RowView(j))
	return &d
}
