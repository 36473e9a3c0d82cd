package dataset

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"

	"unfold/engine/internal/npy"
	"unfold/engine/internal/numeral"
)

// readNPY reads a matrix as NumPy saves it: whole or floating-point numbers
// or truth values, in either order of memory and of bytes. The format is that
// of NumPy enhancement proposal 1.
func (l *Load) readNPY(ctx context.Context, in *bufio.Reader) (*grid, error) {
	array, err := npy.ReadHeader(in)
	if err != nil {
		return nil, err
	}
	g := l.newGrid()
	if array.Columns > g.most/max(1, array.Rows) {
		return nil, tooManyCells(g.most)
	}
	g.name(make([]string, array.Columns))
	g.cells = make([]float64, array.Rows*array.Columns)
	cell := make([]byte, array.Size)
	for i := range g.cells {
		if i%65536 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, err := io.ReadFull(in, cell); err != nil {
			return nil, npy.Fault(fmt.Sprintf("it ends after %d of %d numbers", i, len(g.cells)))
		}
		at := i
		if array.ByColumn {
			at = i%array.Rows*array.Columns + i/array.Rows
		}
		g.cells[at] = array.Value(cell)
		column := &g.columns[at%array.Columns]
		if v := g.cells[at]; math.Abs(v) >= 1<<53 && column.rounded == "" && numeral.IsRounded(array.Digits(cell), v) {
			column.rounded = array.Digits(cell) // the first that float64 had to round
		}
	}
	g.countAbsent()
	return g, nil
}

// countAbsent counts the missing cells of a grid that was filled by hand.
func (g *grid) countAbsent() {
	d := len(g.columns)
	for i, v := range g.cells {
		if math.IsNaN(v) {
			g.columns[i%d].absent++
		}
	}
}
