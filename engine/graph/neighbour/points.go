package neighbour

import (
	"context"

	"gonum.org/v1/gonum/mat"

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
	s, err := newSearch(ctx, x, nil, k)
	if err != nil {
		return nil, err
	}
	large := d.Len() >= fewest && k <= longest
	if large && (mode == Approximate || mode == Auto && work(x) > autoWork && s.filter != nil) {
		if nb, err := findApproximate(ctx, d, k, mode); nb != nil || err != nil {
			return nb, err
		}
	}
	nb, err := NewLists(ctx, d.Len(), k)
	if err != nil {
		return nil, err
	}
	return nb, s.listNeighbours(ctx, nb, func() *listCollector { return &listCollector{k: k} })
}

// work is how many products comparing all rows takes.
func work(x *mat.Dense) float64 {
	n, d := x.Dims()
	return float64(n) * float64(n) * float64(d)
}
