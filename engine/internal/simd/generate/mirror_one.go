package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mirrorOne multiplies one vector by four rows of a matrix and by their transpose
// at once, so that each entry is fetched once.
func mirrorOne(c *build.Context) {
	mirrorOneRows(c, "mirrorTimesOneAVX2", 2, func() reg.VecVirtual { return c.YMM() })
	mirrorOneRows(c, "mirrorTimesOneAVX512", 1, func() reg.VecVirtual { return c.ZMM() })
}

// mirrorOneRows holds the lanes of the rows, each in parts of a register.
func mirrorOneRows(c *build.Context, name string, parts int, register func() reg.VecVirtual) {
	const rows, lanes = 4, 64
	bytes := lanes / parts
	begin(c, name, "func(tile *float64, stride int, columnIn, columnOut, rowIn, rowLanes *float64, steps int)",
		"does 4 rows of 8 columns a step; the stride is in bytes, and the lanes of a row lie side by side.")
	stride, rowIn, rowLanes := parameter(c, "stride"), parameter(c, "rowIn"), parameter(c, "rowLanes")
	at := []reg.Register{parameter(c, "tile")} // the entries of each row
	in, sums := make([]reg.VecVirtual, rows), make([][]reg.VecVirtual, rows)
	for r := range rows {
		in[r] = register()
		c.VBROADCASTSD(operand.Mem{Base: rowIn, Disp: 8 * r}, in[r])
		for p := range parts {
			sum := register()
			c.VMOVUPD(operand.Mem{Base: rowLanes, Disp: lanes*r + bytes*p}, sum)
			sums[r] = append(sums[r], sum)
		}
		if r > 0 {
			next := c.GP64()
			c.LEAQ(operand.Mem{Base: at[r-1], Index: stride, Scale: 1}, next)
			at = append(at, next)
		}
	}
	from, to, steps := parameter(c, "columnIn"), parameter(c, "columnOut"), parameter(c, "steps")
	offset := c.GP64()
	c.XORQ(offset, offset)
	c.Label("step")
	place := func(base reg.Register, p int) operand.Mem {
		return operand.Mem{Base: base, Index: offset, Scale: 1, Disp: bytes * p}
	}
	for p := range parts {
		source, target, entries := register(), register(), register()
		c.VMOVUPD(place(from, p), source)
		c.VMOVUPD(place(to, p), target)
		for r := range rows {
			c.VMOVUPD(place(at[r], p), entries)
			c.VFMADD231PD(entries, in[r], target)
			c.VFMADD231PD(entries, source, sums[r][p])
		}
		c.VMOVUPD(target, place(to, p))
	}
	c.ADDQ(operand.U8(lanes), offset)
	c.DECQ(steps)
	c.JNZ(operand.LabelRef("step"))
	for r := range rows {
		for p := range parts {
			c.VMOVUPD(sums[r][p], operand.Mem{Base: rowLanes, Disp: lanes*r + bytes*p})
		}
	}
	c.VZEROUPPER()
	c.RET()
}
