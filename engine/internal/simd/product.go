package simd

import "unsafe"

// tileWidths is how many widths tiles have at most, in registers of columns.
const tileWidths = 3

// productKernels are the kernels of Tiles by level and width.
type productKernels[T Real] [levels][tileWidths]func(c *T, cRow int, a *T, aRow, aColumn int, b *T, bRow, bNext, tiles, depth int, alpha T)

var (
	productSingle productKernels[float32]
	productDouble productKernels[float64]
)

// Tiles multiplies matrices by tiles that the registers of one level hold, the
// same bits at every level and whatever a tile's size.
type Tiles[T Real] struct {
	Rows    int // of a tile
	Columns int // of the widest one
	Lanes   int // the columns of a tile are a multiple of

	kernels *[tileWidths]func(c *T, cRow int, a *T, aRow, aColumn int, b *T, bRow, bNext, tiles, depth int, alpha T)
}

// CurrentTiles returns the tiles of the current level.
func CurrentTiles[T Real]() Tiles[T] {
	var v T
	switch level := Current(); level {
	case AVX512:
		lanes := 64 / int(unsafe.Sizeof(v))
		return Tiles[T]{8, 3 * lanes, lanes, kernelsOf[T](level)}
	case AVX2:
		lanes := 32 / int(unsafe.Sizeof(v))
		return Tiles[T]{6, 2 * lanes, lanes, kernelsOf[T](level)}
	}
	return Tiles[T]{Rows: 4, Columns: 4, Lanes: 4}
}

func kernelsOf[T Real](l Level) *[tileWidths]func(c *T, cRow int, a *T, aRow, aColumn int, b *T, bRow, bNext, tiles, depth int, alpha T) {
	if k, ok := any(&productSingle).(*productKernels[T]); ok {
		return &k[l]
	}
	return &any(&productDouble).(*productKernels[T])[l]
}

// Add computes C += alpha A B for some tiles beside one another, of Rows rows and
// of the given columns, a multiple of Lanes that is at most Columns: each number
// of C becomes
//
//	c_ij = fma(alpha, s, c_ij),  s = fma(a_ip, b_pj, s) for p = 0, 1, …, from s = 0
//
// Rows of A are aRow numbers apart, its columns, depth of them, aColumn; what a
// tile reads of B has its rows bRow apart, and lies bNext beyond what the tile
// before reads; rows of C are cRow apart.
func (t Tiles[T]) Add(tiles, columns, depth int, alpha T, a []T, aRow, aColumn int, b []T, bRow, bNext int, c []T, cRow int) {
	if tiles <= 0 || depth <= 0 {
		return
	}
	_, _, _ = a[(t.Rows-1)*aRow+(depth-1)*aColumn], b[(tiles-1)*bNext+(depth-1)*bRow+columns-1], c[(t.Rows-1)*cRow+tiles*columns-1]
	if t.kernels != nil {
		t.kernels[columns/t.Lanes-1](&c[0], cRow, &a[0], aRow, aColumn, &b[0], bRow, bNext, tiles, depth, alpha)
		return
	}
	for tile := range tiles {
		addTile(depth, alpha, a, aRow, aColumn, b[tile*bNext:], bRow, c[tile*columns:], cRow)
	}
}

// addTile is Add for one tile of portable code, of four rows and columns.
func addTile[T Real](depth int, alpha T, a []T, aRow, aColumn int, b []T, bRow int, c []T, cRow int) {
	for i := range 4 {
		var s0, s1, s2, s3 T
		for p := range depth {
			v, row := a[i*aRow+p*aColumn], b[p*bRow:p*bRow+4]
			s0, s1, s2, s3 = Fused(v, row[0], s0), Fused(v, row[1], s1), Fused(v, row[2], s2), Fused(v, row[3], s3)
		}
		row := c[i*cRow : i*cRow+4]
		row[0], row[1], row[2], row[3] = Fused(alpha, s0, row[0]), Fused(alpha, s1, row[1]), Fused(alpha, s2, row[2]), Fused(alpha, s3, row[3])
	}
}
