package simd

import "math"

// mirrorOneRows are the kernels of MirrorTimesOne, by level: of mirrorHeight rows,
// and of MirrorLanes columns a step.
var mirrorOneRows [levels]func(tile *float64, stride int, columnIn, columnOut, rowIn, rowLanes *float64, steps int)

// MirrorTimesOne multiplies one vector by a tile T, whose rows lie stride numbers
// apart, and by its mirror image,
//
//	rowOut += T columnIn,  columnOut += Tᵀ rowIn,
//
// in one pass over T, which has as many rows as rowIn has numbers and as many
// columns as columnIn has. Sums over a row are left in lanes as those of
// MirrorTimes are, those of row i from MirrorLanes·i on, and all sums are made as
// there: the same bits at every level.
func MirrorTimesOne(tile []float64, stride int, columnIn, columnOut, rowIn, rowLanes []float64) {
	rows, width := len(rowIn), len(columnIn)
	if rows == 0 || width == 0 {
		return
	}
	_, columnOut, rowLanes = tile[:(rows-1)*stride+width], columnOut[:width], rowLanes[:rows*MirrorLanes]
	row := 0
	if kernel, steps := mirrorOneRows[Current()], width/MirrorLanes; kernel != nil && steps > 0 {
		for ; row+mirrorHeight <= rows; row += mirrorHeight {
			kernel(&tile[row*stride], 8*stride, &columnIn[0], &columnOut[0], &rowIn[row], &rowLanes[row*MirrorLanes], steps)
			for i := row; i < row+mirrorHeight; i++ {
				mirrorRow(tile[i*stride:i*stride+width], steps*MirrorLanes, columnIn, columnOut, rowIn[i], rowLanes[i*MirrorLanes:])
			}
		}
	}
	for ; row < rows; row++ {
		mirrorRow(tile[row*stride:row*stride+width], 0, columnIn, columnOut, rowIn[row], rowLanes[row*MirrorLanes:])
	}
}

// mirrorRow does one row of a tile from a column on, the first of a step.
func mirrorRow(entries []float64, from int, in, out []float64, factor float64, lanes []float64) {
	in, out, lanes = in[:len(entries)], out[:len(entries)], lanes[:MirrorLanes]
	for j := from; j < len(entries); j++ {
		out[j] = math.FMA(entries[j], factor, out[j])
		lanes[j%MirrorLanes] = math.FMA(entries[j], in[j], lanes[j%MirrorLanes])
	}
}
