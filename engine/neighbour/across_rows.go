package neighbour

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/internal/parallel"
)

// acrossRows compares each row of from with all rows of to.
func acrossRows(ctx context.Context, nb *engine.Neighbours, from, to *mat.Dense) error {
	m, _ := from.Dims()
	n, _ := to.Dims()
	d := engine.Euclidean(to).(engine.Outward)
	return parallel.Try(ctx, m, parallel.Grain(n), func() *scratch { return newScratch(n, nb.K) }, func(w *scratch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			d.From(w.row, from.RawRowView(i))
			if err := check.Dissimilarities(w.row, i); err != nil {
				return err
			}
			w.plain(nb, w.row, i, -1)
		}
		return nil
	})
}
