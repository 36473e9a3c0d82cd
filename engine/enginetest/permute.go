package enginetest

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// permutation returns an order of n rows, always the same.
func permutation(n int) []int { return random.New(1, "enginetest").Permutation(n) }

// permuteSample returns the sample with row order[i] in place i.
func permuteSample(s engine.Sample, order []int) engine.Sample {
	out := s
	_, d := s.X.Dims()
	out.X = mat.NewDense(len(order), d, nil)
	for i, from := range order {
		out.X.SetRow(i, s.X.RawRowView(from))
	}
	out.Target, out.Aside = s.Target.Take(order), s.Aside.Take(order)
	out.Rows = make([]int, len(order))
	for i, from := range order {
		out.Rows[i] = s.Rows[from]
	}
	if s.Distances != nil {
		out.Distances = engine.Euclidean(out.X)
	}
	return out
}
