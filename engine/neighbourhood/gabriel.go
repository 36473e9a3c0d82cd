package neighbourhood

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
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
// For each row the others are tried from near to far, against the balls' rows
// from near to far, 64 side by side. Time O(n² (d + log n)) and what the edges
// need besides, O(nd) a pair at worst; memory O(edges), and O(nd) a goroutine. It
// needs points. It is deterministic.
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
	after := make([][]int32, n) // neighbours with larger numbers
	count := parallel.Count(ctx, "balls", n)
	err = parallel.Try(ctx, n, 1, func() *parting { return newParting(x, d) }, func(p *parting, lo, hi int) error {
		for i := lo; i < hi; i++ {
			var err error
			if after[i], err = p.joined(ctx, i); err != nil {
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
	return fromLists(lists, f.String())
}

// parting finds what parts others from one row after the other. It is the
// workspace of one goroutine.
type parting struct {
	x       *mat.Dense
	d       engine.Distances
	columns int
	row     []float64
	order   []uint64  // the others, from near to far: the distance in float32, then the row
	panels  []float64 // x_l − x_i in that order, 64 side by side
	middle  []float64 // of the ball, less x_i
	sums    [simd.PanelWidth]float64
}

func newParting(x *mat.Dense, d engine.Distances) *parting {
	n, columns := x.Dims()
	return &parting{
		x: x, d: d, columns: columns,
		row: make([]float64, n), order: make([]uint64, n-1),
		panels: make([]float64, simd.Padded(n)*columns), middle: make([]float64, columns),
	}
}

// joined returns the rows after row i that nothing parts from it.
func (p *parting) joined(ctx context.Context, i int) ([]int32, error) {
	p.arrange(i)
	var found []int32
	for at, key := range p.order {
		if at%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if j := int32(uint32(key)); int(j) > i && !p.parted(i, int(j), key>>32) {
			found = append(found, j)
		}
	}
	return found, nil
}

// arrange orders the others about row i.
func (p *parting) arrange(i int) {
	p.d.Row(p.row, i)
	farthest, at := slices.Max(p.row), 0
	for j, v := range p.row {
		if j == i {
			continue
		}
		var share float32 // its bits are in the order of its values
		if farthest > 0 {
			share = float32(v / farthest)
		}
		p.order[at] = uint64(math.Float32bits(share))<<32 | uint64(j)
		at++
	}
	slices.Sort(p.order)
	size := simd.PanelWidth * p.columns
	own := p.x.RawRowView(i)
	for at, key := range p.order {
		for c, v := range p.x.RawRowView(int(uint32(key))) {
			p.middle[c] = v - own[c]
		}
		simd.Pack(p.panels[at/simd.PanelWidth*size:][:size], at%simd.PanelWidth, p.middle)
	}
}

// parted reports whether a row is inside the ball over rows i and j. Those inside
// are nearer to row i than row j is, which stands where the order has its
// distance, or one that is next to it by rounding; panels tell which may be inside, and their differences decide.
func (p *parting) parted(i, j int, distance uint64) bool {
	size := simd.PanelWidth * p.columns
	own, other := p.x.RawRowView(i), p.x.RawRowView(j)
	var square float64
	for c, v := range other {
		p.middle[c] = (v - own[c]) / 2
		square += p.middle[c] * p.middle[c]
	}
	const room = 1 + 1e-9 // for rounding
	for lo := 0; lo < len(p.order) && p.order[lo]>>32 <= distance+1; lo += simd.PanelWidth {
		panel := p.panels[lo*p.columns:][:size]
		for near := simd.PanelSquares(&p.sums, panel, p.middle, square*room); near != 0; near &= near - 1 {
			at := lo + bits.TrailingZeros64(near)
			if at < len(p.order) && inside(own, other, p.x.RawRowView(int(uint32(p.order[at])))) {
				return true
			}
		}
	}
	return false
}

// inside reports whether (x_i − x_l)·(x_j − x_l) < 0.
func inside(own, other, third []float64) bool {
	var along float64
	for c, v := range third {
		along += float64((own[c] - v) * (other[c] - v))
	}
	return along < 0
}
