package dataset

import (
	"bufio"
	"context"
	"io"

	"unfold/engine"
)

// separators are the answers to sep=.
var separators = map[string]byte{"": 0, "auto": 0, ",": ',', ";": ';', "|": '|', "tab": '\t', "space": ' '}

// readDelimited reads text with separators: CSV, TSV and their kin.
func (l *Load) readDelimited(ctx context.Context, in *bufio.Reader) (*grid, error) {
	rows := &records{in: in, sep: separators[l.Sep], noComma: l.Decimal == "comma", quotes: `"`}
	first, err := rows.ahead()
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, &engine.Error{Param: "path", Cause: "the file is empty", Remedy: "give a file with rows"}
	}
	second, err := rows.ahead()
	if err != nil {
		return nil, err
	}
	g := newGrid(l.NA, l.cells())
	switch l.Decimal {
	case "comma":
		g.decimal = decimalMark{comma: true}
	case "auto", "":
		g.decimal.comma = rows.sep == ';'
	}
	g.headed = l.Header == "yes" || l.Header != "no" && g.isHeader(first, second)
	if g.headed {
		g.name(texts(first.cells))
	} else {
		g.name(make([]string, len(first.cells)))
		if err := g.add(first.line, first.cells); err != nil {
			return nil, err
		}
	}
	if second == nil {
		return g, nil
	}
	if err := g.add(second.line, second.cells); err != nil {
		return nil, err
	}
	return g, g.addAll(ctx, rows)
}

// addAll appends the rows that are left.
func (g *grid) addAll(ctx context.Context, rows *records) error {
	for count := 0; ; count++ {
		if count%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := rows.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := g.add(rows.first, row); err != nil {
			return err
		}
	}
}

// isHeader reports whether the first row names the columns: none of its cells
// is a number, not all are empty, and either a cell of the second row is a
// number or no name comes twice. The last tells names from a first row of
// words, where the cells of several columns are mostly alike.
func (g *grid) isHeader(first, second *record) bool {
	seen := map[string]bool{}
	twice := false
	for _, cell := range first.cells {
		if _, ok := g.numberIn(0, cell); ok {
			return false
		}
		if len(cell) > 0 {
			twice = twice || seen[string(cell)]
			seen[string(cell)] = true
		}
	}
	if second != nil {
		for _, cell := range second.cells {
			if _, ok := g.numberIn(0, cell); ok {
				return len(seen) > 0
			}
		}
	}
	return len(seen) > 0 && !twice
}

// A record is a row kept while others are read.
type record struct {
	line  int
	cells [][]byte
}

// ahead returns a copy of the next row, nil at the end.
func (r *records) ahead() (*record, error) {
	row, err := r.next()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	kept := &record{line: r.first, cells: make([][]byte, len(row))}
	for i, cell := range row {
		kept.cells[i] = append([]byte(nil), cell...)
	}
	return kept, nil
}

func texts(cells [][]byte) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = string(cell)
	}
	return out
}
