package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const panelSquaresSignature = "func(sums *float64, panel, x *float64, bound float64, d int) uint64"

// panelSquares sums squared differences column by column, a product and an
// addition rounded each, so that every level has the bits of the portable code.
func panelSquares(c *build.Context) {
	panelSquaresAVX2(c)
	panelSquaresAVX512(c)
}

// panelSquaresArguments are the registers of a kernel of PanelSquares.
type panelSquaresArguments struct{ sums, panel, x, d reg.Register }

func panelSquaresBegin(c *build.Context, name string) panelSquaresArguments {
	begin(c, name, panelSquaresSignature, "sums squared differences of x to the 64 points of a panel.")
	return panelSquaresArguments{parameter(c, "sums"), parameter(c, "panel"), parameter(c, "x"), parameter(c, "d")}
}

// panelSquaresColumns adds the columns to eight sums of points that begin at panel.
func panelSquaresColumns(c *build.Context, label string, a panelSquaresArguments, panel reg.Register, bytes int, sum []reg.VecVirtual, value, diff reg.VecVirtual) {
	x, left := c.GP64(), c.GP64()
	c.MOVQ(a.x, x)
	c.MOVQ(a.d, left)
	for _, s := range sum {
		c.VXORPD(s, s, s)
	}
	c.Label(label)
	c.VBROADCASTSD(operand.Mem{Base: x}, value)
	for v, s := range sum {
		c.VSUBPD(operand.Mem{Base: panel, Disp: bytes * v}, value, diff)
		c.VMULPD(diff, diff, diff)
		c.VADDPD(diff, s, s)
	}
	c.ADDQ(operand.U32(8*panelWidth), panel)
	c.ADDQ(operand.U32(8), x)
	c.DECQ(left)
	c.JNZ(operand.LabelRef(label))
}

func panelSquaresAVX512(c *build.Context) {
	a := panelSquaresBegin(c, "panelSquaresAVX512")
	sum := make([]reg.VecVirtual, 8)
	for v := range sum {
		sum[v] = c.ZMM()
	}
	value, diff := c.ZMM(), c.ZMM()
	panelSquaresColumns(c, "column", a, a.panel, 64, sum, value, diff)
	c.VBROADCASTSD(address(c, "bound"), value)
	bits, word := c.GP64(), c.GP64()
	c.XORQ(bits, bits)
	k := c.K()
	for v, s := range sum {
		c.VMOVUPD(s, operand.Mem{Base: a.sums, Disp: 64 * v})
		c.VCMPPD(orderedLE, value, s, k)
		c.KMOVB(k, word.As32())
		if v > 0 {
			c.SHLQ(operand.U8(8*v), word)
		}
		c.ORQ(word, bits)
	}
	c.VZEROUPPER()
	c.Store(bits, c.ReturnIndex(0))
	c.RET()
}

// panelSquaresAVX2 takes a panel in two halves of 32 points.
func panelSquaresAVX2(c *build.Context) {
	a := panelSquaresBegin(c, "panelSquaresAVX2")
	sum := make([]reg.VecVirtual, 8)
	for v := range sum {
		sum[v] = c.YMM()
	}
	value, diff := c.YMM(), c.YMM()
	bits, word, panel := c.GP64(), c.GP64(), c.GP64()
	c.XORQ(bits, bits)
	for half, label := range []string{"low", "high"} {
		c.MOVQ(a.panel, panel)
		c.ADDQ(operand.U32(256*half), panel)
		panelSquaresColumns(c, label, a, panel, 32, sum, value, diff)
		c.VBROADCASTSD(address(c, "bound"), value)
		for v, s := range sum {
			c.VMOVUPD(s, operand.Mem{Base: a.sums, Disp: 256*half + 32*v})
			c.VCMPPD(orderedLE, value, s, diff)
			c.VMOVMSKPD(diff, word.As32())
			if shift := 32*half + 4*v; shift > 0 {
				c.SHLQ(operand.U8(shift), word)
			}
			c.ORQ(word, bits)
		}
	}
	c.VZEROUPPER()
	c.Store(bits, c.ReturnIndex(0))
	c.RET()
}
