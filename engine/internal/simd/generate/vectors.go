package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors multiplies matrices by vectors: adds rows, each times a number, and
// takes the products of rows with a vector.
func vectors(c *build.Context) {
	for _, u := range units {
		addScaled(c, u)
		addRows(c, u)
	}
	for _, u := range units[:2] { // one number at a time, in any register
		dotRows(c, u)
	}
}

// addScaled adds a vector times a number.
func addScaled(c *build.Context, u vectorUnit) {
	begin(c, "addScaled"+u.name, "func(y, x "+u.pointer+", alpha "+u.pointer[1:]+", vectors int)", "adds alpha times x to y, a register at a time.")
	y, x, count := parameter(c, "y"), parameter(c, "x"), parameter(c, "vectors")
	alpha, sum := u.register(c), u.register(c)
	u.broadcast(c, address(c, "alpha"), alpha)
	c.Label("vector")
	u.load(c, operand.Mem{Base: y}, sum)
	u.fused(c, operand.Mem{Base: x}, alpha, sum)
	u.load(c, sum, operand.Mem{Base: y})
	c.ADDQ(operand.U32(uint32(u.bytes)), x)
	c.ADDQ(operand.U32(uint32(u.bytes)), y)
	c.DECQ(count)
	c.JNZ(operand.LabelRef("vector"))
	c.VZEROUPPER()
	c.RET()
}

// addRows goes down the rows with eight registers of sums, then with one.
func addRows(c *build.Context, u vectorUnit) {
	begin(c, "addRows"+u.name, "func(y, x, a "+u.pointer+", aRow, rows, vectors int)", "adds rows of a, each times a number of x, to y, a register of columns at a time.")
	y, a, rows, left := parameter(c, "y"), parameter(c, "a"), parameter(c, "rows"), parameter(c, "vectors")
	aRow := bytesOf(c, "aRow", u.number)
	across := func(name string, wide int) {
		c.Label(name)
		c.CMPQ(left, operand.U32(uint32(wide)))
		c.JLT(operand.LabelRef(name + "End"))
		x, at, count := parameter(c, "x"), c.GP64(), c.GP64()
		c.MOVQ(a, at)
		c.MOVQ(rows, count)
		sums, value := make([]reg.VecVirtual, wide), u.register(c)
		for h := range sums {
			sums[h] = u.register(c)
			u.load(c, operand.Mem{Base: y, Disp: h * u.bytes}, sums[h])
		}
		c.Label(name + "Row")
		u.broadcast(c, operand.Mem{Base: x}, value)
		for h := range sums {
			u.fused(c, operand.Mem{Base: at, Disp: h * u.bytes}, value, sums[h])
		}
		c.ADDQ(operand.U32(uint32(u.number)), x)
		c.ADDQ(aRow, at)
		c.DECQ(count)
		c.JNZ(operand.LabelRef(name + "Row"))
		for h := range sums {
			u.load(c, sums[h], operand.Mem{Base: y, Disp: h * u.bytes})
		}
		c.ADDQ(operand.U32(uint32(wide*u.bytes)), y)
		c.ADDQ(operand.U32(uint32(wide*u.bytes)), a)
		c.SUBQ(operand.U32(uint32(wide)), left)
		c.JMP(operand.LabelRef(name))
		c.Label(name + "End")
	}
	across("eight", 8)
	across("one", 1)
	c.VZEROUPPER()
	c.RET()
}

// dotRows keeps the sums of eight rows, number by number, for each is one chain;
// so many at once are as fast as memory.
func dotRows(c *build.Context, u vectorUnit) {
	const rows = 8
	begin(c, "dotRows"+u.name, "func(sums, a "+u.pointer+", aRow int, x "+u.pointer+", columns int)", "adds up the products of eight rows of a with x.")
	a, x, columns := parameter(c, "a"), parameter(c, "x"), parameter(c, "columns")
	row := multiples(c, bytesOf(c, "aRow", u.number), rows)
	load, store, fused := c.VMOVSD, c.VMOVSD, c.VFMADD231SD
	if u.number == 4 {
		load, store, fused = c.VMOVSS, c.VMOVSS, c.VFMADD231SS
	}
	sums, value := make([]reg.VecVirtual, rows), c.XMM()
	for i := range sums {
		sums[i] = c.XMM()
		c.VXORPS(sums[i], sums[i], sums[i])
	}
	c.Label("column")
	load(operand.Mem{Base: x}, value)
	for i, sum := range sums {
		fused(row(a, i), value, sum)
	}
	c.ADDQ(operand.U32(uint32(u.number)), a)
	c.ADDQ(operand.U32(uint32(u.number)), x)
	c.DECQ(columns)
	c.JNZ(operand.LabelRef("column"))
	to := parameter(c, "sums")
	for i, sum := range sums {
		store(sum, operand.Mem{Base: to, Disp: i * u.number})
	}
	c.VZEROUPPER()
	c.RET()
}
