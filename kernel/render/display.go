package render

import (
	"encoding/base64"
	"strings"
)

// What cells of other Go kernels define to show their own types; the names
// and signatures are those of gophernotes, so that its notebooks run here. A
// type may have several; all are shown in one bundle.
type (
	// Data is a bundle that a cell has made.
	Data = struct {
		Data      map[string]any
		Metadata  map[string]any
		Transient map[string]any
	}
	dataRenderer interface{ Render() Data }
	mimeRenderer interface{ SimpleRender() map[string]any }

	htmler       interface{ HTML() string }
	javaScripter interface{ JavaScript() string }
	jpeger       interface{ JPEG() []byte }
	jsoner       interface{ JSON() map[string]any }
	latexer      interface{ Latex() string }
	markdowner   interface{ Markdown() string }
	pnger        interface{ PNG() []byte }
	pdfer        interface{ PDF() []byte }
	svger        interface{ SVG() string }
)

// displayed returns the bundle of a value that shows itself.
func displayed(value any) (bundle, bool) {
	b := newBundle()
	switch v := value.(type) {
	case Data:
		return dataBundle(v), true
	case dataRenderer:
		return dataBundle(v.Render()), true
	case mimeRenderer:
		return dataBundle(Data{Data: v.SimpleRender()}), true
	}
	if v, ok := value.(htmler); ok {
		b.data[mimeHTML] = v.HTML()
	}
	if v, ok := value.(javaScripter); ok {
		b.data["application/javascript"] = v.JavaScript()
	}
	if v, ok := value.(jpeger); ok {
		b.data["image/jpeg"] = base64.StdEncoding.EncodeToString(v.JPEG())
	}
	if v, ok := value.(jsoner); ok {
		b.data["application/json"] = v.JSON()
	}
	if v, ok := value.(latexer); ok {
		b.data["text/latex"] = v.Latex()
	}
	if v, ok := value.(markdowner); ok {
		b.data["text/markdown"] = v.Markdown()
	}
	if v, ok := value.(pnger); ok {
		b.addPNG(v.PNG())
	}
	if v, ok := value.(pdfer); ok {
		b.data["application/pdf"] = base64.StdEncoding.EncodeToString(v.PDF())
	}
	if v, ok := value.(svger); ok {
		b.data["image/svg+xml"] = v.SVG()
	}
	if len(b.data) == 0 {
		return bundle{}, false
	}
	b.data[mimeText] = plain(value)
	return b, true
}

// dataBundle takes a bundle as the cell has made it; bytes become text or
// base64, as the protocol wants them.
func dataBundle(d Data) bundle {
	b := newBundle()
	for mime, v := range d.Data {
		if raw, ok := v.([]byte); ok {
			if isText(mime) {
				v = string(raw)
			} else {
				v = base64.StdEncoding.EncodeToString(raw)
			}
		}
		b.data[mime] = v
	}
	for mime, v := range d.Metadata {
		b.metadata[mime] = v
	}
	return b
}

func isText(mime string) bool {
	return strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+xml") || mime == "application/javascript"
}
