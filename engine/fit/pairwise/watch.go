package pairwise

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/optimum"
	"unfold/engine/internal/preview"
)

// A watch shows the images of rows while the parameters of their map are looked for,
// and tells when these will do.
type watch struct {
	*preview.Watch
	form Map
}

// watched begins to watch work on a map for the rows of s.
func watched(ctx context.Context, s engine.Sample, m Map) watch {
	return watch{preview.Begin(ctx, s), m}
}

// over returns the settings with the watch over the descent that they are of.
func (w watch) over(s optimum.Settings) optimum.Settings {
	s.Watch = w.see
	return s
}

// see tells of progress, and shows the images by parameters x, of the cost's own behind
// those of the map.
func (w watch) see(ctx context.Context, p engine.Progress, x []float64) (enough bool) {
	return w.Tell(ctx, p, func() preview.Place { return w.places(ctx, x) })
}

// places returns where the images of the rows are; nil if the context ends.
func (w watch) places(ctx context.Context, x []float64) preview.Place {
	z := NewImages(w.form.Rows(), w.form.Dim())
	if err := w.form.Forward(ctx, z.Points, x[:w.form.Parameters()]); err != nil {
		return nil
	}
	return preview.Along(z.Points, z.Dim)
}
