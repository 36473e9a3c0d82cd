package unfolding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/constraint"
	"unfold/engine/cost"
	"unfold/engine/form"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/optimum"
	"unfold/engine/pairwise"
	"unfold/engine/remedy"
	"unfold/engine/semidefinite"
	"unfold/engine/spectral"
)

// A drawing says what draws rows apart: all rows from each other alike, or V (n×r,
// centred) those that differ, and a share of the former.
type drawing struct {
	colours *mat.Dense // V; nil for all rows alike
	spread  float64
}

// stretch draws places apart, where each row of the sample is at place of[i] of so many.
func (d drawing) stretch(of []int, places int) semidefinite.Stretch {
	if d.colours == nil {
		return semidefinite.Everywhere{}
	}
	return semidefinite.NewProduct(d.sums(of, places), d.spread)
}

// sums are V of places: rows at one place add up.
func (d drawing) sums(of []int, places int) *mat.Dense {
	_, r := d.colours.Dims()
	sums := mat.NewDense(places, r, nil)
	for i, at := range of {
		into := sums.RawRowView(at)
		for c, v := range d.colours.RawRowView(i) {
			into[c] += v
		}
	}
	return sums
}

// cost is what images of places cost that ought to keep the edges of a graph.
func (d drawing) cost(keep *engine.Graph, of []int) *cost.Unfolding {
	c := cost.NewUnfolding(keep)
	if d.colours != nil {
		c.Apart, c.Colours = d.spread/float64(len(of)), d.sums(of, keep.Len())
	}
	return c
}

// checkMap refuses settings that maps have none of.
func (m *Isometry) checkMap() error {
	switch {
	case form.IsFree(m.Map):
		return nil
	case m.Constraints == "atmost":
		return &engine.Error{Param: "constraints", Cause: `constraints="atmost" is for free points: a map keeps distances`, Remedy: remedy.Set("constraints", "equal").Or(remedy.Omit("map"))}
	case m.Dim == engine.Auto:
		return &engine.Error{Param: "dim", Cause: "dim = auto goes by the eigenvalues of free points, which a map has none of", Remedy: remedy.Set("dim", 2).Or(remedy.Omit("map"))}
	}
	return nil
}

// A descent for a map goes in rounds, each with ten times the penalty of the one before.
const (
	mapRounds     = 5
	mapIterations = 300
)

// embedMap unfolds distinct rows by a map.
func (m *Isometry) embedMap(ctx context.Context, s engine.Sample, rows constraint.Rows, keep *engine.Graph, drawn drawing) (*engine.Embedding, error) {
	distinct := engine.Sample{X: rows.Take(s.X), Columns: s.Columns, Target: s.Target.Take(rows.Rows)}
	start, err := m.start(parallel.Part(ctx, 0, 0.1), distinct, keep)
	if err != nil {
		return nil, err
	}
	c := drawn.cost(keep, rows.Of)
	rounds, err := m.rounds(ctx, c, keep, start)
	if err != nil {
		return nil, err
	}
	e, err := pairwise.Fit(parallel.Part(ctx, 0.1, 0.9), distinct, m.Map, start, rounds...)
	if err != nil {
		return nil, err
	}
	_, dim := e.Y.Dims()
	mean, most, err := c.Kept(ctx, &pairwise.Images{Dim: dim, Points: e.Y.RawMatrix().Data})
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%d kept pairs are off by %.2g of their distance on the mean, by %.2g at most", len(keep.End)/2, mean, most)
	e.Y, e.Graph = rows.Spread(e.Y), rows.SpreadGraph(keep)
	return e, nil
}

// start are the leading principal components of the rows, of the size at which the kept
// distances are met best.
func (m *Isometry) start(ctx context.Context, s engine.Sample, keep *engine.Graph) (*mat.Dense, error) {
	x := mat.DenseCopyOf(s.X)
	moments.Centre(x)
	n, d := x.Dims()
	found, err := spectral.Principal(ctx, x, min(m.Dim, n-1, d))
	if err != nil {
		return nil, err
	}
	at := mat.NewDense(n, m.Dim, nil)
	if len(found.Values) > 0 {
		var places mat.Dense
		places.Mul(x, found.Vectors)
		at.Slice(0, n, 0, len(found.Values)).(*mat.Dense).Copy(&places)
	}
	images := &pairwise.Images{Dim: m.Dim, Points: at.RawMatrix().Data}
	var met, own float64
	for i := range n {
		ends, lengths := keep.Of(i)
		for e, j := range ends {
			square := images.Square(i, int(j))
			met, own = met+float64(square*lengths[e]*lengths[e]), own+float64(square*square)
		}
	}
	if own > 0 {
		at.Scale(math.Sqrt(met/own), at)
	}
	return at, nil
}

// rounds raise the penalty up to where kept pairs count beside what draws rows apart as
// the programme of free points has it, ν (1/|S|) Σ_S (D/δ² − 1)² beside the share of what
// there is at the start.
func (m *Isometry) rounds(ctx context.Context, c *cost.Unfolding, keep *engine.Graph, start *mat.Dense) ([]pairwise.Round, error) {
	drawn, err := cost.Value(ctx, c.At(0), start)
	if err != nil {
		return nil, err
	}
	var fourth float64
	for _, t := range keep.Length {
		fourth += float64(t * t * t * t / 2) // each pair is there from both ends
	}
	if drawn == 0 || fourth == 0 {
		return nil, spectral.Identical()
	}
	rounds := make([]pairwise.Round, mapRounds)
	penalty := -drawn / (m.Nu * fourth)
	for r := mapRounds - 1; r >= 0; r-- {
		rounds[r] = pairwise.Round{Cost: c.At(penalty), Descent: optimum.Settings{Iterations: mapIterations, Decrease: 1e-9, Slope: 1e-6}}
		penalty /= 10
	}
	return rounds, nil
}
