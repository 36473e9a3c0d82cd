package neighbour

import (
	"context"

	"unfold/engine"
)

// nearestPoints finds neighbours among points of a Euclidean space.
func nearestPoints(ctx context.Context, d engine.Pointed, k int, mode Mode) (*engine.Neighbours, error) {
	x := d.Points()
	bounded, err := checkPoints(ctx, x)
	if err != nil {
		return nil, err
	}
	if !bounded {
		return nearestByRows(ctx, d, k)
	}
	s, err := prepare(ctx, x, nil, k)
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	work := float64(n) * float64(n) * float64(columns)
	large := n >= fewest && k <= longest
	if large && (mode == Approximate || mode == Auto && work > auto && s.filter != nil) {
		if nb, err := nearly(ctx, d, k, mode); nb != nil || err != nil {
			return nb, err
		}
	}
	nb, err := NewLists(d.Len(), k)
	if err != nil {
		return nil, err
	}
	return nb, s.list(ctx, nb, func() *lists { return &lists{k: k} })
}
