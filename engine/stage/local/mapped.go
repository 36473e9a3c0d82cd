package local

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/fit/cost"
	"unfold/engine/fit/optimum"
	"unfold/engine/fit/pairwise"
	"unfold/engine/graph/alignment"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
	"unfold/engine/stage/form"
)

// Mapped is the parameter of embedders that ask the same of free points, by themselves,
// and of the images of a map.
type Mapped struct {
	Map engine.Form // what the map may be; nil for free points
}

// declare declares the parameter.
func (m *Mapped) declare(p *engine.Params) {
	p.Stage(&m.Map, "map", engine.FormRole, &form.Free{}, "what the map may be: free points, or a map for unseen rows too").Quietly()
}

// fit places the rows of s by the map whose images of the distinct rows u cost least:
// in closed form where they are linear in the parameters, and elsewhere by a descent
// from where free points are placed. Images are of variance one in all directions, so
// that axes go by the ratios of these: least first, which are returned, rising.
func (m *Mapped) fit(ctx context.Context, s engine.Sample, u *alignment.Surroundings, c *cost.Ratio, dim int, place func(ctx context.Context) (*engine.Embedding, error)) (e *engine.Embedding, ratios []float64, err error) {
	if err := pairwise.CheckWhole(m.Map, s.Len()); err != nil {
		return nil, nil, err
	}
	distinct := u.Sample
	distinct.Target = s.Target.Take(u.Distinct.Rows)
	maps, err := m.Map.Bind(parallel.Part(ctx, 0, 0.1), distinct, dim)
	if err != nil {
		return nil, nil, engine.BlameArgument(err, "map", m.Map)
	}
	found, err := least(parallel.Part(ctx, 0.1, 0.9), distinct, maps, c, func(ctx context.Context) (*mat.Dense, error) {
		e, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return distinctRows(e.Y, u.Distinct.Rows), nil
	})
	if err != nil {
		return nil, nil, err
	}
	z := mat.NewDense(maps.Rows(), dim, nil)
	if err := maps.Forward(ctx, z.RawMatrix().Data, found.W); err != nil {
		return nil, nil, err
	}
	mean, axes, ratios, err := c.Standard(ctx, z)
	if err != nil {
		return nil, nil, err
	}
	own, err := maps.Map(ctx, found.W)
	if err != nil {
		return nil, nil, err
	}
	own = pairwise.After(own, mean, axes)
	y, err := engine.Image(ctx, own, s.X)
	return &engine.Embedding{Y: y, Graph: u.Graph(), Losses: found.Losses, Map: own}, ratios, err
}

// least returns parameters of least cost for the rows of s; start tells where free
// points are placed.
func least(ctx context.Context, s engine.Sample, maps engine.Maps, c *cost.Ratio, start func(ctx context.Context) (*mat.Dense, error)) (*pairwise.Descent, error) {
	linear, closed := maps.(pairwise.LinearMap)
	shares := sharesOf(maps)
	if closed && shares == nil {
		return closedForm(ctx, linear, c, nil)
	}
	z, err := start(parallel.Part(ctx, 0, 0.3))
	if err != nil {
		return nil, err
	}
	w, err := maps.Toward(parallel.Part(ctx, 0.3, 0.4), z)
	if err != nil {
		return nil, err
	}
	if !closed {
		return pairwise.Descend(parallel.Part(ctx, 0.4, 1), s, maps, w, pairwise.Round{Cost: c, Descent: optimum.Settings{Decrease: 1e-9, Slope: 1e-6}})
	}
	images := mat.NewDense(maps.Rows(), maps.Dim(), nil)
	if err := maps.Forward(ctx, images.RawMatrix().Data, w); err != nil {
		return nil, err
	}
	value, err := cost.Value(ctx, c, images)
	if err != nil {
		return nil, err
	}
	ridge := make([]float64, len(w)/maps.Dim())
	for a := range ridge {
		ridge[a] = shares[a*maps.Dim()] * value / float64(maps.Dim())
	}
	return closedForm(parallel.Part(ctx, 0.4, 1), linear, c, ridge)
}

// sharesOf are what squares of parameters cost beside the cost at the start; nil for
// nothing.
func sharesOf(maps engine.Maps) []float64 {
	if ridged, ok := maps.(pairwise.RidgedMap); ok {
		return ridged.Ridge()
	}
	return nil
}

// closedForm returns the parameters of least cost of all, with what squares of those of
// each column of the design cost where images have variance one.
func closedForm(ctx context.Context, maps pairwise.LinearMap, c *cost.Ratio, ridge []float64) (*pairwise.Descent, error) {
	n, p := uint64(maps.Rows()), uint64(maps.Parameters()/maps.Dim())
	if err := memory.Claim(ctx, 8*(3*n*p+6*p*p), fmt.Sprintf("%d columns that images are linear in, of %d rows", p, n), remedy.Omit("map").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	w, _, err := c.Least(ctx, maps.Design(), maps.Dim(), ridge)
	if err != nil {
		return nil, err
	}
	return &pairwise.Descent{W: w.RawMatrix().Data}, nil
}

// distinctRows are some rows of y.
func distinctRows(y *mat.Dense, rows []int) *mat.Dense {
	_, dim := y.Dims()
	out := mat.NewDense(len(rows), dim, nil)
	for at, i := range rows {
		out.SetRow(at, y.RawRowView(i))
	}
	return out
}
