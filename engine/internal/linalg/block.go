package linalg

import "unfold/engine/internal/simd"

// A block is a part of a product: the rows of C in [top, bottom), its columns in
// [left, right), and of the sums there the depth products from the first on.
type block[T Float] struct {
	*product[T]
	tiles                    simd.Tiles[T]
	top, bottom, left, right int
	first, depth             int
	strips, panels           []T // the rows of A and the columns of B, packed
}

// A cell is a part of a block.
type cell struct{ top, bottom, left, right int }

// add packs the block's rows of A and columns of B, and adds their products to
// C cell by cell.
func (b *block[T]) add(loop Loop) error {
	down := (b.bottom - b.top + cellRows - 1) / cellRows
	across := (b.right - b.left + cellColumns - 1) / cellColumns
	at := func(i, j int) cell {
		top, left := b.top+i*cellRows, b.left+j*cellColumns
		return cell{top, min(top+cellRows, b.bottom), left, min(left+cellColumns, b.right)}
	}
	err := loop(down+across, 1, func(lo, hi int) {
		for part := lo; part < hi; part++ {
			if part < down {
				b.packRows(at(part, 0))
			} else {
				b.packColumns(at(0, part-down))
			}
		}
	})
	if err != nil {
		return err
	}
	return loop(down*across, 1, func(lo, hi int) {
		beside := borrow[T](b.tiles.Rows * b.tiles.Columns)
		defer giveBack(beside)
		for part := lo; part < hi; part++ {
			b.addCell(at(part%down, part/down), *beside)
		}
	})
}

// asItLies reports whether tiles read A where it lies, since they read it once,
// or seldom and number by number.
func (b *block[T]) asItLies() bool {
	return b.n <= b.tiles.Columns || b.product.left.column == 1 && b.n <= cellColumns
}

// packRows copies rows of A strip by strip, which has as many rows as tiles. A
// last one with fewer is filled up with zeros.
func (b *block[T]) packRows(c cell) {
	size := b.tiles.Rows
	for i := c.top; i < c.bottom; i += size {
		rows := min(size, c.bottom-i)
		if rows == size && b.asItLies() {
			continue
		}
		from, to := b.product.left.from(i, b.first), b.packed(i)
		if rows < size {
			clear(to.data)
		}
		if from.column == 1 {
			copyBlock(to.data, to.row, from.data, from.row, rows, b.depth)
		} else {
			copyBlock(to.data, to.column, from.data, from.column, b.depth, rows)
		}
	}
}

// packed is where the strip that begins with row i is packed: row after row, or
// column after column, as A lies.
func (b *block[T]) packed(i int) operand[T] {
	size := b.tiles.Rows
	strip := operand[T]{b.strips[(i-b.top)*b.depth:][:size*b.depth], b.depth, 1}
	if b.product.left.column != 1 {
		strip.row, strip.column = 1, size
	}
	return strip
}

// strip is where the tiles find the rows of A from row i on.
func (b *block[T]) strip(i int) operand[T] {
	if i+b.tiles.Rows <= b.bottom && b.asItLies() {
		return b.product.left.from(i, b.first)
	}
	return b.packed(i)
}

// wide is how many columns the narrowest tile has that holds so many.
func (b *block[T]) wide(columns int) int {
	return (columns + b.tiles.Lanes - 1) / b.tiles.Lanes * b.tiles.Lanes
}

// panel is where so many columns of B from column j on are packed.
func (b *block[T]) panel(j, columns int) []T {
	return b.panels[(j-b.left)*b.depth:][:b.wide(columns)*b.depth]
}

// packColumns copies columns of B panel by panel, as wide as tiles are at most,
// the last one as wide as need be and filled up with zeros.
func (b *block[T]) packColumns(c cell) {
	for j := c.left; j < c.right; j += b.tiles.Columns {
		columns := min(b.tiles.Columns, c.right-j)
		wide, from, panel := b.wide(columns), b.product.right.from(b.first, j), b.panel(j, columns)
		if columns < wide {
			clear(panel)
		}
		if from.column == 1 {
			copyBlock(panel, wide, from.data, from.row, b.depth, columns)
		} else {
			simd.Turn(panel, wide, from.data, from.column, columns, b.depth)
		}
	}
}

// addCell adds the products of a cell to C, tile by tile. A tile of which C has,
// or wants, a part only is computed beside it.
func (b *block[T]) addCell(c cell, beside []T) {
	size := b.tiles.Rows
	for i := c.top; i < c.bottom; i += size {
		rows := min(size, c.bottom-i)
		if b.first == 0 {
			b.scale(i, i+rows, c.left, c.right)
		}
		strip := b.strip(i)
		for j := c.left; j < c.right; j += b.tiles.Columns {
			t := cell{i, i + rows, j, min(j+b.tiles.Columns, c.right)}
			switch any, all := b.wanted(t); {
			case !any:
			case all && rows == size && (t.right-j)%b.tiles.Lanes == 0:
				b.tiles.Add(t.right-j, b.depth, b.alpha, strip.data, strip.row, strip.column, b.panel(j, t.right-j), b.c[i*b.ldc+j:], b.ldc)
			default:
				b.addBeside(t, strip, beside)
			}
		}
	}
}

// wanted reports whether any of a tile is wanted, and whether all of it is.
func (b *block[T]) wanted(t cell) (any, all bool) {
	lo, hi := b.span(t.top)
	low, high := b.span(t.bottom - 1)
	return max(hi, high) > t.left && min(lo, low) < t.right, max(lo, low) <= t.left && min(hi, high) >= t.right
}

// addBeside adds a tile's products to a copy of what is wanted there.
func (b *block[T]) addBeside(t cell, strip operand[T], beside []T) {
	columns := t.right - t.left
	wide := b.wide(columns)
	clear(beside)
	for i := t.top; i < t.bottom; i++ {
		lo, hi := b.clip(i, t.left, t.right)
		copy(beside[(i-t.top)*wide+lo-t.left:], b.c[i*b.ldc+lo:i*b.ldc+hi])
	}
	b.tiles.Add(wide, b.depth, b.alpha, strip.data, strip.row, strip.column, b.panel(t.left, columns), beside, wide)
	for i := t.top; i < t.bottom; i++ {
		lo, hi := b.clip(i, t.left, t.right)
		copy(b.c[i*b.ldc+lo:i*b.ldc+hi], beside[(i-t.top)*wide+lo-t.left:])
	}
}
