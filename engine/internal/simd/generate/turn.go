package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// turns turns a row of square tiles, a register of AVX2 a side. Wider registers
// would not help: to turn is to shuffle.
func turns(c *build.Context) {
	turnsOf(c, of(4, 32), 8, turned8)
	turnsOf(c, of(8, 32), 4, turned4)
	copies(c)
}

// copies copies rows, registers of AVX2 at a time.
func copies(c *build.Context) {
	begin(c, "copyRowsAVX2", "func(dst *byte, dstRow int, src *byte, srcRow, registers, rows int)", "copies rows of some registers; steps are in bytes.")
	dst, dstRow, src, srcRow := parameter(c, "dst"), parameter(c, "dstRow"), parameter(c, "src"), parameter(c, "srcRow")
	count, rows, at, to, left := parameter(c, "registers"), parameter(c, "rows"), c.GP64(), c.GP64(), c.GP64()
	value := c.YMM()
	c.Label("row")
	c.MOVQ(src, at)
	c.MOVQ(dst, to)
	c.MOVQ(count, left)
	c.Label("register")
	c.VMOVUPS(operand.Mem{Base: at}, value)
	c.VMOVUPS(value, operand.Mem{Base: to})
	c.ADDQ(operand.U32(32), at)
	c.ADDQ(operand.U32(32), to)
	c.DECQ(left)
	c.JNZ(operand.LabelRef("register"))
	c.ADDQ(srcRow, src)
	c.ADDQ(dstRow, dst)
	c.DECQ(rows)
	c.JNZ(operand.LabelRef("row"))
	c.VZEROUPPER()
	c.RET()
}

func turnsOf(c *build.Context, u vectorUnit, side int, turned func(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual) {
	begin(c, "turn"+u.name, fmt.Sprintf("func(dst %s, dstRow int, src %s, srcRow, tiles int)", u.pointer, u.pointer),
		fmt.Sprintf("turns some tiles of %d rows and as many columns.", side))
	dst, src, tiles := parameter(c, "dst"), parameter(c, "src"), parameter(c, "tiles")
	from, to := multiples(c, bytesOf(c, "srcRow", u.number), side), bytesOf(c, "dstRow", u.number)
	c.Label("tile")
	for _, column := range turned(c, func(i int) operand.Mem { return from(src, i) }) {
		u.load(c, column, operand.Mem{Base: dst})
		c.ADDQ(to, dst)
	}
	c.ADDQ(operand.U32(uint32(u.bytes)), src)
	c.DECQ(tiles)
	c.JNZ(operand.LabelRef("tile"))
	c.VZEROUPPER()
	c.RET()
}
