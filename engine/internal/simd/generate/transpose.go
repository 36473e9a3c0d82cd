package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transpose turns squares of 128 bytes a side, by tiles of as many numbers as
// a register of AVX2 has. Wider registers would not help: to turn is to
// shuffle, and to write.
func transpose(c *build.Context) {
	turn(c, "transposeSingleAVX2", "func(dst, src *float32)", 8, turned8)
	turn(c, "transposeDoubleAVX2", "func(dst, src *float64)", 4, turned4)
}

// turn writes a kernel whose tiles have the given side; turned turns one.
func turn(c *build.Context, name, signature string, side int, turned func(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual) {
	const rowBytes, registerBytes = 128, 32
	begin(c, name, signature, "turns a square of rows of 128 bytes.")
	dst, src := parameter(c, "dst"), parameter(c, "src")
	bands := c.GP64()
	c.MOVQ(operand.U32(rowBytes/registerBytes), bands)
	c.Label("band") // a register wide in src, as many rows in dst
	for tile := range rowBytes / registerBytes {
		columns := turned(c, func(i int) operand.Mem {
			return operand.Mem{Base: src, Disp: (tile*side + i) * rowBytes}
		})
		for i, column := range columns {
			c.VMOVUPS(column, operand.Mem{Base: dst, Disp: i*rowBytes + tile*registerBytes})
		}
	}
	c.ADDQ(operand.U32(registerBytes), src)
	c.ADDQ(operand.U32(side*rowBytes), dst)
	c.DECQ(bands)
	c.JNZ(operand.LabelRef("band"))
	c.VZEROUPPER()
	c.RET()
}

// both returns two registers made of the same two by two instructions.
func both(c *build.Context, first, second func(...operand.Op), a, b operand.Op) (x, y reg.VecVirtual) {
	x, y = c.YMM(), c.YMM()
	first(b, a, x)
	second(b, a, y)
	return x, y
}

// halves returns the low halves of a and b, and the high ones.
func halves(c *build.Context, a, b reg.VecVirtual) (low, high reg.VecVirtual) {
	low, high = c.YMM(), c.YMM()
	c.VPERM2F128(operand.U8(0x20), b, a, low)
	c.VPERM2F128(operand.U8(0x31), b, a, high)
	return low, high
}

// turned4 turns 4×4 numbers of float64.
func turned4(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual {
	var even, odd [2]reg.VecVirtual // of rows 2p and 2p+1, numbers 0 and 2, numbers 1 and 3
	for p := range even {
		a := c.YMM()
		c.VMOVUPD(row(2*p), a)
		even[p], odd[p] = both(c, c.VUNPCKLPD, c.VUNPCKHPD, a, row(2*p+1))
	}
	c0, c2 := halves(c, even[0], even[1])
	c1, c3 := halves(c, odd[0], odd[1])
	return []reg.VecVirtual{c0, c1, c2, c3}
}

// turned8 turns 8×8 numbers of float32.
func turned8(c *build.Context, row func(i int) operand.Mem) []reg.VecVirtual {
	var low, high [4]reg.VecVirtual // of rows 2p and 2p+1 in turn, numbers 0, 1 and 4, 5; numbers 2, 3 and 6, 7
	for p := range low {
		a := c.YMM()
		c.VMOVUPS(row(2*p), a)
		low[p], high[p] = both(c, c.VUNPCKLPS, c.VUNPCKHPS, a, row(2*p+1))
	}
	var pairs [4][2]reg.VecVirtual // numbers q and q+4 of rows 0 to 3, and of rows 4 to 7
	for half := range 2 {
		pairs[0][half], pairs[1][half] = both(c, c.VUNPCKLPD, c.VUNPCKHPD, low[2*half], low[2*half+1])
		pairs[2][half], pairs[3][half] = both(c, c.VUNPCKLPD, c.VUNPCKHPD, high[2*half], high[2*half+1])
	}
	columns := make([]reg.VecVirtual, 8)
	for q, p := range pairs {
		columns[q], columns[q+4] = halves(c, p[0], p[1])
	}
	return columns
}
