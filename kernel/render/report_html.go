package render

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"unfold/kernel/render/chart"
)

// html sets the report for a page.
func (v reportView) html(looks *chart.Looks) (string, error) {
	var b strings.Builder
	section := func(title string, parts ...string) {
		if body := strings.Join(parts, ""); body != "" {
			fmt.Fprintf(&b, "<section><h4>%s</h4>%s</section>", title, body)
		}
	}
	choice := v.choice
	if choice != "" {
		choice = "chosen: " + choice
	}
	section("What ran", pipelineHTML(v.report.Pipeline), paragraph(v.data), paragraph(v.rows), paragraph(v.sweep), paragraph(choice))
	if v.scores.Rows != nil {
		section("How well", v.scores.HTML())
	}
	if v.answers.Rows != nil {
		section("Rows without a label", v.answers.HTML(), paragraph(v.sizes))
	}
	figures, err := figuresHTML(v.report.Figures, looks)
	if err != nil {
		return "", err
	}
	trust := ""
	if v.trust.Rows != nil {
		trust = v.trust.HTML()
	}
	section("Why to trust it", figures, trust, listHTML(slices.Concat(v.grounds, v.notes)))
	summary := `<summary><h4>What it cost</h4> <span class="uf-soft">` + html.EscapeString(v.total) + "</span></summary>"
	fmt.Fprintf(&b, "<section><details>%s%s%s</details></section>", summary, v.perStep.HTML(), paragraph(v.effort))
	return b.String(), nil
}

// pipelineHTML keeps each stage on one line where it fits.
func pipelineHTML(p string) string {
	words := strings.Split(p, " | ")
	for i, w := range words {
		if i > 0 {
			w = "| " + w
		}
		words[i] = "<span>" + html.EscapeString(w) + "</span>"
	}
	return `<code class="uf-pipe">` + strings.Join(words, " ") + "</code>"
}

func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "<p>" + html.EscapeString(text) + "</p>"
}

func listHTML(items []string) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<ul>")
	for _, item := range items {
		b.WriteString("<li>" + html.EscapeString(item) + "</li>")
	}
	b.WriteString("</ul>")
	return b.String()
}
