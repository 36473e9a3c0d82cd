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
		Name:     "spiral",
		Summary:  "draws points of two spirals wound into each other; the class is the spiral",
		Formula:  "x = ±(t cos t, t sin t) + ε, t = 2π·turns·√u, u ~ U(0,1)",
		Citation: "after Lang, Witbrock 1988, Learning to tell two spirals apart, Connectionist Models Summer School",
		Examples: []string{`spiral(n=200) | knn(3)`},
	}, func() *Spiral { return new(Spiral) })
}

// Spiral is two spirals, the second the first turned by half a circle: X n×2
// with rows
//
//	±(t cos t, t sin t) + ε,  t = 2π·turns·√u,
//
// u uniform in [0, 1) and ε from N(0, noise²) in both coordinates. The square
// root keeps the points about evenly spaced along the arms. Rows alternate
// between class 1 (+) and class 2 (−).
//
// After Lang, Witbrock 1988, Learning to tell two spirals apart, Proceedings
// of the Connectionist Models Summer School.
type Spiral struct {
	N     int     // rows
	Noise float64 // standard deviation; neighbouring arms are π apart
	Seed  int
	Turns float64 // of each spiral
}

// Params declares the parameters.
func (s *Spiral) Params(p *engine.Params) {
	p.Int(&s.N, "n", 400, engine.AtLeast(1), "rows")
	p.Float(&s.Noise, "noise", 0.3, engine.AtLeast(0), "standard deviation of the noise on each coordinate; neighbouring arms are π apart")
	p.Int(&s.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
	p.Float(&s.Turns, "turns", 2, engine.Above(0), "turns of each spiral")
}

// Load draws the rows.
func (s *Spiral) Load(ctx context.Context) (*engine.Table, error) {
	stream := random.New(s.Seed, "spiral")
	x, err := space(ctx, s.N, 2)
	if err != nil {
		return nil, err
	}
	labels := make([]int, s.N)
	err = eachRow(ctx, s.N, func(i int) {
		t := 2 * math.Pi * s.Turns * math.Sqrt(stream.Uniform())
		labels[i] = i % 2
		side := float64(1 - 2*labels[i])
		x.SetRow(i, []float64{side * t * elementary.Cos(t), side * t * elementary.Sin(t)})
	})
	if err != nil {
		return nil, err
	}
	if err := blur(ctx, x, s.Noise, stream); err != nil {
		return nil, err
	}
	return generated(s, x, []string{"x", "y"}, ClassTarget("spiral", labels, "1", "2")), nil
}
