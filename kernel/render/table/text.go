package table

import (
	"strings"
)

// Width is how wide text is set, in columns of a terminal.
const Width = 100

const (
	between = 2  // columns between columns
	narrow  = 18 // columns of words are not made narrower than this
)

// Text sets the table in at most Width columns: words are broken over lines
// where a row is too wide, and columns that do not fit even so are left out,
// which the last line says.
func (t Table) Text() string {
	columns := make([][]string, len(t.Columns))
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = append([]string{clean(c.Name)}, t.aligned(i, func(rune) rune { return ' ' })...)
		if t.marked(i) {
			for r := range t.Rows {
				columns[i][r+1] += signs[t.mark(r, i)]
			}
		}
		for _, cell := range columns[i] {
			widths[i] = max(widths[i], width(cell))
		}
	}
	fit := t.squeeze(widths)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(clean(t.Title) + "\n")
	}
	for r := range len(t.Rows) + 1 {
		row := make([]string, fit)
		for i := range row {
			row[i] = columns[i][r]
		}
		t.writeRow(&b, row, widths)
	}
	if rest := t.rest(fit); rest != "" {
		b.WriteString(rest + "\n")
	}
	for _, line := range t.under() {
		b.WriteString(strings.Join(breakWords(clean(line), Width), "\n") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// squeeze narrows the widest columns of words until the table fits, and
// returns how many columns then do.
func (t Table) squeeze(widths []int) int {
	total := func() int {
		sum := between * (len(widths) - 1)
		for _, w := range widths {
			sum += w
		}
		return sum
	}
	for total() > Width {
		at := -1
		for i, w := range widths {
			if !t.Columns[i].Numbers && w > narrow && (at < 0 || w > widths[at]) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		widths[at]--
	}
	used := 0
	for i, w := range widths {
		if used += w; used > Width && i > 0 {
			return i
		}
		used += between
	}
	return len(widths)
}

// writeRow writes a row, on several lines where words were broken.
func (t Table) writeRow(b *strings.Builder, row []string, widths []int) {
	cells, high := make([][]string, len(row)), 1
	for i, cell := range row {
		cells[i] = breakWords(cell, widths[i])
		high = max(high, len(cells[i]))
	}
	for l := range high {
		var line strings.Builder
		for i := range cells {
			text := ""
			if l < len(cells[i]) {
				text = cells[i][l]
			}
			fill := strings.Repeat(" ", widths[i]-width(text))
			if t.Columns[i].Numbers {
				text = fill + text
			} else {
				text += fill
			}
			line.WriteString(text + strings.Repeat(" ", between))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// breakWords sets text in lines of at most wide columns; a word that is wider
// is cut.
func breakWords(text string, wide int) []string {
	if width(text) <= wide {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && width(line+" "+word) > wide {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
		line = terminal.Truncate(line, wide, "…")
	}
	return append(lines, line)
}

// rest says what is not shown where the first columns fit.
func (t Table) rest(fit int) string {
	var left []string
	if t.MoreRows > 0 {
		left = append(left, Count(t.MoreRows, "more row"))
	}
	if n := max(0, t.MoreColumns) + len(t.Columns) - fit; n > 0 {
		left = append(left, Count(n, "more column"))
	}
	if left == nil {
		return ""
	}
	return "… " + strings.Join(left, ", ")
}
