package pairwise

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	means "unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
)

// A Round is a part of a descent: by a cost, so far as the settings say.
type Round struct {
	Cost    Cost
	Descent optimum.Settings
}

// Fit returns where the rows of s are placed by the map of a form whose images cost
// least, as far as a descent from near start (n×dim) tells. It descends by each of
// the rounds in turn, from where the one before has ended, and shows rows on their
// way. It can be asked to end early (early.Begin), with what it has come to. A
// note tells so, or where the last was still falling; that those before were is what
// they are for. A ParametricCost is left with its own parameters of the end of its
// round. What the form refuses is told as its own.
func Fit(ctx context.Context, s engine.Sample, form engine.Form, start *mat.Dense, rounds ...Round) (*engine.Embedding, error) {
	n, dim := start.Dims()
	if err := CheckWhole(form, n); err != nil {
		return nil, err
	}
	maps, err := form.Bind(ctx, s, dim)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	w, err := maps.Toward(parallel.Part(ctx, 0, 0.05), start)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	found, err := Descend(parallel.Part(ctx, 0.05, 1), s, maps, w, rounds...)
	if err != nil {
		return nil, err
	}
	e, err := Placed(ctx, s, maps, found.W)
	if err != nil {
		return nil, err
	}
	e.Losses = found.Losses
	return e, nil
}

// A Descent is where rounds of a descent have led.
type Descent struct {
	W      []float64      // parameters of the map
	Losses *engine.Losses // how the cost of the last round fell
	Asked  bool           // it was asked to end early
}

// Descend finds parameters of a map for the rows of s for which its images cost
// least, as far as descents from start tell, one for each round: see [Fit].
func Descend(ctx context.Context, s engine.Sample, m Map, start []float64, rounds ...Round) (*Descent, error) {
	over := watched(ctx, s, m)
	defer over.End()
	all, done, d := 0.0, 0.0, &Descent{W: start}
	for _, r := range rounds {
		all += float64(r.Descent.Most())
	}
	for i, r := range rounds {
		share := float64(r.Descent.Most()) / all
		ridge, err := ridgeOf(ctx, r.Cost, m, d.W)
		if err != nil {
			return nil, err
		}
		found, err := minimise(parallel.Part(ctx, done, done+share), r.Cost, m, d.W, Settings{Descent: over.over(r.Descent), Ridge: ridge})
		if err != nil {
			return nil, err
		}
		d.W, d.Losses, d.Asked = found.X, &engine.Losses{Values: found.History, Step: "iteration"}, found.Reason == optimum.Asked
		if d.Asked || i == len(rounds)-1 {
			remarkEnd(ctx, found, i+1, len(rounds))
			break
		}
		done += share
	}
	return d, nil
}

// ridgeOf returns the ridge of a map in the unit of a cost, whatever units images have.
func ridgeOf(ctx context.Context, c Cost, m Map, w []float64) ([]float64, error) {
	ridged, ok := m.(RidgedMap)
	if !ok {
		return nil, nil
	}
	shares := ridged.Ridge()
	if shares == nil {
		return nil, nil
	}
	start := append(slices.Clip(w), ownOf(c)...)
	value, err := Objective(c, m).Value(ctx, start, make([]float64, len(start)))
	if err != nil {
		return nil, err
	}
	z := mat.NewDense(m.Rows(), m.Dim(), nil)
	if err := m.Forward(ctx, z.RawMatrix().Data, w); err != nil {
		return nil, err
	}
	means.Centre(z)
	var spread float64
	for _, v := range z.RawMatrix().Data {
		spread += float64(v * v)
	}
	if spread /= float64(m.Rows()); !(spread > 0) {
		return nil, nil
	}
	for k := range shares {
		shares[k] *= math.Abs(value) / spread
	}
	return shares, nil
}
