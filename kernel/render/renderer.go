package render

import (
	"maps"
	"sync"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/chart"
)

// Options are how values are shown.
type Options struct {
	// Static leaves HTML out of bundles, for notebooks that a host will show
	// without scripts and styles.
	Static bool
}

// A Renderer shows values. It remembers which look it has given to each class, so
// that a class looks the same in all that one renderer shows, and how its reader
// wants figures to look. It may be used by several goroutines.
type Renderer struct {
	options Options
	looks   *chart.Looks

	mu    sync.Mutex
	style figure.Style // of figures that ask for no other
	brief bool         // reports are
}

// New returns a renderer.
func New(o Options) *Renderer { return &Renderer{options: o, looks: new(chart.Looks)} }

// Render returns the value as a MIME bundle: data by MIME type, text as
// strings and pictures in base64, and metadata beside it. Both are empty for
// nil. It cannot fail: a figure that cannot be drawn leaves its text with the
// reason.
func (r *Renderer) Render(value any) (data, metadata map[string]any) {
	b := r.bundleOf(value)
	if r.options.Static {
		maps.DeleteFunc(b.data, func(mime string, _ any) bool { return mime != mimePNG && mime != mimeText })
	}
	return b.data, b.metadata
}

// Text returns the value as aligned text for a terminal. It is the text of
// Render without the cost of its pictures.
func (r *Renderer) Text(value any) string {
	if err := unsound(value); err != nil {
		return err.Error()
	}
	switch v := value.(type) {
	case *engine.Report:
		return r.viewOf(v).text(true)
	case briefed:
		return briefly(v.Brief()).text(true)
	case *figure.Figure:
		return figuresText([]*figure.Figure{v})
	case []*figure.Figure:
		return figuresText(v)
	}
	if res, ok := resultsOf(value); ok {
		return res.text(true)
	}
	text, _ := r.bundleOf(value).data[mimeText].(string)
	return text
}

// Progress returns the state of a running stage as a bundle of one line.
func (r *Renderer) Progress(p engine.Progress) map[string]any {
	data := map[string]any{mimeText: progressText(p)}
	if !r.options.Static {
		data[mimeHTML] = progressHTML(p)
	}
	return data
}
