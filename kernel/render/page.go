package render

import (
	"fmt"
	"html"
	"strings"
)

// Page returns an HTML document of parts that are HTML already, such as the
// text/html of bundles. It stands alone: nothing is loaded from elsewhere.
func Page(title string, parts ...string) string {
	return fmt.Sprintf(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title>
<style>body{margin:24px auto;padding:0 16px;max-width:960px;background:#fff;color:#212121}</style></head>
<body>
%s
</body>
</html>
`, html.EscapeString(title), strings.Join(parts, "\n"))
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
