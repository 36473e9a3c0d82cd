package display

import "image"

// A MIMEMap is data, or what is said of data, by MIME type.
type MIMEMap = map[string]any

// Data is a value in one form or several, by MIME type; Metadata says of each
// what its reader needs, such as the width of a picture, and Transient what is
// not kept in the notebook: under "display_id" a name, by which a bundle that
// is shown later takes this one's place. Bytes stand for themselves; they
// become base64 on their way.
type Data = struct {
	Data      MIMEMap
	Metadata  MIMEMap
	Transient MIMEMap
}

// What a type may have to show itself. Of the first two, Renderer counts
// before SimpleRenderer, and either alone; of the others, all count.
type (
	Renderer       interface{ Render() Data }
	SimpleRenderer interface{ SimpleRender() MIMEMap }

	HTMLer       interface{ HTML() string }
	JavaScripter interface{ JavaScript() string }
	JPEGer       interface{ JPEG() []byte }
	JSONer       interface{ JSON() map[string]any }
	Latexer      interface{ Latex() string }
	Markdowner   interface{ Markdown() string }
	PNGer        interface{ PNG() []byte }
	PDFer        interface{ PDF() []byte }
	SVGer        interface{ SVG() string }
)

// The MIME types of the interfaces, and that of plain text.
const (
	MIMETypeHTML       = "text/html"
	MIMETypeJavaScript = "application/javascript"
	MIMETypeJPEG       = "image/jpeg"
	MIMETypeJSON       = "application/json"
	MIMETypeLatex      = "text/latex"
	MIMETypeMarkdown   = "text/markdown"
	MIMETypePNG        = "image/png"
	MIMETypePDF        = "application/pdf"
	MIMETypeSVG        = "image/svg+xml"
	MIMETypeText       = "text/plain"
)

// Of returns what a value shows of itself, and false if it has none of the
// interfaces. The methods of the value run now, in this goroutine, and may
// panic as they wish. What Of returns has text/plain only if the value says so.
func Of(x any) (Data, bool) {
	switch x := x.(type) {
	case Data:
		return x, true
	case Renderer:
		return x.Render(), true
	case SimpleRenderer:
		return Data{Data: x.SimpleRender()}, true
	}
	all := MIMEMap{}
	if x, ok := x.(HTMLer); ok {
		all[MIMETypeHTML] = x.HTML()
	}
	if x, ok := x.(JavaScripter); ok {
		all[MIMETypeJavaScript] = x.JavaScript()
	}
	if x, ok := x.(JPEGer); ok {
		all[MIMETypeJPEG] = x.JPEG()
	}
	if x, ok := x.(JSONer); ok {
		all[MIMETypeJSON] = x.JSON()
	}
	if x, ok := x.(Latexer); ok {
		all[MIMETypeLatex] = x.Latex()
	}
	if x, ok := x.(Markdowner); ok {
		all[MIMETypeMarkdown] = x.Markdown()
	}
	if x, ok := x.(PNGer); ok {
		all[MIMETypePNG] = x.PNG()
	}
	if x, ok := x.(PDFer); ok {
		all[MIMETypePDF] = x.PDF()
	}
	if x, ok := x.(SVGer); ok {
		all[MIMETypeSVG] = x.SVG()
	}
	return Data{Data: all}, len(all) > 0
}

// pictured is a picture's bundle: every dot as it is.
func pictured(png []byte, size image.Point) Data {
	return Data{
		Data:     MIMEMap{MIMETypePNG: png},
		Metadata: MIMEMap{MIMETypePNG: MIMEMap{"width": size.X, "height": size.Y}},
	}
}
