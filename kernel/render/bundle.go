package render

import (
	"encoding/base64"
	"maps"
	"strings"

	"unfold/kernel/render/chart"
)

// The MIME types of what we make ourselves.
const (
	mimeText = "text/plain"
	mimeHTML = "text/html"
	mimePNG  = "image/png"
)

// A bundle is a value in several forms.
type bundle struct {
	data, metadata map[string]any
}

func newBundle() bundle {
	return bundle{data: map[string]any{}, metadata: map[string]any{}}
}

func textBundle(text string) bundle {
	b := newBundle()
	b.data[mimeText] = text
	return b
}

// whole is the bundle with maps of its own, to which more can be added.
func (b bundle) whole() bundle {
	all := newBundle()
	maps.Copy(all.data, b.data)
	maps.Copy(all.metadata, b.metadata)
	return all
}

// addHTML adds a page's part.
func (b bundle) addHTML(parts ...string) { b.data[mimeHTML] = withStyle(strings.Join(parts, "")) }

// addPicture adds the picture as PNG with its size in CSS pixels, so that its
// doubled dots are not shown at twice the size.
func (b bundle) addPicture(p chart.Picture) error {
	data, err := chart.PNG(p)
	if err != nil {
		return err
	}
	b.addPNG(data)
	w, h := p.Size()
	b.metadata[mimePNG] = map[string]any{"width": w, "height": h}
	return nil
}

func (b bundle) addPNG(data []byte) { b.data[mimePNG] = base64.StdEncoding.EncodeToString(data) }

// addNote appends a line to the text.
func (b bundle) addNote(line string) {
	text, _ := b.data[mimeText].(string)
	b.data[mimeText] = strings.TrimLeft(text+"\n"+line, "\n")
}
