package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const updateResidualSignature = "func(tops *float64, places *int64, bottoms, v *float64, rowI, rowJ *float32, up, low *uint64, step float64, words int)"

// updateResidual moves 64 values a word and keeps the extremes of eight lanes.
// The extremes to begin with are the caller's.
func updateResidual(c *build.Context) {
	updateResidualAVX512(c)
	updateResidualAVX2(c)
}

// updateResidualArguments are the registers of a kernel of UpdateResidual.
type updateResidualArguments struct {
	tops, places, bottoms, v, rowI, rowJ, up, low, words reg.Register
}

func updateResidualBegin(c *build.Context, name string) updateResidualArguments {
	begin(c, name, updateResidualSignature, "subtracts step (rowI − rowJ) from v and finds the extremes, and the step of the largest, for each of 8 lanes.")
	return updateResidualArguments{parameter(c, "tops"), parameter(c, "places"), parameter(c, "bottoms"), parameter(c, "v"), parameter(c, "rowI"), parameter(c, "rowJ"), parameter(c, "up"), parameter(c, "low"), parameter(c, "words")}
}

// advance moves on by a word of 64 entries and begins with it unless it was
// the last.
func (a updateResidualArguments) advance(c *build.Context) {
	c.ADDQ(operand.U32(8*64), a.v)
	c.ADDQ(operand.U32(4*64), a.rowI)
	c.ADDQ(operand.U32(4*64), a.rowJ)
	c.ADDQ(operand.U32(8), a.up)
	c.ADDQ(operand.U32(8), a.low)
	c.DECQ(a.words)
	c.JNZ(operand.LabelRef("word"))
}

func updateResidualAVX512(c *build.Context) {
	a := updateResidualBegin(c, "updateResidualAVX512")
	length, top, bottom, place, step, none := c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM()
	c.VBROADCASTSD(address(c, "step"), length)
	c.VMOVUPD(operand.Mem{Base: a.tops}, top)
	c.VMOVUPD(operand.Mem{Base: a.bottoms}, bottom)
	c.VPXORQ(step, step, step)
	c.VPTERNLOGD(operand.U8(0xff), none, none, none)
	c.VMOVDQA64(none, place)
	c.Label("word")
	for s := range 8 {
		value, i, j, k := c.ZMM(), c.ZMM(), c.ZMM(), c.K()
		c.VCVTPS2PD(operand.Mem{Base: a.rowI, Disp: 32 * s}, i)
		c.VCVTPS2PD(operand.Mem{Base: a.rowJ, Disp: 32 * s}, j)
		c.VSUBPD(j, i, i)
		c.VMULPD(length, i, i)
		c.VMOVUPD(operand.Mem{Base: a.v, Disp: 64 * s}, value)
		c.VSUBPD(i, value, value)
		c.VMOVUPD(value, operand.Mem{Base: a.v, Disp: 64 * s})
		c.KMOVB(operand.Mem{Base: a.up, Disp: s}, k)
		c.VCMPPD(orderedGT, top, value, k, k)
		c.VMOVAPD(value, k, top)
		c.VMOVDQA64(step, k, place)
		c.KMOVB(operand.Mem{Base: a.low, Disp: s}, k)
		c.VMINPD(value, bottom, k, bottom)
		c.VPSUBQ(none, step, step)
	}
	a.advance(c)
	c.VMOVUPD(top, operand.Mem{Base: a.tops})
	c.VMOVDQU64(place, operand.Mem{Base: a.places})
	c.VMOVUPD(bottom, operand.Mem{Base: a.bottoms})
	c.VZEROUPPER()
	c.RET()
}

// updateResidualAVX2 has the eight lanes in two registers.
func updateResidualAVX2(c *build.Context) {
	bits := c.StaticGlobal("updateResidualBits")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 8 {
		c.AddDatum(8*lane, operand.U64(1<<lane))
	}
	a := updateResidualBegin(c, "updateResidualAVX2")
	length, step := c.YMM(), c.YMM()
	c.VBROADCASTSD(address(c, "step"), length)
	c.VPXOR(step, step, step)
	var top, bottom, place [2]reg.VecVirtual
	for h := range top {
		top[h], bottom[h], place[h] = c.YMM(), c.YMM(), c.YMM()
		c.VMOVUPD(operand.Mem{Base: a.tops, Disp: 32 * h}, top[h])
		c.VMOVUPD(operand.Mem{Base: a.bottoms, Disp: 32 * h}, bottom[h])
		c.VPCMPEQQ(place[h], place[h], place[h])
	}
	c.Label("word")
	for s := range 8 {
		for h := range top {
			value, i, j, mask := c.YMM(), c.YMM(), c.YMM(), c.YMM()
			at := 8*s + 4*h
			c.VCVTPS2PD(operand.Mem{Base: a.rowI, Disp: 4 * at}, i)
			c.VCVTPS2PD(operand.Mem{Base: a.rowJ, Disp: 4 * at}, j)
			c.VSUBPD(j, i, i)
			c.VMULPD(length, i, i)
			c.VMOVUPD(operand.Mem{Base: a.v, Disp: 8 * at}, value)
			c.VSUBPD(i, value, value)
			c.VMOVUPD(value, operand.Mem{Base: a.v, Disp: 8 * at})
			chosen := func(set reg.Register) {
				word := c.GP32()
				c.MOVBLZX(operand.Mem{Base: set, Disp: s}, word)
				c.VMOVD(word, mask.AsX())
				c.VPBROADCASTQ(mask.AsX(), mask)
				c.VPAND(bits.Offset(32*h), mask, mask)
				c.VPCMPEQQ(bits.Offset(32*h), mask, mask)
			}
			chosen(a.up)
			c.VCMPPD(orderedGT, top[h], value, i)
			c.VPAND(i, mask, mask)
			c.VBLENDVPD(mask, value, top[h], top[h])
			c.VBLENDVPD(mask, step, place[h], place[h])
			chosen(a.low)
			c.VMINPD(value, bottom[h], i)
			c.VBLENDVPD(mask, i, bottom[h], bottom[h])
		}
		one := c.YMM()
		c.VPCMPEQQ(one, one, one)
		c.VPSUBQ(one, step, step)
	}
	a.advance(c)
	for h := range top {
		c.VMOVUPD(top[h], operand.Mem{Base: a.tops, Disp: 32 * h})
		c.VMOVDQU(place[h], operand.Mem{Base: a.places, Disp: 32 * h})
		c.VMOVUPD(bottom[h], operand.Mem{Base: a.bottoms, Disp: 32 * h})
	}
	c.VZEROUPPER()
	c.RET()
}
