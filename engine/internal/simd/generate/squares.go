package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// squares widens float32 to float64 and squares it. What is left over of a
// length that is no multiple of the step is the caller's.
func squares(c *build.Context) {
	square(c, "squaresAVX2", 4, func() reg.VecVirtual { return c.YMM() })
	square(c, "squaresAVX512", 8, func() reg.VecVirtual { return c.ZMM() })
}

func square(c *build.Context, name string, lanes int, register func() reg.VecVirtual) {
	const unroll = 4
	begin(c, name, "func(dst *float64, src *float32, steps int)", "sets dst[i] = float64(src[i])² for four registers of numbers a step.")
	dst, src, steps := parameter(c, "dst"), parameter(c, "src"), parameter(c, "steps")
	v := make([]reg.VecVirtual, unroll)
	for i := range v {
		v[i] = register()
	}
	c.Label("step")
	for line := 0; line < 4*lanes*unroll; line += 64 { // rows are read by stretches too short for the processor to foresee the next
		c.PREFETCHT1(operand.Mem{Base: src, Disp: 512 + line})
	}
	for i := range v {
		c.VCVTPS2PD(operand.Mem{Base: src, Disp: 4 * lanes * i}, v[i])
	}
	for i := range v {
		c.VMULPD(v[i], v[i], v[i])
	}
	for i := range v {
		c.VMOVUPD(v[i], operand.Mem{Base: dst, Disp: 8 * lanes * i})
	}
	c.ADDQ(operand.U32(4*lanes*unroll), src)
	c.ADDQ(operand.U32(8*lanes*unroll), dst)
	c.DECQ(steps)
	c.JNZ(operand.LabelRef("step"))
	c.VZEROUPPER()
	c.RET()
}
