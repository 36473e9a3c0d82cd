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

// addAll goes through all of C, block by block, and through the sums there.
func (b block[T]) addAll(loop Loop) error {
	for b.left = 0; b.left < b.n; b.left += blockColumns {
		for b.top = 0; b.top < b.m; b.top += blockRows {
			b.right, b.bottom = min(b.left+blockColumns, b.n), min(b.top+blockRows, b.m)
			for b.first = 0; b.first < b.k; b.first += Depth {
				b.depth = min(Depth, b.k-b.first)
				if err := b.add(loop); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addFlat is addAll for rows that fit one cell. Its columns are cut into cells on
// their own, each of which packs its columns of B for itself just before they are
// multiplied, so that they are near. Where C is but a part of a cell, more of its
// sums is worked out at a time.
func (b block[T]) addFlat(loop Loop) error {
	deep := Depth * max(1, cellRows/b.m*(cellColumns/b.n))
	for from := 0; from < b.k; from += deep {
		until := min(from+deep, b.k)
		err := loop(b.n, cellColumns, func(lo, hi int) { b.addColumns(lo, hi, from, until) })
		if err != nil {
			return err
		}
	}
	return nil
}

// addColumns adds to the columns in [lo, hi) of C, cell by cell, the products in
// [from, until) of their sums.
func (b block[T]) addColumns(lo, hi, from, until int) {
	depth := min(Depth, until-from)
	beside := getBuffer[T](b.tiles.Rows * b.tiles.Columns)
	rows := getBuffer[T]((b.m + b.tiles.Rows) * depth)
	columns := getBuffer[T]((min(hi-lo, cellColumns) + b.tiles.Lanes) * depth)
	defer putBuffer(beside)
	defer putBuffer(rows)
	defer putBuffer(columns)
	b.bottom, b.strips, b.panels = b.m, *rows, *columns
	for b.first = from; b.first < until; b.first += Depth {
		b.depth = min(Depth, until-b.first)
		for b.left = lo; b.left < hi; b.left += cellColumns { // along the rows of B
			b.right = min(b.left+cellColumns, hi)
			all := cell{b.top, b.bottom, b.left, b.right}
			b.packRows(all)
			b.packColumns(all)
			b.addCell(all, *beside)
		}
	}
}

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
		beside := getBuffer[T](b.tiles.Rows * b.tiles.Columns)
		defer putBuffer(beside)
		for part := lo; part < hi; part++ { // down first: the columns of B stay near
			b.addCell(at(part%down, part/down), *beside)
		}
	})
}

// readsAInPlace reports whether tiles read A where it lies, since they read it
// once, or seldom and number by number.
func (b *block[T]) readsAInPlace() bool {
	columns := b.right - b.left
	return columns <= b.tiles.Columns || b.product.left.column == 1 && columns <= cellColumns
}

// readsBInPlace reports whether tiles read B where it lies, row by row: since
// they read it but twice, or three times where its rows are near one another.
func (b *block[T]) readsBInPlace() bool {
	const near = 4096 / 8 // numbers: a page, which the processor's prefetching ends at
	times := 2
	if b.product.right.row <= near {
		times = 3
	}
	return b.product.right.column == 1 && b.m <= times*b.tiles.Rows
}

// packRows packs rows of A into panels with as many rows as tiles have. The last
// one is padded with zeros.
func (b *block[T]) packRows(c cell) {
	size := b.tiles.Rows
	for i := c.top; i < c.bottom; i += size {
		rows := min(size, c.bottom-i)
		if rows == size && b.readsAInPlace() {
			continue
		}
		from, to := b.product.left.at(i, b.first), b.packedRows(i)
		if rows < size {
			clear(to.data)
		}
		if from.column == 1 {
			simd.CopyRows(to.data, to.row, from.data, from.row, rows, b.depth)
		} else {
			simd.CopyRows(to.data, to.column, from.data, from.column, b.depth, rows)
		}
	}
}

// packedRows returns the packed panel that begins with row i: row after row, or
// column after column, as A lies.
func (b *block[T]) packedRows(i int) operand[T] {
	size := b.tiles.Rows
	strip := operand[T]{b.strips[(i-b.top)*b.depth:][:size*b.depth], b.depth, 1}
	if b.product.left.column != 1 {
		strip.row, strip.column = 1, size
	}
	return strip
}

// rowsOfA is where the tiles find the rows of A from row i on.
func (b *block[T]) rowsOfA(i int) operand[T] {
	if i+b.tiles.Rows <= b.bottom && b.readsAInPlace() {
		return b.product.left.at(i, b.first)
	}
	return b.packedRows(i)
}

// tileWidth is how many columns the narrowest tile has that holds so many.
func (b *block[T]) tileWidth(columns int) int {
	return (columns + b.tiles.Lanes - 1) / b.tiles.Lanes * b.tiles.Lanes
}

// fillsTile reports whether so many columns fill a tile.
func (b *block[T]) fillsTile(columns int) bool { return columns%b.tiles.Lanes == 0 }

// columnsOfB is where tiles find so many columns of B from column j on: packed,
// or, where they fill a tile, straight.
func (b *block[T]) columnsOfB(j, columns int) operand[T] {
	if b.fillsTile(columns) && b.readsBInPlace() {
		return b.product.right.at(b.first, j)
	}
	return operand[T]{b.panels[(j-b.left)*b.depth:], b.tileWidth(columns), 1}
}

// packColumns packs columns of B into panels as wide as tiles are at most, the
// last one padded with zeros.
func (b *block[T]) packColumns(c cell) {
	for j := c.left; j < c.right; j += b.tiles.Columns {
		columns := min(b.tiles.Columns, c.right-j)
		wide := b.tileWidth(columns)
		if b.fillsTile(columns) && b.readsBInPlace() {
			continue
		}
		from, panel := b.product.right.at(b.first, j), b.columnsOfB(j, columns).data[:wide*b.depth]
		if columns < wide {
			clear(panel)
		}
		if from.column == 1 {
			simd.CopyRows(panel, wide, from.data, from.row, b.depth, columns)
		} else {
			simd.Turn(panel, wide, from.data, from.column, columns, b.depth)
		}
	}
}

// addCell adds the products of a cell to C, one panel of A after another.
func (b *block[T]) addCell(c cell, beside []T) {
	for i := c.top; i < c.bottom; i += b.tiles.Rows {
		strip := cell{i, min(i+b.tiles.Rows, c.bottom), c.left, c.right}
		if b.first == 0 {
			b.scale(strip.top, strip.bottom, c.left, c.right)
		}
		b.addRowPanel(strip, beside)
	}
}

// addRowPanel adds the products of one panel of A with some columns of B. Whole
// tiles that are wanted lie beside one another; one of which C has, or wants, a
// part only is computed beside C.
func (b *block[T]) addRowPanel(c cell, beside []T) {
	wide, whole := b.tiles.Columns, c.bottom-c.top == b.tiles.Rows
	anyFrom, anyTo, allFrom, allTo := b.wantedColumns(c)
	from := c.left + (allFrom-c.left+wide-1)/wide*wide
	tiles := 0
	if whole && allTo > from {
		tiles = (allTo - from) / wide
	}
	for j := c.left; j < c.right; {
		t := cell{c.top, c.bottom, j, min(j+wide, c.right)}
		switch {
		case j == from && tiles > 0:
			t.right = from + tiles*wide
			b.addTiles(tiles, wide, j, c.top, b.c[c.top*b.ldc+j:], b.ldc)
		case t.right <= anyFrom || anyTo <= j:
		case whole && b.fillsTile(t.right-j) && allFrom <= j && t.right <= allTo:
			b.addTiles(1, t.right-j, j, c.top, b.c[c.top*b.ldc+j:], b.ldc)
		default:
			b.addThroughCopy(t, beside)
		}
		j = t.right
	}
}

// addTiles adds to c the products of the panel that begins with a row with so
// many panels of some columns, from the given one on.
func (b *block[T]) addTiles(tiles, columns, column, row int, c []T, ldc int) {
	strip, panel := b.rowsOfA(row), b.columnsOfB(column, columns)
	next := columns // of a row of B as it lies
	if !b.readsBInPlace() || !b.fillsTile(columns) {
		next *= b.depth
	}
	b.tiles.Add(tiles, b.tileWidth(columns), b.depth, b.alpha, strip.data, strip.row, strip.column, panel.data, panel.row, next, c, ldc)
}

// wantedColumns is which columns of a part of C are wanted in any of its rows,
// and which in all.
func (b *block[T]) wantedColumns(c cell) (anyFrom, anyTo, allFrom, allTo int) {
	first, end := b.clip(c.top, c.left, c.right)
	last, bound := b.clip(c.bottom-1, c.left, c.right)
	return min(first, last), max(end, bound), max(first, last), min(end, bound)
}

// addThroughCopy adds a tile's products to a copy of what is wanted there.
func (b *block[T]) addThroughCopy(t cell, beside []T) {
	columns := t.right - t.left
	wide := b.tileWidth(columns)
	clear(beside)
	for i := t.top; i < t.bottom; i++ {
		lo, hi := b.clip(i, t.left, t.right)
		copy(beside[(i-t.top)*wide+lo-t.left:], b.c[i*b.ldc+lo:i*b.ldc+hi])
	}
	b.addTiles(1, columns, t.left, t.top, beside, wide)
	for i := t.top; i < t.bottom; i++ {
		lo, hi := b.clip(i, t.left, t.right)
		copy(b.c[i*b.ldc+lo:i*b.ldc+hi], beside[(i-t.top)*wide+lo-t.left:])
	}
}
