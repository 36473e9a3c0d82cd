package simd

import "math"

// MirrorVectors and MirrorLanes are how many vectors MirrorTimes multiplies, and
// how many sums it keeps for an entry of the product with a row.
const (
	MirrorVectors = 2
	MirrorLanes   = 8
)

// mirrorRows are the kernels of MirrorTimes, by level: of mirrorHeight rows, and
// of MirrorLanes columns a step.
var mirrorRows [levels]func(tile *float64, width int, columnIn, columnOut *float64, inStride, outStride int, rowIn, rowLanes *float64, steps int)

const mirrorHeight = 4

// A Mirror is two vectors that are multiplied by a symmetric matrix, a tile of
// its upper triangle at a time. They lie one after the other in In, which begins
// at the tile's first column for Column and at its first row for Row, InStride
// numbers apart, and their products in Out, OutStride apart.
type Mirror struct {
	ColumnIn, RowIn []float64
	InStride        int
	ColumnOut       []float64
	OutStride       int
	RowLanes        []float64 // MirrorLanes sums of each vector for each row
}

// MirrorTimes multiplies two vectors by a tile T and by its mirror image,
//
//	rowOut += T columnIn,  columnOut += Tᵀ rowIn,
//
// in one pass over T, which lies row by row, width numbers each. Sums over a row
// are left in lanes, one for each column modulo MirrorLanes, which MirrorSum adds
// up: those of vector q in row i begin at MirrorLanes·(MirrorVectors·i + q). Each
// sum takes its terms in order, by one fused multiplication and addition, so that
// all levels give the same bits, and each vector those that it would have beside
// any other. Strides of zero stand for one vector.
func MirrorTimes(tile []float64, width int, m Mirror) {
	rows := len(tile) / width
	_, _ = m.ColumnIn[:m.InStride+width], m.ColumnOut[:m.OutStride+width]
	_, _ = m.RowIn[:m.InStride+rows], m.RowLanes[:rows*MirrorVectors*MirrorLanes]
	row := 0
	if kernel, steps := mirrorRows[Current()], width/MirrorLanes; kernel != nil && steps > 0 {
		for ; row+mirrorHeight <= rows; row += mirrorHeight {
			kernel(&tile[row*width], 8*width, &m.ColumnIn[0], &m.ColumnOut[0], 8*m.InStride, 8*m.OutStride, &m.RowIn[row], &m.RowLanes[row*MirrorVectors*MirrorLanes], steps)
			for i := row; i < row+mirrorHeight; i++ {
				m.row(tile[i*width:(i+1)*width], i, steps*MirrorLanes)
			}
		}
	}
	for ; row < rows; row++ {
		m.row(tile[row*width:(row+1)*width], row, 0)
	}
}

// row does one row from a column on, the first of a step.
func (m *Mirror) row(entries []float64, i, from int) {
	for q := range MirrorVectors {
		if q > 0 && m.OutStride == 0 {
			return
		}
		in, out := m.ColumnIn[q*m.InStride:][:len(entries)], m.ColumnOut[q*m.OutStride:][:len(entries)]
		factor, lanes := m.RowIn[q*m.InStride+i], m.RowLanes[(i*MirrorVectors+q)*MirrorLanes:][:MirrorLanes]
		for j := from; j < len(entries); j++ {
			out[j] = math.FMA(entries[j], factor, out[j])
			lanes[j%MirrorLanes] = math.FMA(entries[j], in[j], lanes[j%MirrorLanes])
		}
	}
}

// MirrorSum adds up lanes, by halves.
func MirrorSum(lanes []float64) float64 {
	_ = lanes[:MirrorLanes]
	return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}
