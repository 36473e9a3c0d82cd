package simd

import "math"

// A tile of Mirror is MirrorRows×MirrorColumns; it acts on MirrorLanes vectors
// at once.
const (
	MirrorRows    = 8
	MirrorColumns = 128
	MirrorLanes   = 8
)

// mirrorTiles are the kernels of Mirror, by level.
var mirrorTiles [levels]func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int)

// Mirror multiplies 8 vectors by a tile T of the lower triangle of a symmetric
// matrix, and by its mirror image above the diagonal: rowOut += T columnIn and
// columnOut += Tᵀ rowIn. The tile lies by rows that are MirrorColumns numbers
// apart, of which the first columns count; the vectors' entries of a row lie
// side by side, those of two rows stride numbers apart. Every sum takes its
// terms in order, each by one fused multiplication and addition. rowOut must not
// share memory with columnOut.
func Mirror(tile, columnIn, columnOut, rowIn, rowOut []float64, stride, columns int) {
	if columns == 0 {
		return
	}
	last := (columns-1)*stride + MirrorLanes
	tile, columnIn, columnOut = tile[:MirrorRows*MirrorColumns], columnIn[:last], columnOut[:last]
	last = (MirrorRows-1)*stride + MirrorLanes
	rowIn, rowOut = rowIn[:last], rowOut[:last]
	if kernel := mirrorTiles[Current()]; kernel != nil {
		kernel(&tile[0], &columnIn[0], &columnOut[0], &rowIn[0], &rowOut[0], stride, columns)
		return
	}
	for r := range MirrorRows {
		in, out := (*[MirrorLanes]float64)(rowIn[r*stride:]), (*[MirrorLanes]float64)(rowOut[r*stride:])
		for c, t := range tile[r*MirrorColumns : r*MirrorColumns+columns] {
			from, to := (*[MirrorLanes]float64)(columnIn[c*stride:]), (*[MirrorLanes]float64)(columnOut[c*stride:])
			for l := range MirrorLanes {
				out[l] = math.FMA(t, from[l], out[l])
				to[l] = math.FMA(t, in[l], to[l])
			}
		}
	}
}
