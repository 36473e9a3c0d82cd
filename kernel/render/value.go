package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/plot"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/table"
)

// A tabulator is a value that is best read as a table of words.
type tabulator interface {
	Tabulate() (title string, header []string, rows [][]string)
}

// bundleOf shows a value by the first of its kinds that is known.
func (r *Renderer) bundleOf(value any) bundle {
	switch value {
	case (*engine.Report)(nil), (*figure.Figure)(nil), (*engine.Table)(nil), (*plot.Plot)(nil):
		return textBundle("<nil>")
	}
	switch v := value.(type) {
	case nil:
		return newBundle()
	case cell.Bundle:
		return bundle{data: v.Data, metadata: v.Metadata}.whole()
	case *engine.Report:
		return r.reportBundle(r.viewOf(v))
	case briefed:
		return r.reportBundle(r.dressedView(briefly(v.Brief())))
	case *figure.Figure, figure.Figure, []*figure.Figure:
		return r.figureValueBundle(v)
	case *engine.Table:
		return tableBundle(headOf(v))
	case *plot.Plot:
		return pictureBundle(chart.Of(v), "plot: "+v.Title.Text)
	}
	if res, ok := resultsOf(value); ok {
		return r.resultsBundle(res)
	}
	if b, ok := displayed(value); ok {
		return b
	}
	switch v := value.(type) {
	case image.Image:
		return imageBundle(v)
	case tabulator:
		title, header, rows := v.Tabulate()
		return tableBundle(table.Of(title, header, rows))
	case mat.Matrix:
		return tableBundle(matrixTable(v))
	case error:
		return errorBundle(v)
	case string:
		return textBundle(v)
	case []byte:
		return textBundle(bytesText(v))
	case fmt.Stringer, fmt.Formatter:
		return textBundle(plain(v))
	}
	if text, ok := series(value); ok {
		return textBundle(text)
	}
	if t, ok := reflected(value); ok {
		b := tableBundle(t)
		if text := plain(value); len(text) <= table.Width {
			b.data[mimeText] = text // as short as Go prints it
		}
		return b
	}
	return textBundle(plain(value))
}

func tableBundle(t table.Table) bundle {
	b := textBundle(t.Text())
	b.addHTML(t.HTML())
	return b
}

func pictureBundle(p chart.Picture, text string) bundle {
	b := textBundle(strings.TrimSuffix(text, ": "))
	if err := b.addPicture(p); err != nil {
		b.addNote(err.Error())
	}
	return b
}

// imageBundle shows a picture with every dot as it is.
func imageBundle(img image.Image) bundle {
	size := img.Bounds().Size()
	b := textBundle(fmt.Sprintf("image of %d×%d dots", size.X, size.Y))
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		b.addNote("image: " + err.Error())
		return b
	}
	b.addPNG(file.Bytes())
	b.metadata[mimePNG] = map[string]any{"width": size.X, "height": size.Y}
	return b
}

func errorBundle(err error) bundle {
	var f cell.Failure
	if !errors.As(err, &f) {
		return textBundle(err.Error())
	}
	b := textBundle(failureText(f))
	b.data[mimeHTML] = FailureHTML(f)
	return b
}

// bytesText shows text as text and other bytes by their values.
func bytesText(raw []byte) string {
	if utf8.Valid(raw) && !bytes.ContainsFunc(raw, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' && r != '\r' }) {
		return string(raw)
	}
	const most = 64
	text := fmt.Sprintf("%d bytes: % x", len(raw), raw[:min(len(raw), most)])
	if len(raw) > most {
		text += " …"
	}
	return text
}

// mostText is how much of a value is printed: a slice of a million numbers
// would stall a page.
const mostText = 10_000

// plain prints a value as Go does; functions and channels by their type, as
// an address says nothing.
func plain(value any) string {
	if text := fmt.Sprintf("%T", value); strings.HasPrefix(text, "func(") || strings.HasPrefix(text, "chan ") {
		return text
	}
	return cut(fmt.Sprintf("%v", value), mostText)
}

// cut shortens text to at most the given number of bytes, between characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return fmt.Sprintf("%s … (%d more bytes)", text[:end], len(text)-end)
}
