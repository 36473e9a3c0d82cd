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
	err = each(ctx, s, "neighbours", func() *lists { return &lists{k: k} }, func(l *lists, rows []int32) {
		for slot, i := range rows {
			l.put(nb, slot, int(i))
		}
	})
	return nb, err
}
