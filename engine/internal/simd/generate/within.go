package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// within marks the numbers up to a bound.
func within(c *build.Context) {
	withinAVX2(c)
	withinAVX512(c)
}

// withinBegin declares a kernel that marks numbers up to a bound, and returns its
// parameters.
func withinBegin(c *build.Context, name string, bound reg.VecVirtual) (mask, values, words reg.Register) {
	begin(c, name, "func(mask *uint64, values *float64, bound float64, words int)", "sets the bits of values up to bound, for words of 64 of them.")
	mask, values = parameter(c, "mask"), parameter(c, "values")
	words = parameter(c, "words")
	c.VBROADCASTSD(address(c, "bound"), bound)
	return mask, values, words
}

func withinAVX512(c *build.Context) {
	bound := c.ZMM()
	mask, values, words := withinBegin(c, "withinAVX512", bound)
	c.Label("word")
	for i := range 8 {
		k := c.K()
		c.VCMPPD(orderedGE, operand.Mem{Base: values, Disp: 64 * i}, bound, k) // bound ≥ value
		c.KMOVB(k, operand.Mem{Base: mask, Disp: i})
	}
	c.ADDQ(operand.U32(8*64), values)
	c.ADDQ(operand.U8(8), mask)
	c.DECQ(words)
	c.JNZ(operand.LabelRef("word"))
	c.VZEROUPPER()
	c.RET()
}

func withinAVX2(c *build.Context) {
	bound := c.YMM()
	mask, values, words := withinBegin(c, "withinAVX2", bound)
	low, high := c.GP32(), c.GP32()
	v, w := c.YMM(), c.YMM()
	c.Label("word")
	for i := range 8 {
		c.VCMPPD(orderedGE, operand.Mem{Base: values, Disp: 64 * i}, bound, v)
		c.VCMPPD(orderedGE, operand.Mem{Base: values, Disp: 64*i + 32}, bound, w)
		c.VMOVMSKPD(v, low)
		c.VMOVMSKPD(w, high)
		c.SHLL(operand.U8(4), high)
		c.ORL(high, low)
		c.MOVB(low.As8(), operand.Mem{Base: mask, Disp: i})
	}
	c.ADDQ(operand.U32(8*64), values)
	c.ADDQ(operand.U8(8), mask)
	c.DECQ(words)
	c.JNZ(operand.LabelRef("word"))
	c.VZEROUPPER()
	c.RET()
}
