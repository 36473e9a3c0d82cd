package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// columnSquares are squared distances to points that lie in whole columns.
func columnSquares(c *build.Context) {
	columnSquaresBlocks(c, "columnSquaresAVX2", 4, func() reg.VecVirtual { return c.YMM() })
	columnSquaresBlocks(c, "columnSquaresAVX512", 8, func() reg.VecVirtual { return c.ZMM() })
}

// columnSquaresBlocks sums up the squares of 32 rows in registers, column by column.
func columnSquaresBlocks(c *build.Context, name string, lanes int, register func() reg.VecVirtual) {
	begin(c, name, "func(dst, columns *float64, stride int, point *float64, dim, blocks int)", "sets dst[j] = Σ_c (columns[c·stride+j] − point[c])² for blocks of 32 rows j and c below dim, at least 1 of each.")
	dst, columns := parameter(c, "dst"), parameter(c, "columns")
	stride, point := parameter(c, "stride"), parameter(c, "point")
	dim, blocks := parameter(c, "dim"), parameter(c, "blocks")
	c.SHLQ(operand.U8(3), stride)
	sums := make([]reg.VecVirtual, 32/lanes)
	for i := range sums {
		sums[i] = register()
	}
	p, diff := register(), register()
	column, at, end := c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(operand.Mem{Base: point, Index: dim, Scale: 8}, end)
	c.Label("block")
	for _, s := range sums {
		c.VXORPD(s, s, s)
	}
	c.MOVQ(columns, column)
	c.MOVQ(point, at)
	c.Label("column")
	c.VBROADCASTSD(operand.Mem{Base: at}, p)
	for i, s := range sums {
		c.VMOVUPD(operand.Mem{Base: column, Disp: 8 * lanes * i}, diff)
		c.VSUBPD(p, diff, diff)
		c.VMULPD(diff, diff, diff)
		c.VADDPD(diff, s, s)
	}
	c.ADDQ(stride, column)
	c.ADDQ(operand.U8(8), at)
	c.CMPQ(at, end)
	c.JNE(operand.LabelRef("column"))
	for i, s := range sums {
		c.VMOVUPD(s, operand.Mem{Base: dst, Disp: 8 * lanes * i})
	}
	c.ADDQ(operand.U32(8*32), columns)
	c.ADDQ(operand.U32(8*32), dst)
	c.DECQ(blocks)
	c.JNZ(operand.LabelRef("block"))
	c.VZEROUPPER()
	c.RET()
}
