package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// moments sums the distances of one row to eight others a step.
func moments(c *build.Context) {
	momentStep(c, "momentsAVX2", 2, func() reg.VecVirtual { return c.YMM() }, func(e reg.VecVirtual) { c.VSQRTPD(e, e) })
	momentStep(c, "momentsAVX512", 1, func() reg.VecVirtual { return c.ZMM() }, func(e reg.VecVirtual) { c.VSQRTPD(e, e) })
	momentStep(c, "momentsSingleAVX2", 2, func() reg.VecVirtual { return c.YMM() }, func(e reg.VecVirtual) {
		root := c.XMM()
		c.VCVTPD2PSY(e, root)
		c.VSQRTPS(root, root)
		c.VCVTPS2PD(root, e)
	})
	momentStep(c, "momentsSingleAVX512", 1, func() reg.VecVirtual { return c.ZMM() }, func(e reg.VecVirtual) {
		root := c.YMM()
		c.VCVTPD2PS(e, root)
		c.VSQRTPS(root, root)
		c.VCVTPS2PD(root, e)
	})
}

// momentStep keeps the eight sums of each kind in parts of a register.
func momentStep(c *build.Context, name string, parts int, register func() reg.VecVirtual, root func(e reg.VecVirtual)) {
	width := 64 / parts
	begin(c, name, "func(square, y, d *float64, steps int, yi, e0 float64, sums *[24]float64)", "takes a coordinate into the distances of eight pairs a step, and adds to their sums.")
	square, y, d, steps, sums := parameter(c, "square"), parameter(c, "y"), parameter(c, "d"), parameter(c, "steps"), parameter(c, "sums")
	broadcast := func(param string) reg.VecVirtual {
		v, at := register(), c.Param(param)
		place, err := at.Resolve()
		if err != nil {
			panic(err)
		}
		c.VBROADCASTSD(place.Addr, v)
		return v
	}
	yi, e0 := broadcast("yi"), broadcast("e0")
	sum := make([]reg.VecVirtual, 3*parts) // by kind, then part
	for i := range sum {
		sum[i] = register()
		c.VMOVUPD(operand.Mem{Base: sums, Disp: width * i}, sum[i])
	}
	c.Label("step")
	for p := range parts {
		at, e := width*p, register()
		diff := register()
		c.VMOVUPD(operand.Mem{Base: y, Disp: at}, diff)
		c.VSUBPD(yi, diff, diff)
		c.VMOVUPD(operand.Mem{Base: square, Disp: at}, e)
		c.VFMADD231PD(diff, diff, e)
		c.VMOVUPD(e, operand.Mem{Base: square, Disp: at})
		root(e)
		c.VSUBPD(e0, e, e)
		c.VADDPD(e, sum[p], sum[p])
		c.VFMADD231PD(e, e, sum[parts+p])
		c.VFMADD231PD(operand.Mem{Base: d, Disp: at}, e, sum[2*parts+p])
	}
	for _, pointer := range []reg.Register{square, y, d} {
		c.ADDQ(operand.U8(64), pointer)
	}
	c.DECQ(steps)
	c.JNZ(operand.LabelRef("step"))
	for i := range sum {
		c.VMOVUPD(sum[i], operand.Mem{Base: sums, Disp: width * i})
	}
	c.VZEROUPPER()
	c.RET()
}
