package predictor

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/smo"
)

// A machine is a learned SVM.
type machine struct {
	classes []int
	pairs   []smo.Pair
	surfaces
}

func newMachine(classes []int, pairs []smo.Pair, points *smo.Points, columns int, linear bool) *machine {
	var of []smo.Surface
	for _, p := range pairs {
		of = append(of, p.Surface)
	}
	return &machine{classes: classes, pairs: pairs, surfaces: newSurfaces(of, points, columns, linear)}
}

// Predict gives each row the class that wins most pairs.
func (m *machine) Predict(ctx context.Context, dst []float64, y *mat.Dense) error {
	return m.evaluateAll(ctx, y, func(values [][]float64, lo, hi int) {
		votes := make([]int, len(m.classes))
		for i := lo; i < hi; i++ {
			clear(votes)
			for at := range m.pairs {
				m.pairs[at].Vote(votes, values[at][i-lo])
			}
			dst[i] = float64(m.classes[smo.Winner(votes)])
		}
	})
}
