package network

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// A Loss is a mean over rows, of which some are looked at at a time.
type Loss interface {
	// Rows returns how many rows there are.
	Rows() int
	// Batch returns the mean over some of the rows under the parameters w, and fills
	// gradient with its derivative by them. It returns the context's error if that
	// ends first, and keeps none of the slices.
	Batch(ctx context.Context, rows []int, w, gradient []float64) (float64, error)
}

// Settings say how a descent goes.
type Settings struct {
	Epochs int     // passes over all rows
	Batch  int     // rows of a step
	Rate   float64 // of the first steps; it falls along half a cosine to zero
	Seed   int     // of the order of rows
	Note   string  // what progress is told as
}

// How fast the two means of gradients forget, and what keeps the quotient finite.
const (
	firstDecay  = 0.9
	secondDecay = 0.999
	smallest    = 1e-8
)

// A Descent is where a descent led.
type Descent struct {
	W      []float64
	Losses []float64 // the mean loss of each epoch's batches, while they were learned from
}

// Adam goes down a loss by minibatches, from start, which it leaves as it is: each
// step moves every parameter by about the rate, along the mean of the last gradients
// by their mean size (Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980).
//
//	m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²
//	w ← w − rate · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + 1e-8),  β₁ = 0.9, β₂ = 0.999
//
// Each epoch deals all rows into batches in a new order, of equal size but for one
// row. The rate falls from step to step as (1 + cos π t/T)/2 (Loshchilov, Hutter 2017,
// doi:10.48550/arXiv.1608.03983), so that the last steps settle. It is determined by
// the seed. It fails where the loss is no longer finite.
func Adam(ctx context.Context, loss Loss, start []float64, s Settings) (*Descent, error) {
	n := loss.Rows()
	batches := (n + s.Batch - 1) / s.Batch
	d := &descent{
		Settings: s, loss: loss, steps: s.Epochs * batches,
		w: append([]float64(nil), start...), gradient: make([]float64, len(start)),
		mean: make([]float64, len(start)), square: make([]float64, len(start)),
		first: 1, second: 1,
	}
	stream := random.New(s.Seed, "minibatches")
	told := parallel.Count(ctx, s.Note, d.steps)
	losses := make([]float64, s.Epochs)
	for epoch := range losses {
		order := stream.Permutation(n)
		for b := range batches {
			rows := order[b*n/batches : (b+1)*n/batches]
			value, err := d.step(ctx, rows)
			if err != nil {
				return nil, err
			}
			losses[epoch] += float64(value * float64(len(rows)) / float64(n))
			told.Add(1)
		}
	}
	return &Descent{W: d.w, Losses: losses}, nil
}

// A descent is one on its way.
type descent struct {
	Settings
	loss                      Loss
	w, gradient, mean, square []float64
	first, second             float64 // β₁ᵗ and β₂ᵗ
	taken, steps              int
}

// step goes down the loss of some rows, and returns what it was before.
func (d *descent) step(ctx context.Context, rows []int) (float64, error) {
	value, err := d.loss.Batch(ctx, rows, d.w, d.gradient)
	if err != nil {
		return 0, err
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, &engine.Error{Param: "rate", Cause: fmt.Sprintf("the loss is %v after %d steps: steps are too long", value, d.taken), Remedy: remedy.Reduce("rate").Or(remedy.Put("scale"))}
	}
	rate := d.Rate * (1 + elementary.Cos(math.Pi*float64(d.taken)/float64(d.steps))) / 2
	d.taken++
	d.first *= firstDecay
	d.second *= secondDecay
	for i, g := range d.gradient {
		d.mean[i] = float64(firstDecay*d.mean[i]) + float64((1-firstDecay)*g)
		d.square[i] = float64(secondDecay*d.square[i]) + float64((1-secondDecay)*g*g)
		d.w[i] -= float64(rate * (d.mean[i] / (1 - d.first)) / (math.Sqrt(d.square[i]/(1-d.second)) + smallest))
	}
	return value, nil
}
