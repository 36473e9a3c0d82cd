package main

import (
	"fmt"

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
	for _, u := range units[:2] { // wider registers would not help: to turn is to shuffle
		dotRows(c, u, 1)
		dotRows(c, u, dotGroups)
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

// addRows goes down the rows with eight registers of sums, then with fewer.
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
	across("three", 3)
	across("one", 1)
	c.VZEROUPPER()
	c.RET()
}

// dotGroups is how many registers of sums, one number a row, dotRows keeps at
// most: enough for one to be ready when its turn comes.
const dotGroups = 4

// dotRows keeps the sums of rows in registers, one number a row, for each is one
// chain. Four columns of a register's rows are turned around at a time.
func dotRows(c *build.Context, u vectorUnit, groups int) {
	lanes := u.bytes / u.number
	begin(c, fmt.Sprintf("dotRows%d%s", groups, u.name), "func(sums, a "+u.pointer+", aRow int, x "+u.pointer+", columns int)",
		fmt.Sprintf("adds up the products of %d rows of a with x.", groups*lanes))
	x, columns, step := parameter(c, "x"), parameter(c, "columns"), bytesOf(c, "aRow", u.number)
	row, first := multiples(c, step, lanes), c.GP64()
	c.IMUL3Q(operand.U8(uint8(lanes)), step, first)
	bases, sums := make([]reg.GPVirtual, groups), registers(c, u, groups)
	for g := range bases {
		bases[g] = parameter(c, "a")
		for range g {
			c.ADDQ(first, bases[g])
		}
		c.VXORPS(sums[g], sums[g], sums[g])
	}
	next := func(count int) {
		for _, base := range bases {
			c.ADDQ(operand.U32(uint32(count*u.number)), base)
		}
		c.ADDQ(operand.U32(uint32(count*u.number)), x)
	}
	turned, single := fourOfFour, oneOfFour
	if u.number == 4 {
		turned, single = fourOfEight, oneOfEight
	}
	values := registers(c, u, 4)
	times(c, columns, 4, func() {
		for j, v := range values {
			u.broadcast(c, operand.Mem{Base: x, Disp: j * u.number}, v)
		}
		for g, sum := range sums {
			for j, column := range turned(c, func(i int) operand.Mem { return row(bases[g], i) }) {
				u.fused(c, column, values[j], sum)
			}
		}
		next(4)
	}, func() {
		u.broadcast(c, operand.Mem{Base: x}, values[0])
		for g, sum := range sums {
			u.fused(c, single(c, func(i int) operand.Mem { return row(bases[g], i) }), values[0], sum)
		}
		next(1)
	})
	to := parameter(c, "sums")
	for g, sum := range sums {
		u.load(c, sum, operand.Mem{Base: to, Disp: g * u.bytes})
	}
	c.VZEROUPPER()
	c.RET()
}

// facing loads two numbers' rows, four numbers of float32 or two of float64 each,
// into the halves of a register.
func facing(c *build.Context, low, high operand.Mem) reg.VecVirtual {
	half, whole := c.XMM(), c.YMM()
	c.VMOVUPS(low, half)
	c.VINSERTF128(operand.U8(1), high, half.AsY(), whole)
	return whole
}

// right is what lies so many bytes beyond.
func right(m operand.Mem, bytes int) operand.Mem {
	m.Disp += bytes
	return m
}

// fourOfFour returns four columns of four rows of float64.
func fourOfFour(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual {
	var columns []reg.VecVirtual
	for _, at := range []int{0, 16} {
		even, odd := facing(c, right(row(0), at), right(row(2), at)), facing(c, right(row(1), at), right(row(3), at))
		first, second := both(c, c.VUNPCKLPD, c.VUNPCKHPD, even, odd)
		columns = append(columns, first, second)
	}
	return columns
}

// fourOfEight returns four columns of eight rows of float32.
func fourOfEight(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual {
	var rows [4]reg.VecVirtual
	for i := range rows {
		rows[i] = facing(c, row(i), row(i+4))
	}
	low01, high01 := both(c, c.VUNPCKLPS, c.VUNPCKHPS, rows[0], rows[1])
	low23, high23 := both(c, c.VUNPCKLPS, c.VUNPCKHPS, rows[2], rows[3])
	c0, c1 := both(c, c.VUNPCKLPD, c.VUNPCKHPD, low01, low23)
	c2, c3 := both(c, c.VUNPCKLPD, c.VUNPCKHPD, high01, high23)
	return []reg.VecVirtual{c0, c1, c2, c3}
}

// oneOfFour returns a column of four rows of float64.
func oneOfFour(c *build.Context, row func(i int) operand.Mem) reg.VecVirtual {
	low, high, whole := c.XMM(), c.XMM(), c.YMM()
	c.VMOVSD(row(0), low)
	c.VMOVHPD(row(1), low, low)
	c.VMOVSD(row(2), high)
	c.VMOVHPD(row(3), high, high)
	c.VINSERTF128(operand.U8(1), high, low.AsY(), whole)
	return whole
}

// oneOfEight returns a column of eight rows of float32.
func oneOfEight(c *build.Context, row func(i int) operand.Mem) reg.VecVirtual {
	halves, whole := [2]reg.VecVirtual{c.XMM(), c.XMM()}, c.YMM()
	for h, half := range halves {
		c.VMOVSS(row(4*h), half)
		for i := 1; i < 4; i++ {
			c.VINSERTPS(operand.U8(uint8(i<<4)), row(4*h+i), half, half)
		}
	}
	c.VINSERTF128(operand.U8(1), halves[1], halves[0].AsY(), whole)
	return whole
}
