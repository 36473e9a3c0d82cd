package neighbourhood

import (
	"context"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/simd"
)

// packPanels returns the rows in panels, 64 side by side; NaN fills the last one.
func packPanels(x *mat.Dense) []float64 {
	n, columns := x.Dims()
	panels, size := make([]float64, simd.Padded(n)*columns), simd.PanelWidth*columns
	for i := range len(panels) / max(1, columns) {
		panel, lane := panels[i/simd.PanelWidth*size:][:size], i%simd.PanelWidth
		if i < n {
			simd.Pack(panel, lane, x.RawRowView(i))
			continue
		}
		for at := lane; at < size; at += simd.PanelWidth {
			panel[at] = math.NaN()
		}
	}
	return panels
}

// gabrielSearch finds the Gabriel neighbours of one row after the other. It is the
// workspace of one goroutine.
type gabrielSearch struct {
	x       *mat.Dense
	near    *engine.Neighbours
	panels  []float64
	largest float64 // number among the rows, in size

	directions *mat.Dense // to the nearest rows, x_l − x_i
	bounds     []float64  // how far along each direction rows may lie, in products
	middle     []float64  // of a ball
	sums       [simd.PanelWidth]float64
	word       [1]uint64
}

func newGabrielSearch(x *mat.Dense, near *engine.Neighbours, panels []float64) *gabrielSearch {
	_, columns := x.Dims()
	return &gabrielSearch{
		x: x, near: near, panels: panels, largest: max(mat.Max(x), -mat.Min(x)),
		directions: mat.NewDense(near.K, columns, nil), bounds: make([]float64, near.K), middle: make([]float64, columns),
	}
}

// unseparated returns the rows after row i that no third row separates from it.
func (p *gabrielSearch) unseparated(ctx context.Context, i int) ([]int32, error) {
	p.setPlanes(i)
	n, columns := p.x.Dims()
	size := simd.PanelWidth * columns
	var found []int32
	left := ^uint64(0) << (i % simd.PanelWidth) << 1 // the rows after row i
	for lo := i &^ (simd.PanelWidth - 1); lo < n; lo += simd.PanelWidth {
		if lo%(1<<12) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		panel := p.panels[lo*columns:][:size]
		for l := 0; l < len(p.bounds) && left != 0; l++ {
			simd.PanelProducts(&p.sums, panel, p.directions.RawRowView(l))
			simd.Within(p.word[:], p.sums[:], p.bounds[l])
			left &= p.word[0]
		}
		for ; left != 0; left &= left - 1 {
			if j := lo + bits.TrailingZeros64(left); j < n && !p.ballHoldsRow(i, j) {
				found = append(found, int32(j))
			}
		}
		left = ^uint64(0)
	}
	return found, nil
}

// setPlanes sets the planes about row i: row l separates it from row j where
//
//	(x_l − x_i)·x_j > (x_l − x_i)·x_l
//
// by more than rounding takes in the products, and in those of inside.
func (p *gabrielSearch) setPlanes(i int) {
	nearest, _ := p.near.Of(i)
	own := p.x.RawRowView(i)
	for l, j := range nearest {
		direction := p.directions.RawRowView(l)
		var along, size float64
		for c, v := range p.x.RawRowView(int(j)) {
			direction[c] = v - own[c]
			along += float64(direction[c] * v)
			size += math.Abs(direction[c])
		}
		p.bounds[l] = along + float64(8*(float64(len(direction))+8)*0x1p-53*size*p.largest)
	}
}

// ballHoldsRow reports whether a row is inside the ball over rows i and j: one of the
// rows nearest to j, or any. Panels tell which may be inside, and their
// differences decide.
func (p *gabrielSearch) ballHoldsRow(i, j int) bool {
	own, other := p.x.RawRowView(i), p.x.RawRowView(j)
	nearest, _ := p.near.Of(j)
	for _, l := range nearest {
		if insideBall(own, other, p.x.RawRowView(int(l))) {
			return true
		}
	}
	var square float64
	for c, v := range other {
		p.middle[c] = own[c] + float64((v-own[c])/2)
		square += float64((v - own[c]) * (v - own[c]) / 4)
	}
	n, columns := p.x.Dims()
	off := float64(columns) * p.largest * 0x1p-48 // how far the middle may be, by rounding
	room := float64(1e-9*square) + float64(2*math.Sqrt(square)*off) + float64(off*off)
	for lo := 0; lo < n; lo += simd.PanelWidth {
		panel := p.panels[lo*columns:][:simd.PanelWidth*columns]
		for near := simd.PanelSquares(&p.sums, panel, p.middle, square+room); near != 0; near &= near - 1 {
			if insideBall(own, other, p.x.RawRowView(lo+bits.TrailingZeros64(near))) {
				return true
			}
		}
	}
	return false
}

// insideBall reports whether (x_i − x_l)·(x_j − x_l) < 0.
func insideBall(own, other, third []float64) bool {
	var along float64
	for c, v := range third {
		along += float64((own[c] - v) * (other[c] - v))
	}
	return along < 0
}
