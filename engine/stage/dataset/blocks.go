package dataset

import (
	"context"

	"unfold/engine/internal/delimited"
	"unfold/engine/internal/parallel"
)

// blocksAtOnce is how many blocks are read side by side.
const blocksAtOnce = 8

// addBlocks appends rows as long as they come in plain lines, and leaves the others in
// rows. Of a text of so many bytes, 0 if that is not known, it makes room for all rows.
func (g *grid) addBlocks(ctx context.Context, rows *delimited.Reader, size int64) error {
	if g.odd || g.decimal.comma || rows.Sep == ' ' || rows.Escape || rows.Comment != 0 {
		return nil
	}
	blocks := make([]delimited.Block, blocksAtOnce)
	var carried []byte
	read := 0
	for ended := false; !ended; {
		count := 0
		for count < len(blocks) && !ended {
			var err error
			if carried, ended, err = blocks[count].Fill(rows.In, carried); err != nil {
				return err
			}
			read += len(blocks[count].Text)
			count++
		}
		err := parallel.For(ctx, count, 1, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				blocks[i].Read(rows.Sep, len(g.columns))
			}
		})
		if err != nil {
			return err
		}
		for i := range count {
			b := &blocks[i]
			if err := g.addBlock(b, rows); err != nil {
				return err
			}
			if b.Used < len(b.Text) {
				rows.HandBack(blocks[i:count], carried)
				return nil
			}
		}
		if !ended {
			g.reserve(read, size)
		}
	}
	return nil
}

// addBlock appends the rows of a block.
func (g *grid) addBlock(b *delimited.Block, rows *delimited.Reader) error {
	if len(g.cells)+len(b.Cells) > g.most {
		return tooManyCells(g.most)
	}
	from := len(g.lines)
	g.cells = append(g.cells, b.Cells...)
	for _, line := range b.Lines {
		g.lines = append(g.lines, rows.Line+1+line)
	}
	for c := range g.columns {
		g.columns[c].absent += b.Absent[c]
		if row := b.Point[c]; row >= 0 {
			keepFirst(&g.columns[c].pointLine, g.lines[from+row])
		}
	}
	for _, cell := range b.Odd {
		if err := g.set(from+cell.Row, cell.Column, cell.Text); err != nil {
			return err
		}
	}
	rows.Line += b.Passed
	return nil
}

// reserve makes room for all rows of a text of so many bytes, after some of them.
func (g *grid) reserve(read int, size int64) {
	if size == 0 || cap(g.cells) > 2*len(g.cells) {
		return
	}
	const more = 1.02 // lines of the beginning may be a little longer than others
	expected := min(float64(g.most), more*float64(len(g.cells))*float64(size)/float64(read))
	if expected > float64(cap(g.cells)) {
		cells := make([]float64, len(g.cells), int(expected))
		copy(cells, g.cells)
		g.cells = cells
	}
}
