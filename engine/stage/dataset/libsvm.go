package dataset

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"unfold/engine"
	"unfold/engine/internal/delimited"
	"unfold/engine/internal/numeral"
)

// readLIBSVM reads the sparse format of libsvm and svmlight, a row a line:
//
//	label position:value position:value ... # comment
//
// Positions ascend and count from one, or from zero if a zero occurs, and name
// the columns: x1, x2, ... Cells that are not named are 0. The label becomes the last column.
func (l *Load) readLIBSVM(ctx context.Context, in *bufio.Reader) (*grid, error) {
	rows := &delimited.Reader{In: in, Sep: ' ', Comment: '#'}
	s := sparse{rounded: map[int]string{}}
	for {
		if len(s.start)%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		row, err := rows.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := s.add(rows.First, row); err != nil {
			return nil, err
		}
	}
	if s.zero {
		engine.Remark(ctx, "positions count from 0, and so do the names of columns, x0 first")
	}
	return s.dense(l.newGrid())
}

// sparse is the cells of a file that are not 0.
type sparse struct {
	labels    []float64
	lines     []int
	start     []int // where the cells of each row begin
	positions []int
	values    []float64
	width     int            // 1 + the largest position
	zero      bool           // position 0 occurs
	rounded   map[int]string // by position, a whole number that float64 does not tell from its neighbours
}

func (s *sparse) add(line int, row [][]byte) error {
	label, ok := delimited.ParseNumber(row[0])
	if !ok {
		return delimited.Fault(line, fmt.Sprintf("the label %q is not a number", row[0]))
	}
	s.labels, s.lines, s.start = append(s.labels, label), append(s.lines, line), append(s.start, len(s.positions))
	before := -1
	for _, cell := range row[1:] {
		if cell[0] == '#' {
			break
		}
		position, value, _ := bytes.Cut(cell, []byte{':'})
		if string(position) == "qid" {
			continue
		}
		at, err := strconv.Atoi(string(position))
		v, ok := delimited.ParseNumber(value)
		if err != nil || !ok || at < 0 || at >= 1<<31-1 {
			return delimited.Fault(line, fmt.Sprintf("%q is not position:value", cell))
		}
		if at <= before {
			return delimited.Fault(line, fmt.Sprintf("position %d comes after %d", at, before))
		}
		if _, known := s.rounded[at]; !known && math.Abs(v) >= 1<<53 && numeral.IsRounded(string(value), v) {
			s.rounded[at] = string(value)
		}
		before = at
		s.zero = s.zero || at == 0
		s.width = max(s.width, at+1)
		s.positions, s.values = append(s.positions, at), append(s.values, v)
	}
	return nil
}

// dense fills the grid, the label last.
func (s *sparse) dense(g *grid) (*grid, error) {
	first := 1
	if s.zero {
		first = 0
	}
	d := max(0, s.width-first)
	if n := len(s.labels); n > 0 && d+1 > g.most/n {
		return nil, tooManyCells(g.most)
	}
	names := make([]string, d+1)
	for i := range d {
		names[i] = fmt.Sprintf("x%d", first+i)
	}
	names[d] = "label"
	g.name(names)
	g.headed, g.sparse, g.lines = true, true, s.lines
	g.cells = make([]float64, len(s.labels)*(d+1))
	for i := range s.labels {
		row := g.cells[i*(d+1) : (i+1)*(d+1)]
		end := len(s.positions)
		if i+1 < len(s.start) {
			end = s.start[i+1]
		}
		for k := s.start[i]; k < end; k++ {
			row[s.positions[k]-first] = s.values[k]
		}
		row[d] = s.labels[i]
	}
	for position, digits := range s.rounded {
		g.columns[position-first].rounded = digits
	}
	g.countAbsent()
	return g, nil
}

// isLIBSVM reports whether the first row of the text looks like
// "label position:value".
func isLIBSVM(text []byte) bool {
	for line := range bytes.Lines(text) {
		cells := bytes.Fields(line)
		if len(cells) == 0 || cells[0][0] == '#' {
			continue
		}
		if len(cells) < 2 {
			return false
		}
		position, _, found := bytes.Cut(cells[1], []byte{':'})
		_, err := strconv.Atoi(string(position))
		_, ok := delimited.ParseNumber(cells[0])
		return ok && found && (err == nil || string(position) == "qid")
	}
	return false
}
