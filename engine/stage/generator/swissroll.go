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
		Name:     "swissroll",
		Summary:  "draws points of a rolled-up sheet; the response is the way along the sheet",
		Formula:  "x = (t cos t, h, t sin t), s(t) = (t√(1+t²) + asinh t)/2",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=300) | isomap(k=10)`},
	}, func() *SwissRoll { return new(SwissRoll) })
}

// The ways to draw points of a roll.
const (
	BySurface = "surface"
	ByAngle   = "angle"
)

// SwissRoll is a flat sheet rolled up in space: X n×3 with rows
//
//	(t cos t, h, t sin t),  1.5π ≤ t < (1.5 + 2·turns)π,  0 ≤ h < height.
//
// The response is the arc length s(t) = (t√(1 + t²) + asinh t)/2 from the
// centre of the spiral; aside are s and h, the coordinates of the unrolled sheet.
//
// Points are uniform on the surface: s is drawn uniformly and solved for t.
// With sampling="angle", t is drawn uniformly instead, as in the data of the
// paper, which crowds points near the centre. Noise is added to x, y and z alone.
//
// Few rows show a roll only if its windings, 2π apart, are further from each other
// than rows are, about √(area/n): of 50 rows turns=1.5, height=5, or turns=1,
// height=10.
//
// Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type SwissRoll struct {
	N        int     // rows
	Noise    float64 // standard deviation, in the unit of the coordinates
	Seed     int
	Height   float64 // of the sheet
	Turns    float64 // of the roll
	Sampling string  // BySurface or ByAngle
}

// Params declares the parameters.
func (s *SwissRoll) Params(p *engine.Params) {
	p.Int(&s.N, "n", 1000, engine.AtLeast(1), "rows")
	p.Float(&s.Noise, "noise", 0, engine.AtLeast(0), "standard deviation of the noise on each coordinate")
	p.Int(&s.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
	p.Float(&s.Height, "height", 21, engine.Above(0), "height of the sheet")
	p.Float(&s.Turns, "turns", 1.5, engine.Above(0), "turns of the roll, which begins at an angle of 1.5π")
	p.Text(&s.Sampling, "sampling", BySurface, engine.OneOf(BySurface, ByAngle), "whether points are uniform on the surface or in the angle")
}

// Load draws the rows.
func (s *SwissRoll) Load(ctx context.Context) (*engine.Table, error) {
	first, last := 1.5*math.Pi, (1.5+2*s.Turns)*math.Pi
	stream := random.New(s.Seed, "swissroll")
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
		u, h := stream.Uniform(), s.Height*stream.Uniform()
		t := first + float64(u*(last-first))
		if s.Sampling == BySurface {
			t = unroll(spiralLength(first) + float64(u*(spiralLength(last)-spiralLength(first))))
		}
		way[i] = spiralLength(t)
		places.SetRow(i, []float64{way[i], h})
		x.SetRow(i, []float64{t * elementary.Cos(t), h, t * elementary.Sin(t)})
	})
	if err != nil {
		return nil, err
	}
	if err := blur(ctx, x, s.Noise, stream); err != nil {
		return nil, err
	}
	return placed(generated(s, x, []string{"x", "y", "z"}, ResponseTarget("length", way)), places, "s", "h"), nil
}

// spiralLength is the arc length s(t) of the spiral r = t from its centre.
func spiralLength(t float64) float64 {
	return float64((float64(t*math.Sqrt(1+float64(t*t))) + elementary.Asinh(t)) / 2)
}

// unroll solves s(t) = length for t by Newton's method, with s′ = √(1 + t²).
// As s is convex and the start √(2·length) is not below the root, the steps
// descend to it.
func unroll(length float64) float64 {
	t := math.Sqrt(2 * length)
	for range 50 {
		step := (spiralLength(t) - length) / math.Sqrt(1+float64(t*t))
		t -= step
		if math.Abs(step) <= 1e-14*t {
			break
		}
	}
	return t
}
