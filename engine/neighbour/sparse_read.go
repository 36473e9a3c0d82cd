package neighbour

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"unfold/engine"
)

// ReadSparse reads a table with one row a line, as libsvm writes it: a number
// for the row, its label, then column:value for the cells that are not zero,
// columns rising from 1. What follows a # is left out, as are empty lines.
func ReadSparse(r io.Reader) (*Sparse, []float64, error) {
	var entries []Entry
	var labels []float64
	columns := 0
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<30)
	for at := 1; lines.Scan(); at++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		label, err := strconv.ParseFloat(fields[0], 64)
		if err != nil {
			return nil, nil, misread(at, "label %q is not a number", fields[0])
		}
		last := 0
		for _, f := range fields[1:] {
			column, value, ok := strings.Cut(f, ":")
			c, err := strconv.Atoi(column)
			v, wrong := strconv.ParseFloat(value, 64)
			switch {
			case !ok || err != nil || wrong != nil:
				return nil, nil, misread(at, "%q is not column:value", f)
			case c <= last || c > math.MaxInt32:
				return nil, nil, misread(at, "column %d comes after %d: they must rise from 1", c, last)
			}
			entries = append(entries, Entry{len(labels), c - 1, v})
			last, columns = c, max(columns, c)
		}
		labels = append(labels, label)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("neighbour: read sparse table: %w", err)
	}
	s, err := NewSparse(len(labels), columns, entries)
	return s, labels, err
}

func misread(line int, cause string, args ...any) error {
	return &engine.Error{Cause: fmt.Sprintf("line %d: ", line) + fmt.Sprintf(cause, args...), Remedy: `write "label column:value column:value" on every line`}
}
