package smo

import (
	"context"
	"fmt"
	"math"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
)

// A Table is a kernel matrix whose entries were all computed: rows are looked
// up. It serves where many problems share a kernel, as costs and folds do.
type Table struct {
	n      int
	values []float32
}

const (
	tableColumns = 256 // of a block
	tableRows    = 64  // between two looks at the context
)

// NewTable computes the matrix of a kernel, one triangle and the blocks on the
// diagonal, and mirrors the rest. It takes 4n² bytes, asked for before they
// are taken.
func NewTable(ctx context.Context, k Kernel) (*Table, error) {
	n := k.Len()
	if err := memory.Need(tableBytes(n), fmt.Sprintf("the kernel matrix of %d rows", n), "take fewer rows: put sample(n=...) after the source"); err != nil {
		return nil, err
	}
	t := &Table{n: n, values: make([]float32, n*n)}
	blocks := (n + tableColumns - 1) / tableColumns
	all, done := everything(n), parallel.Count(ctx, "kernel matrix", n)
	err := parallel.Each(ctx, blocks, 1, func(at, _ int) error {
		lo := (blocks - 1 - at) * tableColumns // the last blocks have most rows
		hi := min(lo+tableColumns, n)
		columns := k.Columns(all[lo:hi])
		for top := 0; top < hi; top += tableRows {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i := top; i < min(top+tableRows, hi); i++ {
				columns.Row(t.values[i*n+lo:i*n+hi], i)
			}
			t.mirror(top, min(top+tableRows, lo), lo, hi)
		}
		done.Add(hi - lo)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// tableBytes is what the table of n rows takes, or the largest number if that
// cannot be counted.
func tableBytes(n int) uint64 {
	bytes := 4 * float64(n) * float64(n)
	if bytes >= math.MaxUint64 {
		return math.MaxUint64
	}
	return uint64(bytes)
}

// mirror copies the entries of rows top to bottom, columns lo to hi, across
// the diagonal.
func (t *Table) mirror(top, bottom, lo, hi int) {
	for j := lo; j < hi; j++ {
		for i := top; i < bottom; i++ {
			t.values[j*t.n+i] = t.values[i*t.n+j]
		}
	}
}

// Len returns the number of rows.
func (t *Table) Len() int { return t.n }

// Columns looks entries up. Columns that lie side by side are copied together.
func (t *Table) Columns(of []int32) Columns {
	c := &tableView{Table: t, of: of}
	for at := 0; at < len(of); {
		from := at
		for at++; at < len(of) && of[at] == of[at-1]+1; at++ {
		}
		c.runs = append(c.runs, run{from: from, to: at})
		if len(c.runs)*shortestRun > len(of) {
			c.runs = nil
			break
		}
	}
	return c
}

// shortestRun is the mean length of runs from which copying them is faster
// than looking up number by number.
const shortestRun = 8

// A tableView is some columns of a Table.
type tableView struct {
	*Table
	of   []int32
	runs []run // nil where they would be short
}

// A run is places of columns that lie side by side.
type run struct{ from, to int }

func (c *tableView) Row(dst []float32, i int) {
	row := c.values[i*c.n : (i+1)*c.n]
	for _, r := range c.runs {
		copy(dst[r.from:r.to], row[c.of[r.from]:])
	}
	if c.runs != nil {
		return
	}
	dst = dst[:len(c.of)]
	for t, j := range c.of {
		dst[t] = row[j]
	}
}

func (c *tableView) Diagonal(dst []float32) {
	for t, j := range c.of {
		dst[t] = c.values[int(j)*c.n+int(j)]
	}
}
