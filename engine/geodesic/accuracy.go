package geodesic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
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
// landmarks must be of, and compares. Time that of a few dozen landmarks.
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
	exact, err := FromLandmarks(ctx, g, others[:min(sources, len(others)-1)])
	if err != nil {
		return Accuracy{}, err
	}
	others = others[:min(ends, len(others))]
	var errors []float64
	for s, i := range exact.rows {
		bounds := m.bounds(int(i), others)
		for e, j := range others {
			if length := exact.at(s, int(j)); length > 0 {
				errors = append(errors, max(0, bounds[e]/length-1))
			}
		}
	}
	if len(errors) == 0 {
		return Accuracy{}, nil
	}
	slices.Sort(errors)
	return Accuracy{Median: errors[len(errors)/2], High: errors[len(errors)*95/100], Pairs: len(errors)}, nil
}

// bounds returns the lengths of the shortest paths over a landmark from row i to
// some others.
func (m *Landmarks) bounds(i int, others []int32) []float64 {
	least := make([]float64, len(others))
	for e := range least {
		least[e] = math.Inf(1)
	}
	for l := range m.rows {
		leg := m.at(l, i)
		for e, j := range others {
			least[e] = min(least[e], leg+m.at(l, int(j)))
		}
	}
	return least
}
