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

// figuresHTML sets figures in a row that breaks where the page is narrow, and
// the script that upgrades them.
func figuresHTML(figures []*figure.Figure, looks *chart.Looks) (string, error) {
	if len(figures) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString(`<div class="uf-row">`)
	live := false
	for _, fig := range figures {
		if err := writeFigure(&b, fig, looks, len(figures) > 1); err != nil {
			return "", err
		}
		live = live || len(fig.Parts) == 0
	}
	b.WriteString("</div>")
	if live {
		b.WriteString(liveScript())
	}
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
	picture, mime, err := chart.Inline(sheet)
	if err != nil {
		return err
	}
	w, h := sheet.SizeOf(fig)
	row, note := "", ""
	if chart.StandsAlone(fig) {
		row = ";flex-basis:100%"
	}
	fmt.Fprintf(b, `<figure style="max-width:%dpx%s"><div class="uf-plot"><img width="%d" height="%d" alt="%s" src="data:%s;base64,%s">`,
		w, row, w, h, html.EscapeString(alt(fig)), mime, base64.StdEncoding.EncodeToString(picture))
	if len(fig.Parts) == 0 {
		if _, points := chart.Thin(fig, chart.MostLive); points > chart.MostLive {
			note = fmt.Sprintf(" The picture has all of %s points; zoomed, the figure has %s of them.", wording.Number(points), wording.Number(chart.MostLive))
		}
		numbers, err := chart.Live(fig, looks, w, h)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, `<script type="application/json" data-figure="%s">%s</script>`, liveVersion(), numbers)
	}
	b.WriteString("</div>")
	if caption := strings.TrimSpace(fig.Caption + note); caption != "" {
		fmt.Fprintf(b, "<figcaption>%s</figcaption>", html.EscapeString(caption))
	}
	if fig.Summary != nil {
		b.WriteString(sheetTable(fig.Summary).HTML() + "</figure>")
		return nil
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
	for _, draw := range []func(*figure.Figure) string{sketch.Scatter, sketch.Drawing, sketch.Multiples} {
		for i, fig := range figures {
			if s := draw(fig); s != "" {
				return i, s
			}
		}
	}
	return 0, ""
}
