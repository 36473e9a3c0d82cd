package neighbour

import (
	"context"

	"unfold/engine"
)

// nearestPoints finds neighbours among points of a Euclidean space.
func nearestPoints(ctx context.Context, d engine.Pointed, k int) (*engine.Neighbours, error) {
	x := d.Points()
	bounded, err := checkPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	if !bounded {
		return nearestByRows(ctx, d, k)
	}
	nb, err := makeLists(d.Len(), k)
	if err != nil {
		return nil, err
	}
	s, err := prepare(ctx, x, nil, k)
	if err != nil {
		return nil, err
	}
	return nb, s.list(ctx, nb, func() *lists { return &lists{k: k} })
}
