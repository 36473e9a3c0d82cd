package neighbourhood

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/neighbour"
)

// Gabriel joins rows i and j where no third row is inside the ball that has the
// line between them as its diameter, for no l is
//
//	(x_i − x_l)·(x_j − x_l) < 0
//
// (Gabriel and Sokal 1969, doi:10.2307/2412323). It is a part of the Delaunay
// graph, symmetric, connected, and exists in any number of columns; it depends
// on the distances alone, so not on turning or moving the rows. A row on the
// sphere does not part others; copies of a row are its neighbours.
//
// For each row the others are tried from near to far, first against its nearest,
// which part most of them. Time O(n²d) and what the edges need besides, O(nd) a
// pair at worst; memory O(edges + n) a goroutine. It needs points. It is
// deterministic.
type Gabriel struct{}

func (Gabriel) String() string { return "gabriel" }

// Graph joins the rows of d.
func (f Gabriel) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	x, err := pointsOf(d, "Gabriel neighbours")
	if err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	if err := neighbour.Check(1, n); err != nil {
		return nil, err
	}
	lists := make([][]int32, n)
	count := parallel.Count(ctx, "balls", n)
	err = parallel.Try(ctx, n, 1, func() *parting { return newParting(x, d) }, func(p *parting, lo, hi int) error {
		for i := lo; i < hi; i++ {
			var err error
			if lists[i], err = p.joined(ctx, i); err != nil {
				return err
			}
		}
		count.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	g, err := fromLists(lists, f.String())
	if err != nil {
		return nil, err
	}
	return g.mutual(), nil
}

// mutual keeps the edges that lead both ways: the order of nearly equal
// distances, which is rounded, may differ from both ends.
func (g *Graph) mutual() *Graph {
	lone := 0
	for i := range g.Len() {
		end, weight := g.Of(i)
		for e, j := range end {
			if g.At(int(j), i) == 0 {
				weight[e], lone = -weight[e], lone+1
			}
		}
	}
	if lone > 0 {
		g.squeeze()
	}
	return g
}

// parting is the workspace of one goroutine.
type parting struct {
	x     *mat.Dense
	d     engine.Distances
	row   []float64
	order []neighbour.Candidate
}

func newParting(x *mat.Dense, d engine.Distances) *parting {
	n, _ := x.Dims()
	return &parting{x: x, d: d, row: make([]float64, n)}
}

// joined returns the rows that nothing parts from row i.
func (p *parting) joined(ctx context.Context, i int) ([]int32, error) {
	p.d.Row(p.row, i)
	p.order = neighbour.Least(p.order, p.row, len(p.row))
	own := p.x.RawRowView(i)
	var found []int32
	for at, c := range p.order {
		if at%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if int(c.Index) != i && !p.parted(own, int32(i), c.Index, p.order[:at]) {
			found = append(found, c.Index)
		}
	}
	return found, nil
}

// parted reports whether one of the nearer rows is inside the ball over i and j.
func (p *parting) parted(own []float64, i, j int32, nearer []neighbour.Candidate) bool {
	other := p.x.RawRowView(int(j))
	for _, c := range nearer {
		if c.Index == i {
			continue
		}
		var along float64
		for k, v := range p.x.RawRowView(int(c.Index)) {
			along += float64((own[k] - v) * (other[k] - v))
		}
		if along < 0 {
			return true
		}
	}
	return false
}
