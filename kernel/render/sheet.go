package render

import (
	"fmt"
	"math"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/table"
)

// What a value may have to be shown as results: a table, and figures beside it.
type (
	tabled  interface{ Table() *figure.Sheet }
	figured interface{ Figures() []*figure.Figure }
)

// sheetRows is how many rows of a sheet are shown; all of them are in its files.
const sheetRows = 60

// results are a sheet and the figures that belong to it.
type results struct {
	sheet   *figure.Sheet
	figures []*figure.Figure
	note    string // why there are not all of them
}

// resultsOf returns what a value has to show of itself as results. Its methods
// may be the reader's own, and may panic: then what they have given is shown,
// with the reason.
func resultsOf(value any) (res results, ok bool) {
	switch v := value.(type) {
	case *figure.Sheet:
		return results{sheet: v}, v != nil
	case figure.Sheet:
		return results{sheet: &v}, true
	case *engine.Tuning:
		if v == nil {
			return res, false
		}
		return results{sheet: tuningSheet(v)}, true
	}
	defer func() {
		if r := recover(); r != nil {
			res.note, ok = fmt.Sprintf("cannot show itself: %v", r), true
			if res.sheet == nil {
				res.sheet = &figure.Sheet{Title: plain(value)}
			}
		}
	}()
	v, ok := value.(tabled)
	if !ok {
		return res, false
	}
	if res.sheet = v.Table(); res.sheet == nil {
		return res, false
	}
	if v, ok := value.(figured); ok {
		res.figures = v.Figures()
	}
	return res, true
}

// text sets the results for a terminal; without figures, these are shown
// beside it.
func (res results) text(figures bool) string {
	parts := []string{sheetTable(res.sheet).Text()}
	if figures && len(res.figures) > 0 {
		parts = append(parts, figuresText(res.figures))
	}
	if res.note != "" {
		parts = append(parts, printable(res.note))
	}
	return strings.Join(parts, "\n\n")
}

// resultsBundle shows results.
func (r *Renderer) resultsBundle(res results) bundle {
	b := textBundle(res.text(true))
	if r.options.Static && len(res.figures) == 0 {
		return b
	}
	res.figures = r.dressed(res.figures)
	sheet := chart.Sheet{Figures: res.figures, Looks: r.looks, Text: strings.Split(res.text(false), "\n")}
	return r.withFigures(b, sheet, func() (string, error) {
		page, err := figuresHTML(res.figures, r.looks)
		return sheetTable(res.sheet).HTML() + paragraph(res.note) + page, err
	})
}

// sheetTable sets a sheet: a column with numbers is aligned on their points,
// and the first column names the rows.
func sheetTable(s *figure.Sheet) table.Table {
	t := table.Table{Title: s.Title, Named: true, Whole: true, Foot: s.Foot, MoreRows: len(s.Rows) - sheetRows}
	for i, name := range s.Columns {
		t.Columns = append(t.Columns, table.Column{Name: name, Numbers: hasNumbers(s, i)})
	}
	for _, row := range s.Rows[:min(len(s.Rows), sheetRows)] {
		cells, marks := make([]string, len(s.Columns)), make([]figure.Mark, len(s.Columns))
		for i, c := range row[:min(len(row), len(cells))] {
			cells[i], marks[i] = c.Text, c.Mark
		}
		t.Rows, t.Marks = append(t.Rows, cells), append(t.Marks, marks)
	}
	return t
}

func hasNumbers(s *figure.Sheet, column int) bool {
	for _, row := range s.Rows {
		if column < len(row) && !math.IsNaN(row[column].Value) {
			return true
		}
	}
	return false
}
