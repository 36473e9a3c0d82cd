package appearance

import (
	"context"

	"unfold/engine"
	"unfold/engine/figure"
)

// A Styled is a view together with what the reader asks of its figure.
type Styled[V any, M interface {
	*V
	engine.Viewer
}] struct {
	Viewer V
	Style  Style
}

// Declare adds a view to a family, with the arguments of every figure behind its own.
func Declare[V any, M interface {
	*V
	engine.Viewer
}](f *engine.Family, s engine.Stage, make func() M) {
	engine.Declare(f, engine.ViewRole, s, func() *Styled[V, M] { return &Styled[V, M]{Viewer: *make()} })
}

// Wrapped returns the view itself.
func (s *Styled[V, M]) Wrapped() engine.Method { return M(&s.Viewer) }

// Params declares the parameters of the view, and behind them those of every figure.
func (s *Styled[V, M]) Params(p *engine.Params) {
	M(&s.Viewer).Params(p)
	s.Style.Params(p)
}

// Probe refuses what can be known to be wrong before anything is drawn.
func (s *Styled[V, M]) Probe() error { return s.Style.Probe() }

// View draws the figure and does to it what is asked.
func (s *Styled[V, M]) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	f, err := M(&s.Viewer).View(ctx, r)
	if f == nil || err != nil {
		return f, err
	}
	return s.Style.Apply(ctx, f, r.Table)
}
