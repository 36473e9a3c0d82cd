package generator

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/random"
)

func init() {
	declare(engine.Stage{
		Name:     "waveform",
		Summary:  "draws noisy mixtures of two of three triangular waves; which two is the class",
		Formula:  "xᵢ = u·h_a(i) + (1−u)·h_b(i) + εᵢ, i = 1…21, u ~ U(0,1), ε ~ N(0,1)",
		Citation: "Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470; UCI, doi:10.24432/C5CS3C",
		Examples: []string{`waveform(n=300) | scale | pca`},
	}, func() *Waveform { return new(Waveform) })
}

// Waveform is the generator of Breiman and others that UCI distributes as
// "Waveform Database Generator (Version 1)": 21 columns, three classes.
//
// Three waves h₁(i) = max(6 − |i − 11|, 0), h₂(i) = h₁(i − 4) and h₃(i) =
// h₁(i + 4) are mixed in pairs, with u uniform in [0, 1) for the whole row and
// ε standard normal for each column:
//
//	x_i = u·h_a(i) + (1 − u)·h_b(i) + ε_i,  i = 1, ..., 21,
//
// where class 0 has (a, b) = (2, 3), class 1 (1, 3) and class 2 (1, 2), which
// is how the distributed file numbers them; the book numbers them the other
// way round. The classes are equally likely. The best possible classifier errs
// in about 14 % of rows. The draws follow the law of the file, they are not
// its rows.
//
// Breiman, Friedman, Olshen, Stone 1984, Classification and Regression Trees,
// pp. 49-55, doi:10.1201/9781315139470.
type Waveform struct {
	N    int // rows
	Seed int
}

// Params declares the parameters.
func (w *Waveform) Params(p *engine.Params) {
	p.Int(&w.N, "n", 5000, engine.AtLeast(1), "rows")
	p.Int(&w.Seed, "seed", 1, engine.AtLeast(0), "seed of the draw")
}

// Load draws the rows.
func (w *Waveform) Load(ctx context.Context) (*engine.Table, error) {
	const d = 21
	pairs := [3][2]int{{15, 7}, {11, 7}, {11, 15}} // the peaks of (h₂,h₃), (h₁,h₃), (h₁,h₂)
	stream := random.New(w.Seed, "waveform")
	x, err := space(ctx, w.N, d)
	if err != nil {
		return nil, err
	}
	labels := make([]int, w.N)
	err = eachRow(ctx, w.N, func(r int) {
		labels[r] = stream.Below(len(pairs))
		a, b := pairs[labels[r]][0], pairs[labels[r]][1]
		u := stream.Uniform()
		row := x.RawRowView(r)
		for i := 1; i <= d; i++ {
			row[i-1] = float64(u*wave(i, a)) + float64((1-u)*wave(i, b)) + stream.Normal()
		}
	})
	if err != nil {
		return nil, err
	}
	names := make([]string, d)
	for i := range names {
		names[i] = fmt.Sprintf("x%02d", i+1)
	}
	return generated(w, x, names, ClassTarget("class", labels, "0", "1", "2")), nil
}

// wave is the triangle of height 6 and half width 6 around peak.
func wave(i, peak int) float64 { return float64(max(6-max(i-peak, peak-i), 0)) }
