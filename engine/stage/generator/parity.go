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
		Name:     "parity",
		Summary:  "draws points of a cube; the response waves like a chequerboard over two axes",
		Formula:  "y = sin 2πx₁ · sin 2πx₂ + ε, x ~ U(0,1)^d",
		Citation: "Raamadhurai 2014, Supervised probability preserving projection, Aalto University",
		Examples: []string{`parity(n=300) | pca`},
	}, func() *Parity { return new(Parity) })
}

// Parity is a regression that only two of d columns matter to: X n×d uniform
// in the unit cube, with the response
//
//	y = sin(2πx₁)·sin(2πx₂) + ε,  ε ~ N(0, noise²).
//
// Its sign is that of the chequerboard of four squares, and neither column
// alone tells anything of it. The other d − 2 columns are there to be
// discarded.
//
// Raamadhurai 2014, Supervised probability preserving projection, Aalto
// University, who calls the columns "normally distributed in [0, 1]", which
// can only mean uniform.
type Parity struct {
	N     int     // rows
	D     int     // columns
	Noise float64 // standard deviation on the response, which lies in [−1, 1]
	Seed  int
}

// Params declares the parameters.
func (q *Parity) Params(p *engine.Params) {
	p.Int(&q.N, "n", 4000, engine.AtLeast(1), "rows")
	p.Int(&q.D, "d", 5, engine.AtLeast(2), "columns, of which the first two matter")
	p.Float(&q.Noise, "noise", 0.1, engine.AtLeast(0), "standard deviation of the noise on the response")
	p.Int(&q.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Load draws the rows.
func (q *Parity) Load(ctx context.Context) (*engine.Table, error) {
	stream := random.New(q.Seed, "parity")
	x, err := space(ctx, q.N, q.D)
	if err != nil {
		return nil, err
	}
	y := make([]float64, q.N)
	err = eachRow(ctx, q.N, func(i int) {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = stream.Uniform()
		}
		y[i] = float64(elementary.Sin(2*math.Pi*row[0])*elementary.Sin(2*math.Pi*row[1])) + float64(q.Noise*stream.Normal())
	})
	if err != nil {
		return nil, err
	}
	return generated(q, x, Numbered("x", q.D), ResponseTarget("y", y)), nil
}
