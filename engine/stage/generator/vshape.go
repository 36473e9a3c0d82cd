package generator

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "vshape",
		Summary:  "draws points of a sheet folded like a V; the response is the way across the fold",
		Formula:  "x = (|u| cos(angle/2), u sin(angle/2), h), −1 ≤ u < 1, 0 ≤ h < 1.2",
		Citation: "Khajehpour Tadavani, Ghodsi 2011, Learning an affine transformation for non-linear dimensionality reduction",
		Examples: []string{`vshape(n=300) | isomap(k=10)`},
	}, func() *VShape { return new(VShape) })
}

// VShape is a sheet folded along one crease: X n×3 with rows
//
//	(|u| cos(angle/2), u sin(angle/2), h),  −1 ≤ u < 1,  0 ≤ h < 1.2,
//
// u and h uniform. The response is u; aside are u and h, the coordinates of the
// flat sheet. Noise is added to x, y and z alone.
//
// With n=auto the rows are the crossings of a grid of 7×4, one of whose columns lies
// on the crease: 28 rows, nothing random but the noise.
//
// The shape is that of the figures in Khajehpour Tadavani and Ghodsi,
// Learning an affine transformation for non-linear dimensionality reduction,
// who print neither angle nor size: those are choices made here.
type VShape struct {
	N     int     // rows; engine.Auto for the grid
	Noise float64 // standard deviation, in the unit of the coordinates
	Seed  int
	Angle float64 // between the wings, in degrees
}

// Params declares the parameters.
func (v *VShape) Params(p *engine.Params) {
	p.Int(&v.N, "n", 1000, engine.OrAuto(engine.AtLeast(1)), "rows drawn at random, or auto for a grid of 28")
	p.Float(&v.Noise, "noise", 0, engine.AtLeast(0), "standard deviation of the noise on each coordinate")
	p.Int(&v.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
	p.Float(&v.Angle, "angle", 60, engine.Inside(0, 180), "angle between the wings in degrees")
}

// Load draws the rows.
func (v *VShape) Load(ctx context.Context) (*engine.Table, error) {
	sin, cos := elementary.Sincos(v.Angle / 2 * math.Pi / 180)
	stream := random.New(v.Seed, "vshape")
	next, n := func(int) (u, h float64) { return stream.Between(-1, 1), stream.Between(0, 1.2) }, v.N
	if n == engine.Auto {
		next, n = sheetGrid, 7*4
	}
	x, err := space(ctx, n, 3)
	if err != nil {
		return nil, err
	}
	places, err := space(ctx, n, 2)
	if err != nil {
		return nil, err
	}
	way := make([]float64, n)
	err = eachRow(ctx, n, func(i int) {
		u, h := next(i)
		way[i] = u
		places.SetRow(i, []float64{u, h})
		x.SetRow(i, []float64{math.Abs(u) * cos, u * sin, h})
	})
	if err != nil {
		return nil, err
	}
	if err := blur(ctx, x, v.Noise, stream); err != nil {
		return nil, err
	}
	return placed(generated(v, x, []string{"x", "y", "z"}, ResponseTarget("across", way)), places, "u", "h"), nil
}

// sheetGrid returns crossing i of seven lines across the sheet and four along it.
func sheetGrid(i int) (u, h float64) { return float64(i/4-3) / 3, 1.2 * float64(i%4) / 3 }
