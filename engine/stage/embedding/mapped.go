package embedding

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	around "unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// Mapped is the parameter of embedders that keep distances, of free points by
// themselves, or of the images of a map.
type Mapped struct {
	Map engine.Form // what the map may be; nil for free points
}

// declare declares the parameter.
func (m *Mapped) declare(p *engine.Params) {
	p.Stage(&m.Map, "map", engine.FormRole, &form.Free{}, "what the map may be: free points, or a map for unseen rows too").Quietly()
}

// weightings are those of stresses over all pairs.
var weightings = map[string]cost.Weighting{"raw": cost.Raw, "sammon": cost.Sammon, "elastic": cost.Elastic}

// keep goes down the stress from an embedding, with the dissimilarities that this was
// made to keep.
func (m *Mapped) keep(ctx context.Context, s engine.Sample, from *engine.Embedding, by cost.Weighting) (*engine.Embedding, error) {
	c, err := cost.NewMDS(ctx, from.Target, by)
	if err != nil {
		return nil, err
	}
	return m.descend(ctx, s, from, c, c.Whole())
}

// keepLocal goes down the stress of rows of which either is among the other's k nearest.
func (m *Mapped) keepLocal(ctx context.Context, s engine.Sample, from *engine.Embedding, k int) (*engine.Embedding, error) {
	near, err := around.KNN{K: k}.Graph(parallel.Part(ctx, 0, 0.2), around.Keep(s, from.Target), nil)
	if err != nil {
		return nil, err
	}
	pairs, err := cost.NewWeights(ctx, near)
	if err != nil {
		return nil, err
	}
	c, err := cost.NewLocalMDS(ctx, pairs, from.Target)
	if err != nil {
		return nil, err
	}
	return m.descend(parallel.Part(ctx, 0.2, 1), s, from, c, c.Whole())
}

// keepPaths goes down the stress of geodesics.
func (m *Isomap) keepPaths(ctx context.Context, s engine.Sample, from *engine.Embedding, found *geodesics) (*engine.Embedding, error) {
	if found.landmarks != nil {
		return nil, &engine.Error{Param: "map", Cause: "a map needs geodesics between all rows, and these are from landmarks", Remedy: remedy.Omit("map").Or(remedy.FewerRows())}
	}
	return m.keep(ctx, s, from, cost.Raw)
}

// descend goes down a stress, whose value at nothing is whole, and tells what is left.
func (m *Mapped) descend(ctx context.Context, s engine.Sample, from *engine.Embedding, c pairwise.Cost, whole float64) (*engine.Embedding, error) {
	e, err := pairwise.Fit(ctx, s, form.OrFree(m.Map), from.Y, pairwise.Round{Cost: c, Descent: optimum.Settings{Decrease: 1e-9, Slope: 1e-6}})
	if err != nil {
		return nil, err
	}
	e.Target = from.Target
	value, err := cost.Value(ctx, c, e.Y)
	if err != nil {
		return nil, err
	}
	engine.Remark(ctx, "stress %.4g", math.Sqrt(value/whole))
	return e, nil
}
