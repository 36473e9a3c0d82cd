package assist

import (
	"fmt"
	"go/doc/comment"
	"html"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"unfold/dsl/cell"
)

// A page is help being written, in all its forms at once.
type page struct{ text, markdown, html strings.Builder }

func (p *page) help() cell.Help {
	return cell.Help{
		Text:     strings.TrimSpace(p.text.String()) + "\n",
		Markdown: strings.TrimSpace(p.markdown.String()) + "\n",
		HTML:     strings.TrimSpace(p.html.String()) + "\n",
	}
}

// signature writes the line that a page begins with.
func (p *page) signature(text string) {
	fmt.Fprintf(&p.text, "%s\n", text)
	fmt.Fprintf(&p.markdown, "```go\n%s\n```\n", text)
	fmt.Fprintf(&p.html, "<pre><code>%s</code></pre>\n", html.EscapeString(text))
}

// code writes what is read as it is spaced; plain text has it indented.
func (p *page) code(text string) {
	fmt.Fprintf(&p.text, "\n  %s\n", strings.ReplaceAll(text, "\n", "\n  "))
	fmt.Fprintf(&p.markdown, "\n```\n%s\n```\n", text)
	fmt.Fprintf(&p.html, "<pre>%s</pre>\n", html.EscapeString(text))
}

// lead writes a sentence behind a word that says what it is about.
func (p *page) lead(word, sentence string) {
	p.text.WriteString(wrap(word+": "+sentence, ""))
	fmt.Fprintf(&p.markdown, "\n**%s** — %s\n", word, sentence)
	fmt.Fprintf(&p.html, "<p><b>%s</b> — %s</p>\n", html.EscapeString(word), html.EscapeString(sentence))
}

// doi is a digital object identifier in a citation; brackets in it are closed.
var doi = regexp.MustCompile(`doi:(10\.[0-9]+/(?:\([^\s()]*\)|[^\s,;()])+)`)

// say writes a paragraph. The works it cites are links where there are links.
func (p *page) say(sentence string) {
	fmt.Fprintf(&p.text, "\n%s", wrap(sentence, ""))
	fmt.Fprintf(&p.markdown, "\n%s\n", doi.ReplaceAllString(sentence, "[doi:$1](https://doi.org/$1)"))
	fmt.Fprintf(&p.html, "<p>%s</p>\n", doi.ReplaceAllString(html.EscapeString(sentence), `<a href="https://doi.org/$1">doi:$1</a>`))
}

// table writes rows under their headings, which plain text does without.
func (p *page) table(head []string, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(&p.text, "\n%s", textTable(rows))
	fmt.Fprintf(&p.markdown, "\n| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	fmt.Fprintf(&p.html, "<table>\n<tr><th>%s</th></tr>\n", strings.Join(escapeAll(head), "</th><th>"))
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, text := range row {
			cells[i] = strings.ReplaceAll(text, "|", `\|`)
		}
		cells[0] = "`" + cells[0] + "`"
		fmt.Fprintf(&p.markdown, "| %s |\n", strings.Join(cells, " | "))
		fmt.Fprintf(&p.html, "<tr><td>%s</td></tr>\n", strings.Join(escapeAll(row), "</td><td>"))
	}
	p.html.WriteString("</table>\n")
}

// pageWidth is how many characters a line of plain help may have.
const pageWidth = 80

// wrap breaks a text into lines, each of which begins with the indent.
func wrap(text, indent string) string {
	printer := comment.Printer{TextPrefix: indent, TextWidth: pageWidth - len(indent)}
	paragraph := &comment.Paragraph{Text: []comment.Text{comment.Plain(text)}}
	return string(printer.Text(&comment.Doc{Content: []comment.Block{paragraph}}))
}

// textTable aligns the columns of rows. Where that makes lines too long, the
// last column, which is a sentence, goes below the others.
func textTable(rows [][]string) string {
	if text := align(rows); !slices.ContainsFunc(strings.Split(text, "\n"), tooLong) {
		return text
	}
	last := len(rows[0]) - 1
	others := make([][]string, len(rows))
	for i, row := range rows {
		others[i] = row[:last]
	}
	var b strings.Builder
	for i, line := range strings.SplitAfter(strings.TrimSuffix(align(others), "\n"), "\n") {
		fmt.Fprintf(&b, "%s\n%s", strings.TrimRight(line, " \n"), wrap(rows[i][last], "      "))
	}
	return b.String()
}

func tooLong(line string) bool { return utf8.RuneCountInString(line) > pageWidth }

func align(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(w, "  %s\n", strings.Join(row, "\t"))
	}
	w.Flush() //nolint:errcheck // to memory
	return b.String()
}

func escapeAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = html.EscapeString(t)
	}
	return out
}

// comment writes a Go doc comment, or, if brief, its first paragraph.
func (p *page) comment(text string, brief bool) {
	if brief {
		text, _, _ = strings.Cut(text, "\n\n")
	}
	if text == "" {
		return
	}
	var parser comment.Parser
	doc := parser.Parse(text)
	printer := comment.Printer{DocLinkURL: func(*comment.DocLink) string { return "" }, HeadingLevel: 4}
	fmt.Fprintf(&p.text, "\n%s", printer.Text(doc))
	fmt.Fprintf(&p.markdown, "\n%s", printer.Markdown(doc))
	p.html.Write(printer.HTML(doc))
}
