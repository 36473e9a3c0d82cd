package simd

import "math"

// A tile of SymmetricTimes is SymmetricRows×SymmetricColumns; it acts on
// SymmetricLanes vectors at once.
const (
	SymmetricRows    = 8
	SymmetricColumns = 128
	SymmetricLanes   = 8
)

// symmetricTiles are the kernels of SymmetricTimes, by level.
var symmetricTiles [levels]func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int)

// SymmetricTimes multiplies 8 vectors by a tile T of the lower triangle of a
// symmetric matrix, and by its mirror image above the diagonal:
// rowOut += T columnIn and columnOut += Tᵀ rowIn. So each entry is fetched once.
// The tile lies by rows that are SymmetricColumns numbers apart, of which the
// first columns count; the vectors' entries of a row lie side by side, those of
// two rows stride numbers apart. Every sum takes its
// terms in order, each by one fused multiplication and addition. rowOut must not
// share memory with columnOut.
func SymmetricTimes(tile, columnIn, columnOut, rowIn, rowOut []float64, stride, columns int) {
	if columns == 0 {
		return
	}
	last := (columns-1)*stride + SymmetricLanes
	tile, columnIn, columnOut = tile[:SymmetricRows*SymmetricColumns], columnIn[:last], columnOut[:last]
	last = (SymmetricRows-1)*stride + SymmetricLanes
	rowIn, rowOut = rowIn[:last], rowOut[:last]
	if kernel := symmetricTiles[Current()]; kernel != nil {
		kernel(&tile[0], &columnIn[0], &columnOut[0], &rowIn[0], &rowOut[0], stride, columns)
		return
	}
	for r := range SymmetricRows {
		in, out := (*[SymmetricLanes]float64)(rowIn[r*stride:]), (*[SymmetricLanes]float64)(rowOut[r*stride:])
		for c, t := range tile[r*SymmetricColumns : r*SymmetricColumns+columns] {
			from, to := (*[SymmetricLanes]float64)(columnIn[c*stride:]), (*[SymmetricLanes]float64)(columnOut[c*stride:])
			for l := range SymmetricLanes {
				out[l] = math.FMA(t, from[l], out[l])
				to[l] = math.FMA(t, in[l], to[l])
			}
		}
	}
}
