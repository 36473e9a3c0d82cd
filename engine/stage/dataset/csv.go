package dataset

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"

	"unfold/engine"
	"unfold/engine/internal/delimited"
	"unfold/engine/internal/numeral"
	"unfold/engine/remedy"
)

// separators are the answers to sep=.
var separators = map[string]byte{"": 0, "auto": 0, ",": ',', ";": ';', "|": '|', "tab": '\t', "space": ' '}

// separatorNames are what to call them.
var separatorNames = map[byte]string{',': "commas", ';': "semicolons", '|': "bars", '\t': "tabs", ' ': "blanks"}

// readDelimited reads text with separators, CSV, TSV and their kin, of so many bytes; 0
// where that is not known.
func (l *Load) readDelimited(ctx context.Context, in *bufio.Reader, size int64) (*grid, error) {
	rows := &delimited.Reader{In: in, Sep: separators[l.Sep], NoComma: l.Decimal == "comma", Quotes: `"`, Heads: "#%"}
	first, err := rows.ReadAhead()
	if err != nil {
		return nil, err
	}
	if first == nil {
		return nil, &engine.Error{Param: "path", Cause: "the file is empty", Remedy: remedy.Say("give a file with rows")}
	}
	second, err := rows.ReadAhead()
	if err != nil {
		return nil, err
	}
	g := l.newGrid()
	switch l.Decimal {
	case "comma":
		g.decimal = decimalMark{comma: true, given: true}
	case "point":
		g.decimal.given = true
	case "auto", "":
		g.decimal.comma = rows.Sep == ';'
	}
	l.remarkSeparator(ctx, rows.Sep, len(first.Cells))
	ahead := []*delimited.Record{first, second}
	if header := l.header(ctx, g, rows, first, second); header != nil {
		g.headed, g.guessed = true, header == first && l.Header != "yes"
		g.name(cellTexts(header.Cells))
		if header == first {
			ahead = ahead[1:]
		}
	} else {
		g.name(make([]string, len(first.Cells)))
	}
	for _, row := range ahead {
		if row == nil {
			continue
		}
		if err := g.add(row.Line, row.Cells); err != nil {
			return nil, err
		}
	}
	if err := g.addBlocks(ctx, rows, size); err != nil {
		return nil, err
	}
	return g, g.addAll(ctx, rows)
}

// remarkSeparator says which separator was guessed, unless it is the one that
// the ending of the file's name promises.
func (l *Load) remarkSeparator(ctx context.Context, sep byte, columns int) {
	promised := byte(',')
	if name := strings.TrimSuffix(l.Path, ".gz"); strings.HasSuffix(name, ".tsv") || strings.HasSuffix(name, ".tab") {
		promised = '\t'
	}
	if separators[l.Sep] == 0 && sep != promised && columns > 1 {
		engine.Remark(ctx, "%s part the cells, as the first line tells; sep= names another separator", separatorNames[sep])
	}
}

// header returns the row that names the columns, nil if there is none. It is
// the first row, or the comment right before it, as numpy.savetxt writes one,
// if that has as many cells, none of them a number, and the first row does not
// stand above numbers as names do.
func (l *Load) header(ctx context.Context, g *grid, rows *delimited.Reader, first, second *delimited.Record) *delimited.Record {
	names, sure := g.isHeader(first, second)
	if comments := rows.Heading; len(comments) > 0 {
		last := comments[len(comments)-1]
		if named := g.commentHeader(rows, last, first); l.Header != "no" && named != nil && !sure && (!names || len(first.Cells) > 1) {
			engine.Remark(ctx, "the comment in line %d names the columns", last.Line)
			return named
		}
		engine.Remark(ctx, "comments before the first row were skipped, up to line %d", last.Line)
	}
	if l.Header == "yes" || l.Header != "no" && names {
		return first
	}
	return nil
}

// commentHeader returns the cells of a comment if they can name the columns of
// the first row, else nil.
func (g *grid) commentHeader(rows *delimited.Reader, comment, first *delimited.Record) *delimited.Record {
	line := &delimited.Reader{In: bufio.NewReader(bytes.NewReader(comment.Cells[0])), Sep: rows.Sep, Quotes: rows.Quotes}
	named, err := line.ReadAhead()
	if err != nil || named == nil || len(named.Cells) != len(first.Cells) {
		return nil
	}
	if names, _ := g.isHeader(named, first); !names {
		return nil
	}
	return named
}

// addAll appends the rows that are left.
func (g *grid) addAll(ctx context.Context, rows *delimited.Reader) error {
	for count := 0; ; count++ {
		if count%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row, err := rows.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := g.add(rows.First, row); err != nil {
			return err
		}
	}
}

// isHeader reports whether the first row names the columns: none of its cells
// is a number, not all are empty, and either a cell of the second row is a
// number, which makes it sure, or no name comes twice. The last tells names from
// a first row of words, where the cells of several columns are mostly alike. A
// cell that is a number only as people write it, such as 5 %, may be a name above
// numbers, but not above another of its kind.
func (g *grid) isHeader(first, second *delimited.Record) (names, sure bool) {
	seen := map[string]bool{}
	twice, numbers := false, false
	for c, cell := range first.Cells {
		var below []byte
		if second != nil && c < len(second.Cells) {
			below = second.Cells[c]
		}
		_, _, plain := g.parseCell(below)
		numbers = numbers || plain || mayBeNumber(below)
		if _, _, ok := g.parseCell(cell); ok || mayBeNumber(cell) && !plain && mayBeNumber(below) {
			return false, false
		}
		if len(cell) > 0 {
			twice = twice || seen[string(cell)]
			seen[string(cell)] = true
		}
	}
	names = len(seen) > 0 && (numbers || !twice)
	return names, names && numbers
}

// mayBeNumber reports whether a cell may be a number in some notation.
func mayBeNumber(cell []byte) bool {
	_, ok := numeral.Parse(string(cell))
	return ok
}

func cellTexts(cells [][]byte) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = string(cell)
	}
	return out
}
