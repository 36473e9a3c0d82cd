package unfolding

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/fit/semidefinite"
	"unfold/engine/graph/constraint"
	"unfold/engine/internal/moments"
	"unfold/engine/internal/parallel"
	"unfold/engine/linear/spectral"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
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
		c.Apart, c.Colours = d.spread/float64(keep.Len()), d.sums(of, keep.Len())
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

// A mapping is the way to the map whose images cost least.
type mapping struct {
	engine.Sample
	maps engine.Maps
	w    []float64       // parameters that descents begin with
	cost *cost.Unfolding // of images
	unit float64         // the penalty at ν = 1
}

// embedMap unfolds distinct rows by a map.
func (m *Isometry) embedMap(ctx context.Context, s engine.Sample, rows constraint.Rows, keep *engine.Graph, drawn drawing) (*engine.Embedding, error) {
	distinct := engine.Sample{X: rows.Take(s.X), Columns: s.Columns, Target: s.Target.Take(rows.Rows)}
	p, err := m.mapping(parallel.Part(ctx, 0, 0.1), distinct, keep, drawn.cost(keep, rows.Of))
	if err != nil {
		return nil, err
	}
	found, err := m.balance(parallel.Part(ctx, 0.1, 0.9), p)
	if err != nil {
		return nil, err
	}
	e, err := pairwise.Placed(ctx, distinct, p.maps, found.W)
	if err != nil {
		return nil, err
	}
	mean, most, err := p.cost.Kept(ctx, &pairwise.Images{Dim: m.Dim, Points: e.Y.RawMatrix().Data})
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "%d kept pairs are off by %.2g of their distance on the mean, by %.2g at most", len(keep.End)/2, mean, most)
	e.Y, e.Graph, e.Losses = rows.Spread(e.Y), rows.SpreadGraph(keep), found.Losses
	return e, nil
}

// mapping binds the form to rows, with parameters near their principal components. The
// penalty counts kept pairs beside what draws rows apart as the programme of free points
// has it, ν (1/|S|) Σ_S (D/δ² − 1)² beside the share of what there is at the start.
func (m *Isometry) mapping(ctx context.Context, s engine.Sample, keep *engine.Graph, c *cost.Unfolding) (*mapping, error) {
	if err := pairwise.CheckWhole(m.Map, s.Len()); err != nil {
		return nil, err
	}
	start, err := m.start(parallel.Part(ctx, 0, 0.5), s, keep)
	if err != nil {
		return nil, err
	}
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
	p := &mapping{Sample: s, cost: c, unit: -drawn / fourth}
	if p.maps, err = m.Map.Bind(ctx, s, m.Dim); err == nil {
		p.w, err = p.maps.Toward(parallel.Part(ctx, 0.5, 1), start)
	}
	if err != nil {
		return nil, engine.BlameArgument(err, "map", m.Map)
	}
	return p, nil
}

// balance goes down at ν. Where a map cannot keep distances, they cost more than all that
// is drawn apart however it turns, and which rows are unlike has no say in it: auto then
// takes what they cost for ν, so that both count the same.
func (m *Isometry) balance(ctx context.Context, p *mapping) (*pairwise.Descent, error) {
	found, err := p.descend(parallel.Part(ctx, 0, 0.8), m.nu(), mapRounds)
	if err != nil {
		return nil, err
	}
	lost, err := p.lost(ctx, found.W)
	switch {
	case err != nil || found.Asked || lost <= m.nu():
		return found, err
	case m.Nu != engine.Auto:
		engine.Remark(ctx, "the map cannot keep distances: their mean squared misfit of %.2g outweighs what is drawn apart at nu = %.2g, and nu = auto makes both count", lost, m.Nu)
		return found, nil
	}
	engine.Remark(ctx, "the map cannot keep distances: nu = %.2g, their mean squared misfit, so that what is drawn apart counts as much", lost)
	return p.descend(parallel.Part(ctx, 0.8, 1), lost, 1)
}

// descend goes down from the start, with penalties that grow up to that of ν.
func (p *mapping) descend(ctx context.Context, nu float64, count int) (*pairwise.Descent, error) {
	rounds := make([]pairwise.Round, count)
	penalty := p.unit / nu
	for r := count - 1; r >= 0; r-- {
		rounds[r] = pairwise.Round{Cost: p.cost.At(penalty), Descent: optimum.Settings{Iterations: mapIterations, Decrease: 1e-9, Slope: 1e-6}}
		penalty /= 10
	}
	return pairwise.Descend(ctx, p.Sample, p.maps, p.w, rounds...)
}

// lost is the mean of (D/δ² − 1)² over kept pairs, long ones counting more.
func (p *mapping) lost(ctx context.Context, w []float64) (float64, error) {
	images := mat.NewDense(p.maps.Rows(), p.maps.Dim(), nil)
	if err := p.maps.Forward(ctx, images.RawMatrix().Data, w); err != nil {
		return 0, err
	}
	return p.cost.Lost(ctx, images)
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
