package simd

// A tile has TileRows numbers for each of TileColumns columns: as many sums as
// the registers of AVX-512 hold beside what is multiplied.
const (
	TileRows    = 32
	TileColumns = 12
)

// tileKernels are the kernels of TileProducts, by level.
var tileKernels [levels]func(tile, panel, columns, ahead *float32, depth int)

// TileProducts adds the products of some rows of a matrix with some columns of
// another to a tile, in which column q begins at TileRows·q:
//
//	tile[TileRows·q + i] += Σ_j panel[TileRows·j + i] · columns[TileColumns·j + q]
//
// Sums are made in the order of j and then added. The vector units fuse their
// products and sums, with the same bits; portable Go, which serves where speed
// does not matter, rounds either. The two are within 2(m + 1) roundings, of
// 2⁻²⁴ times the sum of the absolute values of m products, of one another.
//
// Meanwhile the numbers ahead, half as many as in the panel, are brought near to
// the processor, where there are as many.
func TileProducts(tile *[TileRows * TileColumns]float32, panel, columns, ahead []float32) {
	depth := len(panel) / TileRows
	if depth == 0 {
		return
	}
	columns = columns[:depth*TileColumns]
	if kernel := tileKernels[Current()]; kernel != nil {
		if len(ahead) < depth*TileRows/2 {
			ahead = panel // is there already
		}
		kernel(&tile[0], &panel[0], &columns[0], &ahead[0], depth)
		return
	}
	var sums [TileRows * TileColumns]float32
	for j := range depth {
		rows := panel[j*TileRows : (j+1)*TileRows]
		for q, v := range columns[j*TileColumns : (j+1)*TileColumns] {
			for i, a := range rows {
				sums[q*TileRows+i] += float32(a * v)
			}
		}
	}
	for i, sum := range sums {
		tile[i] += sum
	}
}
