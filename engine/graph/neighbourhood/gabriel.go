package neighbourhood

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
)

// Gabriel joins rows i and j where no third row is inside the ball that has the
// line between them as its diameter, for no l is
//
//	(x_i − x_l)·(x_j − x_l) < 0
//
// (Gabriel and Sokal 1969, doi:10.2307/2412323). It is a part of the Delaunay
// graph, symmetric, connected, and exists in any number of columns; it depends
// on the distances alone, so not on turning or moving the rows. A row on the
// sphere does not separate others; copies of a row are its neighbours.
//
// Each of a row's nearest rows separates it from all that lie beyond the plane through
// that nearest row, across the way to it: this leaves few pairs, whose balls are
// looked into, 64 rows side by side. Time O(n² d) with a factor of some tests in
// few columns, and up to 64 in many, and O(nd) a pair that is left; memory
// O(edges + nd). It needs points. It is deterministic.
type Gabriel struct{}

func (Gabriel) String() string { return "gabriel" }

// Graph joins the rows of d.
func (f Gabriel) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	x, err := pointsOf(d, "Gabriel neighbours")
	if err != nil {
		return nil, err
	}
	const planes = 64
	n, _ := x.Dims()
	if err := neighbour.Check(1, n); err != nil {
		return nil, err
	}
	near, err := neighbour.Nearest(parallel.Part(ctx, 0, 0.2), d, min(planes, n-1))
	if err != nil {
		return nil, err
	}
	panels := packPanels(x)
	after := make([][]int32, n) // neighbours with larger numbers
	rest := parallel.Part(ctx, 0.2, 1)
	count := parallel.Count(rest, "balls", n)
	err = parallel.Try(rest, n, 1, func() *gabrielSearch { return newGabrielSearch(x, near, panels) }, func(p *gabrielSearch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			var err error
			if after[i], err = p.unseparated(ctx, i); err != nil {
				return err
			}
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	lists := make([][]int32, n)
	for i, list := range after {
		for _, j := range list {
			lists[i], lists[j] = append(lists[i], j), append(lists[j], int32(i))
		}
	}
	return fromLists(ctx, lists, f.String())
}
