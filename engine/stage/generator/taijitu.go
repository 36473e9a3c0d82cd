package generator

import (
	"context"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "taijitu",
		Summary:  "draws points of the yin-yang disc and idle columns; the class is the colour",
		Formula:  "|x₁₂ − (½,½)| ≤ ½, coloured by lobe and eye; x₃… ~ N(0, noise²)",
		Citation: "Raamadhurai 2014, Supervised probability preserving projection, Aalto University",
		Examples: []string{`taijitu(n=300) | knn(5)`, `taijitu(n=300, noise=0.316) | holdout | pls | knn(1)`},
	}, func() *Taijitu { return new(Taijitu) })
}

// Taijitu is the yin-yang disc with idle columns beside it. The first two
// columns are uniform in the disc of centre (½, ½) and radius R = ½. Its
// colour, the class, is decided by the first that holds:
//
//  1. within R/6 of (½, ¾), the eye of the upper lobe: 0
//  2. within R/6 of (½, ¼), the eye of the lower lobe: 1
//  3. within R/2 of (½, ¾), the upper lobe: 1
//  4. within R/2 of (½, ¼), the lower lobe: 0
//  5. left of the middle, x₁ < ½: 1; right of it: 0
//
// The other columns are noise from N(0, noise²). The citation prints N(0, 0.1²),
// which is the default of 0.1: noise then varies less than the disc does, so
// that the directions of largest variance already show the classes. Its figure,
// where they mix the classes, belongs to a variance of 0.1, that is noise=0.316,
// which varies more than the disc (whose columns have a standard deviation of
// 0.25).
//
// Raamadhurai 2014, Supervised probability preserving projection, Aalto
// University, who calls the points "normally distributed" in the square, which
// is taken to mean uniform in the disc; who numbers the classes 1 and 2; and who
// prints neither the size of the eyes nor of the lobes: those are the usual
// ones.
type Taijitu struct {
	N     int     // rows
	Idle  int     // columns of noise
	Noise float64 // standard deviation of each of them
	Seed  int
}

// Params declares the parameters.
func (y *Taijitu) Params(p *engine.Params) {
	p.Int(&y.N, "n", 4000, engine.AtLeast(1), "rows")
	p.Float(&y.Noise, "noise", 0.1, engine.AtLeast(0), "standard deviation of the columns of noise")
	p.Int(&y.Idle, "idle", 3, engine.AtLeast(0), "columns of noise")
	p.Int(&y.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Load draws the rows.
func (y *Taijitu) Load(ctx context.Context) (*engine.Table, error) {
	stream := random.New(y.Seed, "taijitu")
	x, err := space(ctx, y.N, 2+y.Idle)
	if err != nil {
		return nil, err
	}
	labels := make([]int, y.N)
	err = eachRow(ctx, y.N, func(i int) {
		row := x.RawRowView(i)
		for {
			row[0], row[1] = stream.Uniform(), stream.Uniform()
			if elementary.Hypot(row[0]-0.5, row[1]-0.5) <= 0.5 {
				break
			}
		}
		for j := 2; j < len(row); j++ {
			row[j] = y.Noise * stream.Normal()
		}
		labels[i] = yinYang(row[0], row[1])
	})
	if err != nil {
		return nil, err
	}
	return generated(y, x, Numbered("x", 2+y.Idle), ClassTarget("class", labels, "0", "1")), nil
}

// yinYang is the colour of a point of the disc.
func yinYang(x, y float64) int {
	const radius = 0.5
	upper, lower := elementary.Hypot(x-0.5, y-0.75), elementary.Hypot(x-0.5, y-0.25)
	switch {
	case upper <= radius/6:
		return 0
	case lower <= radius/6:
		return 1
	case upper <= radius/2:
		return 1
	case lower <= radius/2:
		return 0
	case x < 0.5:
		return 1
	}
	return 0
}
