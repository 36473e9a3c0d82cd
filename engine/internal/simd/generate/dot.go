package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// dot adds products to 32 sums that stay in registers.
func dot(c *build.Context) {
	dotOf(c, "dotAVX2", 8, 32, func() reg.VecVirtual { return c.YMM() })
	dotOf(c, "dotAVX512", 4, 64, func() reg.VecVirtual { return c.ZMM() })
}

func dotOf(c *build.Context, name string, registers, bytes int, register func() reg.VecVirtual) {
	begin(c, name, "func(sums, x, y *float64, steps int)", "adds x[i]·y[i] to sums[i mod 32] for 32 numbers a step.")
	sums, x := parameter(c, "sums"), parameter(c, "x")
	y, steps := parameter(c, "y"), parameter(c, "steps")
	sum := make([]reg.VecVirtual, registers)
	for i := range sum {
		sum[i] = register()
		c.VMOVUPD(operand.Mem{Base: sums, Disp: bytes * i}, sum[i])
	}
	c.Label("step")
	for i := range sum {
		product := register()
		c.VMOVUPD(operand.Mem{Base: x, Disp: bytes * i}, product)
		c.VMULPD(operand.Mem{Base: y, Disp: bytes * i}, product, product)
		c.VADDPD(product, sum[i], sum[i])
	}
	c.ADDQ(operand.U32(uint32(bytes*registers)), x)
	c.ADDQ(operand.U32(uint32(bytes*registers)), y)
	c.DECQ(steps)
	c.JNZ(operand.LabelRef("step"))
	for i := range sum {
		c.VMOVUPD(sum[i], operand.Mem{Base: sums, Disp: bytes * i})
	}
	c.VZEROUPPER()
	c.RET()
}
