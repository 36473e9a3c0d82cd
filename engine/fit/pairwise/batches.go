package pairwise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	means "unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// A BatchedForm is one whose maps may be found by some rows at a time.
type BatchedForm interface {
	engine.Form
	// Training says how they are found for n rows.
	Training(n int) optimum.Training
	// Insists reports whether batches are wanted for n rows whatever the cost.
	Insists(n int) bool
}

// A BatchedMap is one of a BatchedForm.
type BatchedMap interface {
	engine.Maps
	// Of returns the map of some of the rows, by the same parameters.
	Of(rows []int) Map
	// Outward returns how many of the last parameters images are linear in, in whose
	// unit they are.
	Outward() int
}

// Batches returns how maps of a form are found for n rows by fewer at a time; ok is
// false where they are by all at once.
func Batches(form engine.Form, n int) (t optimum.Training, ok bool) {
	batched, ok := form.(BatchedForm)
	if !ok {
		return t, false
	}
	t = batched.Training(n)
	return t, t.Batch < n
}

// CheckWhole refuses forms that want batches, for costs that have none.
func CheckWhole(form engine.Form, n int) error {
	if batched, ok := form.(BatchedForm); !ok || !batched.Insists(n) {
		return nil
	}
	refusal := &engine.Error{Param: "batch", Cause: "what rows cost is known of all of them at once only, not of batches", Remedy: remedy.Set("batch", "auto").Or(remedy.Use("sne", "nerv", "nca", "mre", "pe").Which("goes down by batches"))}
	return engine.BlameArgument(refusal, "map", form)
}

// Among returns what some rows cost by themselves, once a share of the descent is done.
type Among func(ctx context.Context, rows []int, done float64) (Cost, error)

// FitBatches returns where the rows of s are placed by the map of a form that is found
// by batches of them, as t says, from near start (n×dim). own are parameters that costs
// have beside those of the map. It shows rows on their way, and can be asked to end
// early (early.Begin), with what it has come to.
//
// What is minimised is the mean, over all batches of this size, of what the rows of a
// batch cost by themselves. Rows are dealt evenly, so that each step's gradient is an
// unbiased estimate of that mean's. It is not the cost of all rows: among B of n rows
// neighbours are those that rows have n/B times as far down their list, and a map is
// found that keeps these. Where a cost is a mean over rows of what each costs by itself,
// or over pairs, the two are the same.
//
// Time is that of the costs of batches, and O(B P) a step for P parameters; memory that
// of one of them.
func FitBatches(ctx context.Context, s engine.Sample, form engine.Form, start *mat.Dense, t optimum.Training, own []float64, among Among) (*engine.Embedding, error) {
	n, dim := start.Dims()
	bound, err := form.Bind(ctx, s, dim)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	maps, ok := bound.(BatchedMap)
	if !ok {
		return nil, fmt.Errorf("pairwise: maps of %T are of no batches", form)
	}
	w, err := maps.Toward(parallel.Part(ctx, 0, 0.05), start)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	loss := &batches{maps: maps, among: among, unit: unitOf(start), all: t.Epochs * ((n + t.Batch - 1) / t.Batch)}
	over := watched(ctx, s, maps)
	defer over.End()
	t.Watch = func(ctx context.Context, p engine.Progress, x []float64) (enough bool) {
		return over.see(ctx, p, loss.parameters(x))
	}
	found, err := optimum.Train(parallel.Part(ctx, 0.05, 1), loss, loss.scaled(append(slices.Clip(w), own...)), t)
	if err != nil && loss.failed != nil {
		return nil, loss.failed
	}
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	remarkBatches(ctx, found, t, n)
	e, err := Placed(ctx, s, maps, loss.parameters(found.X)[:maps.Parameters()])
	if err != nil {
		return nil, err
	}
	e.Losses = &engine.Losses{Values: found.History, Step: "epoch"}
	return e, nil
}

// remarkBatches notes by what a map was found.
func remarkBatches(ctx context.Context, found *optimum.Result, t optimum.Training, n int) {
	asked := ""
	if found.Reason == optimum.Asked {
		asked = fmt.Sprintf(" of %d, where it was asked to end", t.Epochs)
	}
	engine.Remark(ctx, "the map was found by batches of %d rows, in %d epochs%s, at a mean cost of %.4g: neighbours were those among as many rows, which are %.3g times as far down the list of all", t.Batch, found.Iterations, asked, found.Value, float64(n)/float64(t.Batch))
}

// batches are a loss that is the mean cost of batches. Parameters that images are linear
// in descend in the unit of the start, so that steps are as long whatever the unit.
type batches struct {
	maps       BatchedMap
	among      Among
	unit       float64
	taken, all int
	failed     error // of what rows cost
}

// unitOf is the root mean square of the coordinates of places about their mean, one
// where all are equal.
func unitOf(z *mat.Dense) float64 {
	n, dim := z.Dims()
	off := mat.DenseCopyOf(z)
	means.Centre(off)
	var sum float64
	for _, v := range off.RawMatrix().Data {
		sum += float64(v * v)
	}
	if sum == 0 {
		return 1
	}
	return math.Sqrt(sum / float64(n*dim))
}

// times multiplies what images are linear in by a factor.
func (b *batches) times(x []float64, factor float64) []float64 {
	end := b.maps.Parameters()
	for k := end - b.maps.Outward(); k < end; k++ {
		x[k] *= factor
	}
	return x
}

// scaled returns the variables of parameters, and parameters those of variables.
func (b *batches) scaled(w []float64) []float64     { return b.times(slices.Clone(w), 1/b.unit) }
func (b *batches) parameters(x []float64) []float64 { return b.times(slices.Clone(x), b.unit) }

// Rows returns n.
func (b *batches) Rows() int { return b.maps.Rows() }

// Batch returns what some rows cost by themselves.
func (b *batches) Batch(ctx context.Context, rows []int, x, gradient []float64) (float64, error) {
	c, err := b.among(ctx, rows, float64(b.taken)/float64(b.all))
	if err != nil {
		b.failed = err
		return 0, err
	}
	b.taken++
	value, err := Objective(c, b.maps.Of(rows)).Value(ctx, b.parameters(x), gradient)
	b.times(gradient, b.unit)
	return value, err
}
