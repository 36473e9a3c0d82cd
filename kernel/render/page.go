package render

import (
	"cmp"
	"fmt"
	"html"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/figure"
)

// Page returns an HTML document of parts that are HTML already, such as the
// text/html of bundles. It stands alone: nothing is loaded from elsewhere.
func Page(title string, parts ...string) string {
	return fmt.Sprintf(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title>
<style>body{margin:24px auto;padding:0 16px;max-width:960px;background:#fff;color:#212121}
header{font-family:system-ui,"Liberation Sans",sans-serif}h1{font-size:1.6rem;margin:0}header p{color:#59636e;margin:.2em 0 1.2em}
pre,code{white-space:pre-wrap;overflow-wrap:anywhere}</style></head>
<body>
%s
</body>
</html>
`, html.EscapeString(title), strings.Join(parts, "\n"))
}

// saved returns the page that a value is saved as: a heading, the day, and of a report
// the sentence, which a reader can fold away.
func (r *Renderer) saved(value any, now time.Time) string {
	title, sentence, body := "Results", "", r.part(value)
	if brief, ok := value.(briefed); ok {
		value = brief.Brief()
	}
	switch v := value.(type) {
	case *engine.Report:
		sentence = v.Pipeline
		if v.Table != nil && v.Table.Name != "" {
			title = v.Table.Name
		}
		if !v.Started.IsZero() {
			now = v.Started
		}
	case *figure.Figure:
		title = cmp.Or(v.Title, title)
	default:
		if sheet, ok := sheetOf(value); ok && sheet != nil {
			title = cmp.Or(sheet.Title, title)
		}
	}
	head := fmt.Sprintf("<header><h1>%s</h1>\n<p><time datetime=\"%s\">%s</time>, unfold %s</p></header>",
		html.EscapeString(title), now.Format(time.DateOnly), now.Format("2 January 2006"), engine.Version)
	opened := strings.Replace(body, whatRan, strings.Replace(whatRan, "<details>", "<details open>", 1), 1)
	if sentence != "" && opened == body {
		head += "\n<details open><summary>Pipeline</summary><pre>" + html.EscapeString(sentence) + "</pre></details>"
	}
	return Page(title, head, "<main>", opened, "</main>")
}

// part returns the richest form of a value that a page can hold: HTML, a
// picture, or text.
func (r *Renderer) part(value any) string {
	b := r.bundleOf(value)
	if page, ok := b.data[mimeHTML].(string); ok {
		return page
	}
	text, _ := b.data[mimeText].(string)
	if picture, ok := b.data[mimePNG].(string); ok {
		return fmt.Sprintf(`<img alt="%s" style="max-width:100%%" src="data:image/png;base64,%s">`, html.EscapeString(text), picture)
	}
	return withStyle("<pre>" + html.EscapeString(text) + "</pre>")
}
