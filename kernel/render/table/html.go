package table

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"unfold/engine/figure"
)

// spaceFor returns the space that is as wide as a character of a number.
func spaceFor(c rune) rune {
	const figure, punctuation = '\u2007', '\u2008'
	if c == '.' || c == ' ' {
		return punctuation
	}
	return figure
}

// longTitle is the length from which a title is broken to the table's width;
// a shorter one may reach beyond a narrow table.
const longTitle = 110

// roomyColumns is how many columns stand well apart on a page of 1000 pixels; more come
// closer to each other.
const roomyColumns = 9

// HTML sets the table as an HTML table with a caption and the scope of each
// head, which a screen reader announces with the cells. Its looks are the
// page's.
func (t Table) HTML() string {
	var b strings.Builder
	wide := "uf-wide"
	if len(t.Columns) > roomyColumns {
		wide += " uf-tight"
	}
	fmt.Fprintf(&b, `<div class="%s"><table>`, wide)
	if t.Title != "" {
		class := ""
		if len(t.Title) >= longTitle {
			class = ` class="uf-long"`
		}
		fmt.Fprintf(&b, "<caption%s>%s</caption>", class, html.EscapeString(t.Title))
	}
	b.WriteString("<thead><tr>")
	columns := make([][]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = t.aligned(i, spaceFor)
		fmt.Fprintf(&b, `<th scope="col"%s>%s</th>`, class(c, nil), html.EscapeString(c.Name))
	}
	b.WriteString("</tr></thead><tbody>")
	for r := range t.Rows {
		b.WriteString("<tr>")
		for i, c := range t.Columns {
			if i == 0 && t.Named {
				fmt.Fprintf(&b, `<th scope="row"%s>%s</th>`, class(c, columns[i]), html.EscapeString(columns[i][r]))
				continue
			}
			fmt.Fprintf(&b, "<td%s>%s</td>", class(c, columns[i]), t.markedHTML(r, i, columns[i][r]))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table></div>")
	if rest := t.rest(len(t.Columns)); rest != "" {
		fmt.Fprintf(&b, `<p class="uf-soft">%s</p>`, rest)
	}
	for _, line := range t.under() {
		fmt.Fprintf(&b, `<p class="uf-soft uf-foot">%s</p>`, html.EscapeString(clean(line)))
	}
	return b.String()
}

// markedHTML sets a cell with its mark. The room of the sign is the same with
// and without one, so that the points of a column stay in line.
func (t Table) markedHTML(row, column int, text string) string {
	text = html.EscapeString(text)
	if !t.marked(column) {
		return text
	}
	mark := t.mark(row, column)
	if mark == figure.Best {
		text = "<strong>" + text + "</strong>"
	}
	return text + `<span class="uf-mark">` + strings.TrimSpace(signs[mark]) + "</span>"
}

// shortCell is how long the cells of a column are at most that are never broken over
// lines, as the two ends of an interval would be.
const shortCell = 24

// class says how the cells of a column are set.
func class(c Column, cells []string) string {
	switch {
	case c.Numbers:
		return ` class="uf-num"`
	case slices.ContainsFunc(cells, breaks) && !slices.ContainsFunc(cells, func(s string) bool { return utf8.RuneCountInString(s) > shortCell }):
		return ` class="uf-line"`
	}
	return ""
}

// breaks reports whether a cell has blanks.
func breaks(s string) bool { return strings.Contains(s, " ") }
