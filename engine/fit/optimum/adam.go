package optimum

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
	"unfold/engine/remedy"
)

// A Loss is a mean over rows, or over draws of them, of which some are looked at at a
// time.
type Loss interface {
	// Rows returns how many rows there are.
	Rows() int
	// Batch returns the loss of some of the rows at x, and fills gradient with its
	// derivative by x. It returns the context's error if that ends first, and keeps
	// none of the slices.
	Batch(ctx context.Context, rows []int, x, gradient []float64) (float64, error)
}

// Training says how a loss is minimised: by minibatches of rows, or by all at once.
type Training struct {
	Epochs int     // passes over all rows, or directions of a descent by all at once
	Batch  int     // rows of a step; none for all rows at once
	Rate   float64 // length of the first steps; it falls along half a cosine to zero
	Seed   int     // of the order of rows
	Note   string  // what progress is told as

	// Watch, if any, tells of progress in the place of the descent, after each step:
	// as that of Settings.
	Watch func(ctx context.Context, p engine.Progress, x []float64) (enough bool)
}

// Train descends a loss from start, a slice that it does not change: by [Adam], or by
// limited-memory BFGS where there are no batches.
func Train(ctx context.Context, loss Loss, start []float64, t Training) (*Result, error) {
	if t.Batch > 0 {
		return Adam(ctx, loss, start, t)
	}
	return Minimise(ctx, wholeLoss{loss, counting(loss.Rows())}, start, Settings{Iterations: t.Epochs, Decrease: 1e-9, Slope: 1e-6, Note: t.Note, Watch: t.Watch})
}

// A wholeLoss is a loss of all rows at once.
type wholeLoss struct {
	loss Loss
	rows []int
}

// Value returns the loss and its gradient.
func (l wholeLoss) Value(ctx context.Context, x, gradient []float64) (float64, error) {
	return l.loss.Batch(ctx, l.rows, x, gradient)
}

func counting(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// How fast the two means of gradients forget, and what keeps the quotient finite.
const (
	firstDecay  = 0.9
	secondDecay = 0.999
	smallest    = 1e-8
)

// Adam descends a loss by minibatches, from start, which it leaves as it is: each
// step moves every variable by about the rate, along the mean of the last gradients
// by their mean size (Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980).
//
//	m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²
//	x ← x − rate · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + 1e-8),  β₁ = 0.9, β₂ = 0.999
//
// Each epoch deals all rows into batches in a new order, of equal size but for one
// row. The rate falls from step to step as (1 + cos π t/T)/2 (Loshchilov, Hutter 2017,
// doi:10.48550/arXiv.1608.03983), so that the last steps settle: it ends exhausted, or
// where it is asked to. Of the result, History are the mean losses of epochs' batches,
// while they were learned from, Value is the last of them, Iterations are epochs that
// were begun, and Evaluations steps. It is determined by the seed. It fails where the
// loss is no longer finite.
func Adam(ctx context.Context, loss Loss, start []float64, t Training) (*Result, error) {
	n := loss.Rows()
	batches := (n + t.Batch - 1) / t.Batch
	d := newAdam(loss, start, t, t.Epochs*batches)
	stream := random.New(t.Seed, "minibatches")
	for range t.Epochs {
		order, seen := stream.Permutation(n), 0
		mean := 0.0
		for b := range batches {
			rows := order[b*n/batches : (b+1)*n/batches]
			value, err := d.step(ctx, rows)
			if err != nil {
				return nil, err
			}
			seen += len(rows)
			mean += float64(value * float64(len(rows)) / float64(n))
			if d.tell(ctx, value) {
				d.Reason = Asked
				break
			}
		}
		if seen < n {
			mean *= float64(n) / float64(seen)
		}
		d.Iterations, d.Value, d.History = d.Iterations+1, mean, append(d.History, mean)
		if d.Reason == Asked {
			break
		}
	}
	return &d.Result, nil
}

// An adam is a descent by minibatches on its way.
type adam struct {
	Result
	Training
	loss          Loss
	mean, square  []float64
	first, second float64 // β₁ᵗ and β₂ᵗ
	steps         int
}

// newAdam stands at the start of so many steps.
func newAdam(loss Loss, start []float64, t Training, steps int) *adam {
	return &adam{
		Training: t, loss: loss, steps: steps,
		Result: Result{X: append([]float64(nil), start...), Gradient: make([]float64, len(start)), Reason: Exhausted},
		mean:   make([]float64, len(start)), square: make([]float64, len(start)),
		first: 1, second: 1,
	}
}

// step descends the loss of some rows, and returns what it was before.
func (d *adam) step(ctx context.Context, rows []int) (float64, error) {
	value, err := d.loss.Batch(ctx, rows, d.X, d.Gradient)
	if err != nil {
		return 0, err
	}
	if !finite(value) {
		return 0, &engine.Error{Param: "rate", Cause: fmt.Sprintf("the loss is %v after %d steps: steps are too long", value, d.Evaluations), Remedy: remedy.Reduce("rate").Or(remedy.Put("scale"))}
	}
	rate := d.Rate * (1 + elementary.Cos(math.Pi*float64(d.Evaluations)/float64(d.steps))) / 2
	d.Evaluations++
	d.first *= firstDecay
	d.second *= secondDecay
	for i, g := range d.Gradient {
		d.mean[i] = float64(firstDecay*d.mean[i]) + float64((1-firstDecay)*g)
		d.square[i] = float64(secondDecay*d.square[i]) + float64((1-secondDecay)*g*g)
		d.X[i] -= float64(rate * (d.mean[i] / (1 - d.first)) / (math.Sqrt(d.square[i]/(1-d.second)) + smallest))
	}
	return value, nil
}

// tell tells how many steps are taken, and reports whether that will do.
func (d *adam) tell(ctx context.Context, value float64) (enough bool) {
	p := engine.Progress{Note: fmt.Sprintf("%s: %d of %d, loss %.4g", d.Note, d.Evaluations, d.steps, value), Fraction: float64(d.Evaluations) / float64(d.steps)}
	if d.Watch == nil {
		engine.Tell(ctx, p)
		return false
	}
	return d.Watch(ctx, p, d.X)
}
