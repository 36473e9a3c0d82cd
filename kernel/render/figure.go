package render

import (
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"unfold/engine/figure"
	"unfold/engine/wording"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/sketch"
)

// figureBundle shows figures without a report.
func (r *Renderer) figureBundle(figures []*figure.Figure) bundle {
	b := textBundle(figuresText(figures))
	if len(figures) == 0 {
		return b
	}
	figures = r.dressed(figures)
	return r.withFigures(b, chart.Sheet{Figures: figures, Looks: r.looks}, func() (string, error) { return figuresHTML(figures, r.looks) })
}

// withFigures adds the one form in which a bundle carries its figures: a page,
// or the picture of a sheet where there are to be no pages.
func (r *Renderer) withFigures(b bundle, sheet chart.Sheet, page func() (string, error)) bundle {
	if r.options.Static {
		if err := b.addPicture(sheet); err != nil {
			b.addNote(err.Error())
		}
		return b
	}
	body, err := page()
	if err != nil {
		b.addNote(err.Error())
		return b
	}
	b.addHTML(body)
	return b
}

// writeFigure writes a figure as its picture, with its numbers beside it for
// the script; of small multiples the numbers of each part over it.
func (p *figurePage) writeFigure(fig *figure.Figure, in frame) error {
	sheet := chart.Sheet{Figures: []*figure.Figure{fig}, Looks: p.looks}
	if in.width > 0 {
		sheet = sheet.Sized(in.width, in.height)
	}
	picture, mime, err := chart.Inline(sheet)
	if err != nil {
		return err
	}
	w, h := sheet.SizeOf(fig)
	basis := fmt.Sprintf("%dpx", w*2/3) // of what is narrower, fewer stand in a row
	if chart.StandsAlone(fig) {
		basis = "100%"
	}
	within, plot := fmt.Sprintf("max-width:%dpx;", w), ""
	if fig.Summary != nil { // which may be wider than the picture
		within, plot = "", fmt.Sprintf(` style="max-width:%dpx"`, w)
	}
	fmt.Fprintf(p, `<figure style="%sflex-basis:%s"><div class="uf-plot"%s><img width="%d" height="%d" alt="%s" src="data:%s;base64,%s">`,
		within, basis, plot, w, h, html.EscapeString(alt(fig)), mime, base64.StdEncoding.EncodeToString(picture))
	note := ""
	if len(fig.Parts) == 0 {
		if _, points := chart.Thin(fig, chart.MostLive); points > chart.MostLive {
			note = fmt.Sprintf(" The picture has all of %s points; zoomed, the figure has %s of them.", wording.Number(points), wording.Number(chart.MostLive))
		}
		numbers, err := chart.Live(fig, p.looks, w, h)
		if err != nil {
			return err
		}
		fmt.Fprintf(p, `<script type="application/json" data-figure="%s">%s</script>`, liveVersion(), numbers)
	}
	parts, err := liveParts(fig, p.looks, w, h)
	if err != nil {
		return err
	}
	p.live = p.live || len(fig.Parts) == 0 || parts != ""
	p.WriteString(parts + "</div>" + underFigure(fig, in.caption, note) + "</figure>")
	return nil
}

// liveParts lays over the picture of small multiples what the script needs to zoom into
// each of them.
func liveParts(fig *figure.Figure, looks *chart.Looks, width, height int) (string, error) {
	parts, err := chart.LiveParts(fig, looks, width, height)
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, `<div class="uf-plot uf-part" style="left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%"><script type="application/json" data-figure="%s">%s</script></div>`,
			100*p.Left, 100*p.Top, 100*p.Width, 100*p.Height, liveVersion(), p.JSON)
	}
	return b.String(), err
}

// underFigure is what stands under a picture: as much of the caption as is wanted there,
// the summary, and behind a fold the rest of the caption and the numbers. A note on what
// the picture leaves out is always in sight.
func underFigure(fig *figure.Figure, part captionPart, note string) string {
	seen, folded := strings.TrimSpace(fig.Caption), ""
	switch part {
	case noCaption:
		seen, folded = "", seen
	case firstSentence:
		if first, rest, more := strings.Cut(seen, ". "); more {
			seen, folded = first+".", rest
		}
	}
	under := ""
	if seen = strings.TrimSpace(seen + note); seen != "" {
		under = "<figcaption>" + html.EscapeString(seen) + "</figcaption>"
	}
	if fig.Summary != nil {
		return under + sheetTable(fig.Summary).HTML() + fold("About", paragraph(folded))
	}
	if folded != "" {
		return under + fold("About, and data", paragraph(folded)+numbersHTML(fig.Table()))
	}
	return under + fold("Data", numbersHTML(fig.Table()))
}

// fold hides a part of a page until somebody asks for it; nothing of nothing.
func fold(name, body string) string {
	if body == "" {
		return ""
	}
	return `<details class="uf-data"><summary>` + name + "</summary>" + body + "</details>"
}

// mostInline is how many rows of a figure's numbers its page has beside it. A
// scatter has thousands, which are in the page already for the script.
const mostInline = 40

// numbersHTML is the numbers of a figure as a table, or how to have them.
func numbersHTML(s *figure.Sheet) string {
	switch n := len(s.Rows); {
	case n == 0:
		return ""
	case n > mostInline:
		return fmt.Sprintf("<p>%d rows: the figure's Table() has them, to be shown, or written by CSV() and LaTeX().</p>", n)
	}
	return sheetTable(s).HTML()
}

// alt is what stands for the figure where it cannot be seen.
func alt(fig *figure.Figure) string {
	for _, text := range []string{fig.Alt, fig.Title, fig.Name} {
		if text != "" {
			return text
		}
	}
	return "figure"
}

// figuresText says what is in each figure, by its summary if it has one; trees are outlined, the first scatter is sketched, or
// where there is none, the first other drawing.
func figuresText(figures []*figure.Figure) string {
	parts := make([]string, len(figures))
	for i, fig := range figures {
		parts[i] = fill(alt(fig), "")
		if fig.Summary != nil {
			parts[i] = sheetTable(fig.Summary).Text()
		}
		if outline := sketch.Outline(fig); outline != "" {
			parts[i] += "\n" + strings.TrimRight(outline, "\n")
		}
	}
	if at, s := firstSketch(figures); s != "" {
		parts[at] += "\n" + strings.TrimRight(s, "\n")
	}
	return printable(strings.Join(parts, "\n"))
}

func firstSketch(figures []*figure.Figure) (at int, s string) {
	for _, draw := range []func(*figure.Figure) string{sketch.Scatter, sketch.Drawing, sketch.Multiples, sketch.Grid, sketch.First} {
		for i, fig := range figures {
			if s := draw(fig); s != "" {
				return i, s
			}
		}
	}
	return 0, ""
}
