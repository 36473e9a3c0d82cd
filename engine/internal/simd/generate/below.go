package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	panelWidth = 64 // points side by side, as simd.PanelWidth
	belowRows  = 6  // as simd.BelowRows
)

const belowSignature = "func(masks *uint64, sums, panels, squares, rows, bounds *float32, d, count int)"

// below holds all sums of six rows with points of a panel in registers, and
// leaves them and one bit of each: whether it is within the row's bound.
func below(c *build.Context) {
	belowAVX2(c)
	belowAVX512(c)
}

// belowArguments are the registers of a kernel of Below.
type belowArguments struct{ masks, sums, panels, squares, rows, bounds, d, count reg.Register }

func belowBegin(c *build.Context, name string) belowArguments {
	begin(c, name, belowSignature, "sets masks and sums for six rows and count panels of 64 points.")
	return belowArguments{parameter(c, "masks"), parameter(c, "sums"), parameter(c, "panels"), parameter(c, "squares"), parameter(c, "rows"), parameter(c, "bounds"), parameter(c, "d"), parameter(c, "count")}
}

func belowAVX512(c *build.Context) {
	const vectors = 4
	a := belowBegin(c, "belowAVX512")
	row, left := c.GP64(), c.GP64()
	var sum [belowRows][vectors]reg.VecVirtual
	var point [vectors]reg.VecVirtual
	for v := range point {
		point[v] = c.ZMM()
		for q := range sum {
			sum[q][v] = c.ZMM()
		}
	}
	factor := c.ZMM()
	c.Label("panel")
	for v := range point {
		c.VMOVUPS(operand.Mem{Base: a.squares, Disp: 64 * v}, sum[0][v])
		for q := 1; q < belowRows; q++ {
			c.VMOVAPS(sum[0][v], sum[q][v])
		}
	}
	c.MOVQ(a.rows, row)
	c.MOVQ(a.d, left)
	c.Label("column")
	for v := range point {
		c.VMOVUPS(operand.Mem{Base: a.panels, Disp: 64 * v}, point[v])
	}
	for q := range sum {
		c.VBROADCASTSS(operand.Mem{Base: row, Disp: 4 * q}, factor)
		for v := range point {
			c.VFMADD231PS(point[v], factor, sum[q][v])
		}
	}
	c.ADDQ(operand.U32(4*panelWidth), a.panels)
	c.ADDQ(operand.U32(4*belowRows), row)
	c.DECQ(left)
	c.JNZ(operand.LabelRef("column"))
	k := [vectors]reg.OpmaskVirtual{c.K(), c.K(), c.K(), c.K()}
	for q := range sum {
		c.VBROADCASTSS(operand.Mem{Base: a.bounds, Disp: 4 * q}, factor)
		for v := range point {
			c.VMOVUPS(sum[q][v], operand.Mem{Base: a.sums, Disp: 4*panelWidth*q + 64*v})
			c.VCMPPS(orderedLE, factor, sum[q][v], k[v])
		}
		c.KUNPCKWD(k[0], k[1], k[1])
		c.KUNPCKWD(k[2], k[3], k[3])
		c.KUNPCKDQ(k[1], k[3], k[3])
		c.KMOVQ(k[3], operand.Mem{Base: a.masks, Disp: 8 * q})
	}
	c.ADDQ(operand.U32(4*panelWidth), a.squares)
	c.ADDQ(operand.U32(8*belowRows), a.masks)
	c.ADDQ(operand.U32(4*panelWidth*belowRows), a.sums)
	c.DECQ(a.count)
	c.JNZ(operand.LabelRef("panel"))
	c.VZEROUPPER()
	c.RET()
}

// belowAVX2 takes a panel in four parts of 16 points, since it has half the
// registers of half the width.
func belowAVX2(c *build.Context) {
	const vectors, parts = 2, 4
	a := belowBegin(c, "belowAVX2")
	row, left, part, point0, bits, word := c.GP64(), c.GP64(), c.GP64(), c.GP64(), c.GP32(), c.GP32()
	var sum [belowRows][vectors]reg.VecVirtual
	var point [vectors]reg.VecVirtual
	for v := range point {
		point[v] = c.YMM()
		for q := range sum {
			sum[q][v] = c.YMM()
		}
	}
	factor := c.YMM()
	c.Label("panel")
	c.XORQ(part, part)
	c.Label("part")
	for v := range point {
		c.VMOVUPS(operand.Mem{Base: a.squares, Disp: 32 * v}, sum[0][v])
		for q := 1; q < belowRows; q++ {
			c.VMOVAPS(sum[0][v], sum[q][v])
		}
	}
	c.MOVQ(a.panels, point0)
	c.MOVQ(a.rows, row)
	c.MOVQ(a.d, left)
	c.Label("column")
	for v := range point {
		c.VMOVUPS(operand.Mem{Base: point0, Disp: 32 * v}, point[v])
	}
	for q := range sum {
		c.VBROADCASTSS(operand.Mem{Base: row, Disp: 4 * q}, factor)
		for v := range point {
			c.VFMADD231PS(point[v], factor, sum[q][v])
		}
	}
	c.ADDQ(operand.U32(4*panelWidth), point0)
	c.ADDQ(operand.U32(4*belowRows), row)
	c.DECQ(left)
	c.JNZ(operand.LabelRef("column"))
	for q := range sum {
		c.VBROADCASTSS(operand.Mem{Base: a.bounds, Disp: 4 * q}, factor)
		for v := range point {
			c.VMOVUPS(sum[q][v], operand.Mem{Base: a.sums, Disp: 4*panelWidth*q + 32*v})
			c.VCMPPS(orderedLE, factor, sum[q][v], sum[q][v])
		}
		c.VMOVMSKPS(sum[q][0], bits)
		c.VMOVMSKPS(sum[q][1], word)
		c.SHLL(operand.U8(8), word)
		c.ORL(word, bits)
		c.MOVW(bits.As16(), operand.Mem{Base: a.masks, Index: part, Scale: 2, Disp: 8 * q})
	}
	c.ADDQ(operand.U32(4*panelWidth/parts), a.squares)
	c.ADDQ(operand.U32(4*panelWidth/parts), a.panels)
	c.ADDQ(operand.U32(4*panelWidth/parts), a.sums)
	c.INCQ(part)
	c.CMPQ(part, operand.U32(parts))
	c.JLT(operand.LabelRef("part"))
	// The next panel begins where this one's last column ends.
	c.MOVQ(point0, a.panels)
	c.SUBQ(operand.U32(4*panelWidth-4*panelWidth/parts), a.panels)
	c.ADDQ(operand.U32(4*panelWidth*(belowRows-1)), a.sums)
	c.ADDQ(operand.U32(8*belowRows), a.masks)
	c.DECQ(a.count)
	c.JNZ(operand.LabelRef("panel"))
	c.VZEROUPPER()
	c.RET()
}
