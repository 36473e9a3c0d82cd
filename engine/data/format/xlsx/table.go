package xlsx

import (
	"context"
	"maps"
	"slices"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/wording"
)

// handOver gives the cells of a sheet to the source. Header is yes or no, or empty where
// the first row is to tell.
func (s *sheet) handOver(ctx context.Context, header string, to format.Cells) error {
	columns := slices.Sorted(maps.Keys(s.columns))
	at := make(map[int]int, len(columns))
	for i, c := range columns {
		at[c] = i
	}
	names, cells := make([]string, len(columns)), s.cells
	headed := header == "yes" || header != "no" && s.firstNames()
	if headed {
		first := s.firstRow()
		for _, c := range cells[:first] {
			names[at[c.column]] = c.text
		}
		cells = cells[first:]
	}
	to.Name(names, headed)
	if err := to.Grow(countRows(cells)); err != nil {
		return err
	}
	setAll(cells, at, to)
	s.remark(ctx)
	return nil
}

// firstRow counts the cells of the first row.
func (s *sheet) firstRow() int {
	for i, c := range s.cells {
		if c.row != s.cells[0].row {
			return i
		}
	}
	return len(s.cells)
}

// firstNames reports whether the cells of the first row are all texts, of which none
// comes twice.
func (s *sheet) firstNames() bool {
	first := s.cells[:s.firstRow()]
	seen := map[string]bool{}
	for _, c := range first {
		if !c.isText || seen[c.text] {
			return false
		}
		seen[c.text] = true
	}
	return len(first) > 0
}

// countRows counts those with any cell.
func countRows(cells []cell) int {
	count := 0
	for i, c := range cells {
		if i == 0 || c.row != cells[i-1].row {
			count++
		}
	}
	return count
}

// setAll sets cells.
func setAll(cells []cell, at map[int]int, to format.Cells) {
	row := -1
	for i, c := range cells {
		if i == 0 || c.row != cells[i-1].row {
			row++
		}
		column := at[c.column]
		if c.form != "" {
			to.Moments(column, c.form)
		}
		if c.text != "" {
			to.Set(row, column, []byte(c.text))
		} else {
			to.Number(row, column, c.number)
		}
	}
}

// remark says which cells are missing though the sheet shows something in them.
func (s *sheet) remark(ctx context.Context) {
	if s.errors > 0 {
		engine.Remark(ctx, "%s in error, such as #N/A or #DIV/0!, count as missing", wording.Count(s.errors, "cell"))
	}
	if s.unsolved > 0 {
		engine.Remark(ctx, "%s without a value count as missing: open the workbook in a spreadsheet program and save it, and they have one", wording.Count(s.unsolved, "formula"))
	}
	if s.merged > 0 {
		engine.Remark(ctx, "%s of merged cells, first %s: only the upper left cell of each has the value, the others are missing", wording.Count(s.merged, "range"), s.first)
	}
}
