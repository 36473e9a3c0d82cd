package display

import (
	"go/token"
	"strconv"
)

// Path is the import path of this package; a cell does not need it.
const Path = "unfold/kernel/display"

// Library is this package as cells know it.
var Library = map[string][]struct {
	Name  string
	Value any
}{Path + "/display": {
	{"Any", Any},
	{"Auto", Auto},
	{"Data", (*Data)(nil)},
	{"File", File},
	{"HTML", HTML},
	{"HTMLer", (*HTMLer)(nil)},
	{"Image", Image},
	{"JPEG", JPEG},
	{"JPEGer", (*JPEGer)(nil)},
	{"JSON", JSON},
	{"JSONer", (*JSONer)(nil)},
	{"JavaScript", JavaScript},
	{"JavaScripter", (*JavaScripter)(nil)},
	{"Latex", Latex},
	{"Latexer", (*Latexer)(nil)},
	{"MIME", MIME},
	{"MIMEMap", (*MIMEMap)(nil)},
	{"MIMETypeHTML", text(MIMETypeHTML)},
	{"MIMETypeJPEG", text(MIMETypeJPEG)},
	{"MIMETypeJSON", text(MIMETypeJSON)},
	{"MIMETypeJavaScript", text(MIMETypeJavaScript)},
	{"MIMETypeLatex", text(MIMETypeLatex)},
	{"MIMETypeMarkdown", text(MIMETypeMarkdown)},
	{"MIMETypePDF", text(MIMETypePDF)},
	{"MIMETypePNG", text(MIMETypePNG)},
	{"MIMETypeSVG", text(MIMETypeSVG)},
	{"MIMETypeText", text(MIMETypeText)},
	{"MakeData", MakeData},
	{"MakeData3", MakeData3},
	{"Markdown", Markdown},
	{"Markdowner", (*Markdowner)(nil)},
	{"Math", Math},
	{"PDF", PDF},
	{"PDFer", (*PDFer)(nil)},
	{"PNG", PNG},
	{"PNGer", (*PNGer)(nil)},
	{"Renderer", (*Renderer)(nil)},
	{"SVG", SVG},
	{"SVGer", (*SVGer)(nil)},
	{"SimpleRenderer", (*SimpleRenderer)(nil)},
}}

// text is an untyped constant.
func text(s string) any {
	return struct {
		Kind    token.Token
		Literal string
	}{token.STRING, strconv.Quote(s)}
}
