package render

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"unfold/engine/figure"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/sketch"
)

var (
	//go:embed style.css
	styleSheet string
	//go:embed figure.js
	figureScript string

	style  = "<style>" + compact(styleSheet) + "</style>"
	script = "<script>" + compact(figureScript) + "</script>"
)

// compact drops indentation and lines of comment, as every output of a
// notebook carries the text.
func compact(source string) string {
	var lines []string
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// figureBundle shows figures without a report.
func (r *Renderer) figureBundle(figures []*figure.Figure) bundle {
	b := textBundle(figuresText(figures))
	if len(figures) == 0 {
		return b
	}
	page, err := figuresHTML(figures, r.looks)
	if err == nil && !r.pageAlone(figures) {
		err = b.addPicture(chart.Sheet{Figures: figures, Looks: r.looks})
	}
	if err != nil {
		b.addNote(err.Error())
		return b
	}
	b.addHTML(page)
	return b
}

// pageAlone reports whether the picture of figures goes into their page alone.
// Small multiples have a large picture, which is the page's own: a notebook
// would carry it twice.
func (r *Renderer) pageAlone(figures []*figure.Figure) bool {
	return !r.options.Static && len(figures) == 1 && len(figures[0].Parts) > 0
}

// figuresHTML sets figures in a row that breaks where the page is narrow, and
// the script that upgrades them.
func figuresHTML(figures []*figure.Figure, looks *chart.Looks) (string, error) {
	if len(figures) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString(`<div class="uf-row">`)
	for _, fig := range figures {
		if err := writeFigure(&b, fig, looks, len(figures) > 1); err != nil {
			return "", err
		}
	}
	b.WriteString("</div>" + script)
	return b.String(), nil
}

// writeFigure writes a figure as its picture, with its numbers beside it for
// the script; small multiples as their picture alone, for the script zooms into
// one plot.
func writeFigure(b *strings.Builder, fig *figure.Figure, looks *chart.Looks, paired bool) error {
	sheet := chart.Sheet{Figures: []*figure.Figure{fig}, Looks: looks}
	if paired {
		sheet = sheet.Paired()
	}
	png, err := chart.PNG(sheet)
	if err != nil {
		return err
	}
	w, h := sheet.SizeOf(fig)
	fmt.Fprintf(b, `<figure style="max-width:%dpx"><div class="uf-plot"><img width="%d" height="%d" alt="%s" src="data:image/png;base64,%s">`,
		w, w, h, html.EscapeString(alt(fig)), base64.StdEncoding.EncodeToString(png))
	if len(fig.Parts) == 0 {
		numbers, err := chart.Live(fig, looks, w, h)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, `<script type="application/json">%s</script>`, numbers)
	}
	b.WriteString("</div>")
	if fig.Caption != "" {
		fmt.Fprintf(b, "<figcaption>%s</figcaption>", html.EscapeString(fig.Caption))
	}
	b.WriteString(twinHTML(fig.Table()) + "</figure>")
	return nil
}

// mostInline is how many rows of a figure's numbers its page has beside it. A
// scatter has thousands, which are in the page already for the script.
const mostInline = 40

// twinHTML offers the numbers of a figure as a table, or says how to have them.
func twinHTML(s *figure.Sheet) string {
	if len(s.Rows) == 0 {
		return ""
	}
	body := sheetTable(s).HTML()
	if n := len(s.Rows); n > mostInline {
		body = fmt.Sprintf("<p>%d rows: the figure's Table() has them, to be shown, or written by CSV() and LaTeX().</p>", n)
	}
	return `<details class="uf-data"><summary>Data</summary>` + body + "</details>"
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

// figuresText says what is in each figure; the first scatter is sketched, or
// where there is none, the first other drawing.
func figuresText(figures []*figure.Figure) string {
	parts := make([]string, len(figures))
	for i, fig := range figures {
		parts[i] = fill(alt(fig), "")
	}
	if at, s := firstSketch(figures); s != "" {
		parts[at] += "\n" + strings.TrimRight(s, "\n")
	}
	return printable(strings.Join(parts, "\n"))
}

func firstSketch(figures []*figure.Figure) (at int, s string) {
	for _, draw := range []func(*figure.Figure) string{sketch.Scatter, sketch.Drawing, sketch.Multiples} {
		for i, fig := range figures {
			if s := draw(fig); s != "" {
				return i, s
			}
		}
	}
	return 0, ""
}
