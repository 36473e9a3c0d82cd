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
		Name:     "scurve",
		Summary:  "draws points of a sheet bent like an S; the response is the way along the S",
		Formula:  "x = (sin t, h, sign(t)(cos t − 1)), −3π/2 ≤ t < 3π/2",
		Citation: "Roweis, Saul 2000, doi:10.1126/science.290.5500.2323",
		Examples: []string{`scurve(n=300) | isomap(k=10)`},
	}, func() *SCurve { return new(SCurve) })
}

// SCurve is a sheet bent along two arcs of a unit circle: X n×3 with rows
//
//	(sin t, h, sign(t)·(cos t − 1)),  −3π/2 ≤ t < 3π/2,  0 ≤ h < 2.
//
// t and h are uniform. As the arcs have radius 1, t is the arc length from the
// middle of the S; it is the response, and aside are t and h, the coordinates of
// the flat sheet. Noise is added to x, y and z alone.
//
// After Roweis, Saul 2000, doi:10.1126/science.290.5500.2323.
type SCurve struct {
	N     int     // rows
	Noise float64 // standard deviation, in the unit of the coordinates
	Seed  int
}

// Params declares the parameters.
func (s *SCurve) Params(p *engine.Params) {
	p.Int(&s.N, "n", 1000, engine.AtLeast(1), "rows")
	p.Float(&s.Noise, "noise", 0, engine.AtLeast(0), "standard deviation of the noise on each coordinate")
	p.Int(&s.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Load draws the rows.
func (s *SCurve) Load(ctx context.Context) (*engine.Table, error) {
	stream := random.New(s.Seed, "scurve")
	x, err := space(ctx, s.N, 3)
	if err != nil {
		return nil, err
	}
	places, err := space(ctx, s.N, 2)
	if err != nil {
		return nil, err
	}
	way := make([]float64, s.N)
	err = eachRow(ctx, s.N, func(i int) {
		t, h := stream.Between(-1.5*math.Pi, 1.5*math.Pi), stream.Between(0, 2)
		way[i] = t
		places.SetRow(i, []float64{t, h})
		depth := elementary.Cos(t) - 1
		if t < 0 {
			depth = -depth
		}
		x.SetRow(i, []float64{elementary.Sin(t), h, depth})
	})
	if err != nil {
		return nil, err
	}
	if err := blur(ctx, x, s.Noise, stream); err != nil {
		return nil, err
	}
	return placed(generated(s, x, []string{"x", "y", "z"}, ResponseTarget("length", way)), places, "t", "h"), nil
}
