package dataset

import (
	"unfold/engine/internal/delimited"

	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// readARFF reads the attribute-relation format of Weka: @attribute lines that
// declare the columns, @data, and rows with commas, dense or sparse. Nominal
// attributes, texts and dates are categorical columns.
func (l *Load) readARFF(ctx context.Context, in *bufio.Reader) (*grid, error) {
	rows := &delimited.Reader{In: in, Sep: ',', Quotes: `"'`, Escape: true, Comment: '%'}
	g := (&Load{NA: append([]string{"only", "?"}, l.NA...), Dates: l.Dates, Limit: l.Limit}).newGrid()
	attributes, err := readAttributes(rows)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(attributes))
	for i, a := range attributes {
		names[i] = a.name
	}
	g.headed = true
	g.name(names)
	for i, a := range attributes {
		g.columns[i].kind = a.kind
	}
	var sparse [][]byte
	for count := 0; ; count++ {
		if count%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		row, err := rows.Next()
		if err == io.EOF {
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row[0]) > 0 && row[0][0] == '{' {
			if sparse, err = fillSparseRow(sparse, row, attributes, rows.First); err != nil {
				return nil, err
			}
			row = sparse
		}
		for i, cell := range row {
			if i < len(attributes) && !attributes[i].admits(cell) {
				return nil, delimited.Fault(rows.First, fmt.Sprintf("column %d (%s) holds %q, which its @attribute does not declare", i+1, names[i], cell))
			}
		}
		if err := g.add(rows.First, row); err != nil {
			return nil, err
		}
	}
}

// An attribute is one column as an ARFF file declares it.
type attribute struct {
	name   string
	kind   columnKind
	levels []string        // of a nominal one, in the order of the file
	level  map[string]bool // the same
}

func (a *attribute) admits(cell []byte) bool {
	return a.level == nil || string(cell) == "?" || len(cell) == 0 || a.level[string(cell)]
}

// readAttributes reads up to and including @data.
func readAttributes(rows *delimited.Reader) ([]attribute, error) {
	var attributes []attribute
	for {
		line, err := rows.ReadLine()
		if err == io.EOF {
			return nil, delimited.Fault(rows.Line, "the file ends before @data")
		}
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '%' {
			continue
		}
		word, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		switch strings.ToLower(word) {
		case "@relation":
		case "@attribute":
			a, ok := parseAttribute(strings.TrimSpace(rest))
			if !ok {
				return nil, delimited.Fault(rows.Line, fmt.Sprintf("%q does not declare an attribute", text))
			}
			attributes = append(attributes, a)
		case "@data":
			if len(attributes) == 0 {
				return nil, delimited.Fault(rows.Line, "@data comes before any @attribute")
			}
			return attributes, nil
		default:
			return nil, delimited.Fault(rows.Line, fmt.Sprintf("%q is not a declaration of ARFF", word))
		}
	}
}

// parseAttribute reads "name type" or "name {level, level}".
func parseAttribute(text string) (a attribute, ok bool) {
	name, rest, ok := splitName(text)
	if !ok {
		return a, false
	}
	a.name = name
	if strings.HasPrefix(rest, "{") {
		inside, found := strings.CutSuffix(rest[1:], "}")
		if !found {
			return a, false
		}
		line := &delimited.Reader{In: bufio.NewReader(strings.NewReader(inside)), Sep: ',', Quotes: `"'`, Escape: true}
		cells, err := line.Next()
		if err != nil {
			return a, false
		}
		a.kind, a.levels, a.level = declaredCategorical, cellTexts(cells), map[string]bool{}
		for _, level := range a.levels {
			a.level[level] = true
		}
		if !slices.ContainsFunc(a.levels, func(level string) bool { return !isTruth(level) }) {
			a.kind = undeclared // truth values, as other files have them
		}
		return a, true
	}
	kind, _, _ := strings.Cut(strings.ToLower(rest), " ")
	switch kind {
	case "numeric", "real", "integer":
		a.kind = declaredNumeric
	case "string":
		a.kind = declaredCategorical
	case "date": // is told by its cells, as in other files
	default:
		return a, false
	}
	return a, true
}

// splitName separates the name, which may be quoted, from the type.
func splitName(text string) (name, rest string, ok bool) {
	if text == "" {
		return "", "", false
	}
	if quote := text[0]; quote == '\'' || quote == '"' {
		end := strings.IndexByte(text[1:], quote)
		if end < 0 {
			return "", "", false
		}
		return text[1 : 1+end], strings.TrimSpace(text[end+2:]), true
	}
	end := strings.IndexAny(text, " {")
	if end < 0 {
		return "", "", false
	}
	return text[:end], strings.TrimSpace(text[end:]), true
}

// fillSparseRow writes the cells of a sparse row, {position value, ...}, to
// their places in dst. Cells that are not named are 0, or the first level.
func fillSparseRow(dst, row [][]byte, attributes []attribute, line int) ([][]byte, error) {
	dst = dst[:0]
	for _, a := range attributes {
		zero := []byte("0")
		if len(a.levels) > 0 {
			zero = []byte(a.levels[0])
		}
		dst = append(dst, zero)
	}
	last := len(row) - 1
	if !bytes.HasSuffix(row[last], []byte{'}'}) {
		return nil, delimited.Fault(line, "a sparse row must end with }")
	}
	for i, cell := range row {
		if i == 0 {
			cell = cell[1:]
		}
		if i == last {
			cell = bytes.TrimSuffix(cell, []byte{'}'})
		}
		if cell = bytes.TrimSpace(cell); len(cell) == 0 && len(row) == 1 {
			break
		}
		position, value, _ := strings.Cut(string(cell), " ")
		at, err := strconv.Atoi(position)
		if err != nil || at < 0 || at >= len(attributes) {
			return nil, delimited.Fault(line, fmt.Sprintf("%q names none of the %d columns, which count from 0", position, len(attributes)))
		}
		dst[at] = []byte(strings.Trim(strings.TrimSpace(value), `"'`))
	}
	return dst, nil
}

// isARFF reports whether the text begins with an ARFF declaration.
func isARFF(text []byte) bool {
	for line := range bytes.Lines(text) {
		line = bytes.ToLower(bytes.TrimSpace(line))
		if len(line) > 0 && line[0] != '%' {
			return bytes.HasPrefix(line, []byte("@relation")) || bytes.HasPrefix(line, []byte("@attribute"))
		}
	}
	return false
}
