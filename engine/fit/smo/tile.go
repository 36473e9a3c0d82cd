package smo

import (
	"context"

	"unfold/engine/internal/simd"
)

// TileRows is how many rows a Tile holds.
const TileRows = simd.PanelWidth

// A Tile is some rows, not among the points of a kernel, whose entries with all
// of the points are asked for. It serves one goroutine.
type Tile struct {
	points *Points
	panel  []float64
	point  []float64
	terms  [TileRows]float64
	values []float64 // the entry of point i and row j at 64i + j
	sums   [TileRows]float64
}

// NewTile returns an empty tile. It takes 512 bytes for each point.
func (p *Points) NewTile() *Tile {
	return &Tile{points: p, panel: make([]float64, p.d*TileRows), point: make([]float64, p.d), values: make([]float64, p.Len()*TileRows)}
}

// Set makes a row the j-th of the tile.
func (t *Tile) Set(j int, row []float64) {
	t.points.Place(t.point, row)
	simd.Pack(t.panel, j, t.point)
}

// Evaluate computes the entries of the rows that were set, in O(64 d) for each
// point, unless ctx ends first.
func (t *Tile) Evaluate(ctx context.Context) error {
	for i := range t.points.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t.points.entries(t.values[i*TileRows:(i+1)*TileRows], t.terms[:], t.points.at(i), t.panel)
	}
	return nil
}

// Combine sets decisions to Σ_i weights[i] k(x_at[i], ·) − ρ for each row of the
// tile. What it says of a row does not depend on the others.
func (t *Tile) Combine(decisions []float64, at []int32, weights []float64, rho float64) {
	for j := range t.sums {
		t.sums[j] = -rho
	}
	simd.Combine(&t.sums, t.values, at, weights)
	copy(decisions, t.sums[:])
}
