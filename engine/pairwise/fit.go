package pairwise

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	means "unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/optimum"
)

// A Round is a part of a descent: by a cost, so far as the settings say.
type Round struct {
	Cost    Cost
	Descent optimum.Settings
}

// Fit returns where the rows of s are placed by the map of a form whose images cost
// least, as far as a descent from near start (n×dim) tells. It goes down by each of
// the rounds in turn, from where the one before has ended. A note tells where the
// last was still falling; that those before were is what they are for. A
// ParametricCost is left with its own parameters of the end of its round. What the
// form refuses is told as its own.
func Fit(ctx context.Context, s engine.Sample, form engine.Form, start *mat.Dense, rounds ...Round) (*engine.Embedding, error) {
	_, dim := start.Dims()
	maps, err := form.Bind(ctx, s, dim)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	w, err := maps.Toward(parallel.Part(ctx, 0, 0.05), start)
	if err != nil {
		return nil, engine.BlameArgument(err, "map", form)
	}
	if w, err = Descend(parallel.Part(ctx, 0.05, 1), maps, w, rounds...); err != nil {
		return nil, err
	}
	return Placed(ctx, s, maps, w)
}

// Descend returns parameters of the map for which its images cost least, as far as
// descents from start tell, one for each round: see [Fit].
func Descend(ctx context.Context, m Map, start []float64, rounds ...Round) ([]float64, error) {
	all, done, w := 0.0, 0.0, start
	for _, r := range rounds {
		all += float64(r.Descent.Most())
	}
	for i, r := range rounds {
		share := float64(r.Descent.Most()) / all
		ridge, err := ridgeOf(ctx, r.Cost, m, w)
		if err != nil {
			return nil, err
		}
		found, err := minimise(parallel.Part(ctx, done, done+share), r.Cost, m, w, Settings{Descent: r.Descent, Ridge: ridge})
		if err != nil {
			return nil, err
		}
		if i == len(rounds)-1 {
			remarkFalling(ctx, found)
		}
		w, done = found.X, done+share
	}
	return w, nil
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
