package render

import (
	"cmp"

	"unfold/engine/figure"
)

// Dress says how figures and reports look from now on, where they themselves ask for
// nothing else. The size is that of figures that are shown or saved by themselves.
func (r *Renderer) Dress(style figure.Style, brief bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.style, r.brief = style, brief
}

// dressed returns the figures as the reader wants them to look.
func (r *Renderer) dressed(figures []*figure.Figure) []*figure.Figure {
	r.mu.Lock()
	style := r.style
	r.mu.Unlock()
	if style == (figure.Style{}) {
		return figures
	}
	all := make([]*figure.Figure, len(figures))
	for i, fig := range figures {
		all[i] = dress(fig, style, len(figures) == 1)
	}
	return all
}

// dress returns a figure with what a style says and its own does not; of the size only
// where it stands alone.
func dress(fig *figure.Figure, style figure.Style, alone bool) *figure.Figure {
	copied := *fig
	own := &copied.Style
	own.Theme = cmp.Or(own.Theme, style.Theme)
	own.Palette = cmp.Or(own.Palette, style.Palette)
	own.MarkSize, own.Opacity = asked(own.MarkSize, style.MarkSize), asked(own.Opacity, style.Opacity)
	if alone && own.Width == 0 && own.Height == 0 {
		own.Width, own.Height, own.Physical = style.Width, style.Height, style.Physical
	}
	copied.Parts = nil
	for _, part := range fig.Parts {
		copied.Parts = append(copied.Parts, dress(part, style, false))
	}
	return &copied
}

// asked is the first of two factors that changes anything.
func asked(own, style float64) float64 {
	if own == 0 || own == 1 {
		return cmp.Or(style, own)
	}
	return own
}
