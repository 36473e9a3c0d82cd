package alignment

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/graph/neighbour"
)

// Weights asks that the first row of each patch be where the others rebuild it from,
//
//	(y_1 − Σ_j w_j y_j)²,  w = argmin ‖x_1 − Σ_j w_j x_j‖² + reg·tr(C)·‖w‖²,  Σ w = 1
//
// so that Σ is yᵀ (I − W)ᵀ (I − W) y (Roweis, Saul 2000,
// doi:10.1126/science.290.5500.2323). x is n×d. Time O(k²d + k³) a patch.
func Weights(ctx context.Context, p *Patches, x *mat.Dense, reg float64) (*Quadratic, error) {
	if err := p.claim(ctx, 1); err != nil {
		return nil, err
	}
	return fill(ctx, p, false, "weights", func() *neighbour.Barycentre { return new(neighbour.Barycentre) }, func(w *neighbour.Barycentre, patch int) []float64 {
		rows := p.Of(patch)
		column := make([]float64, len(rows))
		w.Weights(column[1:], x, func(at int) int { return int(rows[1+at]) }, x.RawRowView(int(rows[0])), reg)
		for at, v := range column {
			column[at] = -v
		}
		column[0] = 1
		return column
	})
}
