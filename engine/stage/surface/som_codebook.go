package surface

import (
	"context"

	"unfold/engine"
	"unfold/engine/linear/affine"
)

// mostAxes is how many coordinates rows have about a unit.
const mostAxes = 10

// Quantise lays the units of pieces of a map, pieces(som), with coordinates about each
// along the ten leading principal axes of all rows. Where neither side of the grid is
// given there are about as many as are asked for, its sides in proportion to the standard
// deviations along the first two of these axes.
func (m *SOM) Quantise(ctx context.Context, s engine.Sample, about int) (engine.Codebook, error) {
	r, err := rowsOf(ctx, s, 2)
	if err != nil {
		return nil, err
	}
	laid := *m
	if m.Width == engine.Auto && m.Height == engine.Auto {
		n, _ := r.size()
		laid.Width, laid.Height = sidesOf(min(float64(about), float64(n)), n, r.axes.Values, engine.Auto, engine.Auto)
	}
	found, err := laid.lay(ctx, s, r)
	if err != nil {
		return nil, err
	}
	return affine.About(ctx, s.X, found.units(r.mean).Weights, mostAxes)
}
