package render

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"unfold/engine"
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
func figureBundle(figures []*engine.Figure) bundle {
	b := textBundle(figuresText(figures))
	if len(figures) == 0 {
		return b
	}
	page, err := figuresHTML(figures)
	if err == nil {
		err = b.addPicture(chart.Sheet{Figures: figures})
	}
	if err != nil {
		b.addNote(err.Error())
		return b
	}
	b.addHTML(page)
	return b
}

// figuresHTML sets figures in a row that breaks where the page is narrow, and
// the script that upgrades them.
func figuresHTML(figures []*engine.Figure) (string, error) {
	if len(figures) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString(`<div class="uf-row">`)
	w, h := chart.Sheet{Figures: figures}.FigureSize()
	for _, fig := range figures {
		if err := writeFigure(&b, fig, w, h, len(figures) > 1); err != nil {
			return "", err
		}
	}
	b.WriteString("</div>" + script)
	return b.String(), nil
}

// writeFigure writes a figure as its picture, with its numbers beside it for
// the script.
func writeFigure(b *strings.Builder, fig *engine.Figure, w, h int, paired bool) error {
	sheet := chart.Sheet{Figures: []*engine.Figure{fig}}
	if paired {
		sheet = sheet.Paired()
	}
	png, err := chart.PNG(sheet)
	if err != nil {
		return err
	}
	numbers, err := chart.Live(fig, w, h)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, `<figure style="max-width:%dpx"><div class="uf-plot"><img width="%d" height="%d" alt="%s" src="data:image/png;base64,%s">`,
		w, w, h, html.EscapeString(alt(fig)), base64.StdEncoding.EncodeToString(png))
	fmt.Fprintf(b, `<script type="application/json">%s</script></div>`, numbers)
	if fig.Caption != "" {
		fmt.Fprintf(b, "<figcaption>%s</figcaption>", html.EscapeString(fig.Caption))
	}
	b.WriteString("</figure>")
	return nil
}

// alt is what stands for the figure where it cannot be seen.
func alt(fig *engine.Figure) string {
	for _, text := range []string{fig.Alt, fig.Title, fig.Name} {
		if text != "" {
			return text
		}
	}
	return "figure"
}

// figuresText says what is in each figure; the first scatter is
// sketched.
func figuresText(figures []*engine.Figure) string {
	var parts []string
	sketched := false
	for _, fig := range figures {
		part := fill(alt(fig), "")
		if s := sketch.Scatter(fig); s != "" && !sketched {
			part, sketched = part+"\n"+s, true
		}
		parts = append(parts, strings.TrimRight(part, "\n"))
	}
	return printable(strings.Join(parts, "\n"))
}
