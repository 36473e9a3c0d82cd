package custom

import (
	"context"

	"unfold/engine"
)

type preparer struct{ guard }

func (m *preparer) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	t, err := ask(ctx, &m.guard, "Prepare", func() (*engine.Transform, error) { return m.inner.(engine.Preparer).Prepare(ctx, s) })
	switch {
	case err != nil:
		return nil, err
	case t == nil || t.Map == nil:
		return nil, m.broken("Prepare", "returns no map")
	}
	w, err := m.newWay(t.Map, "Prepare", len(t.Columns))
	return &engine.Transform{Map: w, Columns: t.Columns}, err
}

type embedder struct{ guard }

func (m *embedder) Embed(ctx context.Context, s engine.Sample) (*engine.Embedding, error) {
	e, err := ask(ctx, &m.guard, "Embed", func() (*engine.Embedding, error) { return m.inner.(engine.Embedder).Embed(ctx, s) })
	switch {
	case err != nil:
		return nil, err
	case e == nil || e.Y == nil || e.Y.IsEmpty():
		return nil, m.broken("Embed", "places nothing: Y is to have a row for each of the %d rows", s.Len())
	}
	n, dim := e.Y.Dims()
	if n != s.Len() {
		return nil, m.broken("Embed", "places %d of %d rows", n, s.Len())
	}
	if err := m.finite("Embed", e.Y); err != nil || e.Map == nil {
		return e, err
	}
	placed := *e
	placed.Map, err = m.newWay(e.Map, "Embed", dim)
	return &placed, err
}

type extender struct{ guard }

func (m *extender) Extend(ctx context.Context, s engine.Sample, e *engine.Embedding) (*engine.Extension, error) {
	x, err := ask(ctx, &m.guard, "Extend", func() (*engine.Extension, error) { return m.inner.(engine.Extender).Extend(ctx, s, e) })
	switch {
	case err != nil:
		return nil, err
	case x == nil || x.Map == nil:
		return nil, m.broken("Extend", "returns no map")
	}
	w, err := m.newWay(x.Map, "Extend", e.Dim())
	return &engine.Extension{Map: w, LearnMapped: x.LearnMapped}, err
}
