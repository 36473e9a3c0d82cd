package local

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/alignment"
	"unfold/engine/cost"
	"unfold/engine/form"
	"unfold/engine/internal/parallel"
	"unfold/engine/optimum"
	"unfold/engine/pairwise"
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
// from where free points are placed. The spectrum are the ratios, rising.
func (m *Mapped) fit(ctx context.Context, s engine.Sample, u *alignment.Surroundings, c *cost.Ratio, dim int, place func(ctx context.Context) (*engine.Embedding, error)) (*engine.Embedding, error) {
	distinct := u.Sample
	distinct.Target = s.Target.Take(u.Distinct.Rows)
	maps, err := m.Map.Bind(parallel.Part(ctx, 0, 0.1), distinct, dim)
	if err != nil {
		return nil, err
	}
	w, err := least(parallel.Part(ctx, 0.1, 0.9), maps, c, func(ctx context.Context) (*mat.Dense, error) {
		e, err := place(ctx)
		if err != nil {
			return nil, err
		}
		return distinctRows(e.Y, u.Distinct.Rows), nil
	})
	if err != nil {
		return nil, err
	}
	z := mat.NewDense(maps.Rows(), dim, nil)
	if err := maps.Forward(ctx, z.RawMatrix().Data, w); err != nil {
		return nil, err
	}
	mean, axes, ratios, err := c.Standard(ctx, z)
	if err != nil {
		return nil, err
	}
	own, err := maps.Map(ctx, w)
	if err != nil {
		return nil, err
	}
	own = pairwise.After(own, mean, axes)
	y, err := engine.Image(ctx, own, s.X)
	return &engine.Embedding{Y: y, Spectrum: ratios, Graph: u.Graph(), Map: own}, err
}

// least returns parameters of least cost.
func least(ctx context.Context, maps engine.Maps, c *cost.Ratio, start func(ctx context.Context) (*mat.Dense, error)) ([]float64, error) {
	if linear, ok := maps.(pairwise.LinearMap); ok {
		w, _, err := c.Least(ctx, linear.Design(), maps.Dim())
		if err != nil {
			return nil, err
		}
		return w.RawMatrix().Data, nil
	}
	z, err := start(parallel.Part(ctx, 0, 0.3))
	if err != nil {
		return nil, err
	}
	w, err := maps.Toward(parallel.Part(ctx, 0.3, 0.4), z)
	if err != nil {
		return nil, err
	}
	return pairwise.Descend(parallel.Part(ctx, 0.4, 1), maps, w, pairwise.Round{Cost: c, Descent: optimum.Settings{Decrease: 1e-9, Slope: 1e-6}})
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
