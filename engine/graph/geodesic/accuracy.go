package geodesic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
)

// Accuracy tells how much too long the paths over landmarks are: the relative
// error of their lengths over pairs of rows drawn at random, of which none is a
// landmark.
type Accuracy struct {
	Median float64
	High   float64 // 95 of 100 pairs are no farther off
	Pairs  int     // that were measured; none if all rows are landmarks
}

// String writes what a note says of it.
func (a Accuracy) String() string {
	if a.Pairs == 0 {
		return "geodesics are exact"
	}
	return fmt.Sprintf("over landmarks paths are %.2g %% too long (median of %d pairs; 95 %% of them less than %.2g %%)", 100*a.Median, a.Pairs, 100*a.High)
}

// Accuracy finds the exact geodesics from some rows of the graph, which the
// landmarks must be of, and compares. Time that of a few dozen landmarks, and of
// 8192 paths over each landmark.
func (m *Landmarks) Accuracy(ctx context.Context, g *engine.Graph, seed int) (Accuracy, error) {
	const sources, ends = 32, 256
	stream := random.New(seed, "accuracy of landmarks")
	var others []int32
	for _, i := range stream.Permutation(m.n)[:min(m.n, ends+len(m.rows))] {
		if _, is := m.index[i]; !is {
			others = append(others, int32(i))
		}
	}
	if len(others) < 2 {
		return Accuracy{}, nil
	}
	exact, err := FromLandmarks(parallel.Part(ctx, 0, 0.7), g, others[:min(sources, len(others)-1)])
	if err != nil {
		return Accuracy{}, err
	}
	others = others[:min(ends, len(others))]
	bounds, err := m.bounds(parallel.Part(ctx, 0.7, 1), others, len(exact.rows))
	if err != nil {
		return Accuracy{}, err
	}
	var errors []float64
	for s := range exact.rows {
		for e, j := range others {
			if length := exact.at(s, int(j)); length > 0 {
				errors = append(errors, max(0, bounds[s][e]/length-1))
			}
		}
	}
	if len(errors) == 0 {
		return Accuracy{}, nil
	}
	slices.Sort(errors)
	return Accuracy{Median: errors[len(errors)/2], High: errors[len(errors)*95/100], Pairs: len(errors)}, nil
}

// bounds returns the lengths of the shortest paths over a landmark from the first
// sources of some rows to all of these. Their legs are gathered first: read row by
// row, each would be a miss of the cache.
func (m *Landmarks) bounds(ctx context.Context, rows []int32, sources int) ([][]float64, error) {
	legs := make([][]float64, len(rows))
	count := parallel.Count(ctx, "accuracy", len(rows)+sources)
	if err := parallel.For(ctx, len(rows), 1, func(lo, hi int) {
		for r := lo; r < hi; r++ {
			legs[r] = make([]float64, len(m.rows))
			m.To(legs[r], int(rows[r]))
		}
		count.Add(hi - lo)
	}); err != nil {
		return nil, err
	}
	bounds := make([][]float64, sources)
	return bounds, parallel.For(ctx, sources, 1, func(lo, hi int) {
		for s := lo; s < hi; s++ {
			bounds[s] = make([]float64, len(rows))
			for e, leg := range legs {
				bounds[s][e] = shortestSum(legs[s], leg)
			}
		}
		count.Add(hi - lo)
	})
}

// shortestSum is the least sum of entries of a and b in the same place.
func shortestSum(a, b []float64) float64 {
	least := math.Inf(1)
	for l, v := range a {
		least = min(least, v+b[l])
	}
	return least
}
