package table

import (
	"slices"
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
// which the last line says, or set below.
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
	t.squeeze(widths)
	blocks := t.blocks(widths)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(clean(t.Title) + "\n")
	}
	for k, block := range blocks {
		if k > 0 {
			b.WriteString("\n")
		}
		for r := range len(t.Rows) + 1 {
			row := make([]string, len(block))
			for i, column := range block {
				row[i] = columns[column][r]
			}
			if k == 0 || r == 0 || slices.ContainsFunc(row[1:], filled) {
				t.writeRow(&b, row, block, widths)
			}
		}
	}
	fit := len(blocks[0])
	if t.Whole {
		fit = len(t.Columns)
	}
	if rest := t.rest(fit); rest != "" {
		b.WriteString(rest + "\n")
	}
	for _, line := range t.under() {
		b.WriteString(strings.Join(breakWords(clean(line), Width), "\n") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// filled reports whether a cell says anything: rows that say nothing in columns that
// are set below are left out there.
func filled(cell string) bool { return strings.TrimSpace(cell) != "" }

// squeeze narrows the widest columns of words until the table fits, or they are
// all narrow.
func (t Table) squeeze(widths []int) {
	total := between * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	least := narrow
	if t.Whole {
		least = 2 * narrow // what does not fit finds room below
	}
	for ; total > Width; total-- {
		at := -1
		for i, w := range widths {
			if !t.Columns[i].Numbers && w > least && (at < 0 || w > widths[at]) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		widths[at]--
	}
}

// blocks returns the columns that stand beside each other: as many as fit,
// and, of a table that is shown whole, the others under them, each time after
// the first column, which names the rows.
func (t Table) blocks(widths []int) [][]int {
	var all [][]int
	var block []int
	used := 0
	for i, w := range widths {
		if used+w > Width && len(block) > min(len(all), 1) {
			all = append(all, block)
			if !t.Whole {
				return all
			}
			block, used = []int{0}, widths[0]+between
		}
		block, used = append(block, i), used+w+between
	}
	return append(all, block)
}

// writeRow writes a row of the given columns, on several lines where words were
// broken.
func (t Table) writeRow(b *strings.Builder, row []string, block, widths []int) {
	cells, high := make([][]string, len(row)), 1
	for i, cell := range row {
		cells[i] = breakWords(cell, widths[block[i]])
		high = max(high, len(cells[i]))
	}
	for l := range high {
		var line strings.Builder
		for i := range cells {
			text := ""
			if l < len(cells[i]) {
				text = cells[i][l]
			}
			fill := strings.Repeat(" ", widths[block[i]]-width(text))
			if t.Columns[block[i]].Numbers {
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
