package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const selectSecondSignature = "func(gains *float32, places *int32, v *float64, row, diagonal *float32, among *uint64, top, scale float64, own, flat float32, words int)"

// selectSecond leaves the largest gain of each of 16 lanes, and in which step of
// 16 places it was met first.
func selectSecond(c *build.Context) {
	selectSecondAVX512(c)
	selectSecondAVX2(c)
}

// selectSecondArguments are the registers of a kernel of SelectSecond.
type selectSecondArguments struct{ gains, places, v, row, diagonal, among, words reg.Register }

func selectSecondBegin(c *build.Context, name string) selectSecondArguments {
	begin(c, name, selectSecondSignature, "finds the largest gain, and the step it is in, for each of 16 lanes; −1 without one.")
	return selectSecondArguments{parameter(c, "gains"), parameter(c, "places"), parameter(c, "v"), parameter(c, "row"), parameter(c, "diagonal"), parameter(c, "among"), parameter(c, "words")}
}

// advance moves on by a word of 64 entries and begins with it unless it was
// the last.
func (a selectSecondArguments) advance(c *build.Context) {
	c.ADDQ(operand.U32(8*64), a.v)
	c.ADDQ(operand.U32(4*64), a.row)
	c.ADDQ(operand.U32(4*64), a.diagonal)
	c.ADDQ(operand.U32(8), a.among)
	c.DECQ(a.words)
	c.JNZ(operand.LabelRef("word"))
}

func selectSecondAVX512(c *build.Context) {
	a := selectSecondBegin(c, "selectSecondAVX512")
	top, scale, own, flat := c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM()
	c.VBROADCASTSD(address(c, "top"), top)
	c.VBROADCASTSD(address(c, "scale"), scale)
	c.VBROADCASTSS(address(c, "own"), own)
	c.VBROADCASTSS(address(c, "flat"), flat)
	most, place, step, none, zero := c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM()
	c.VPXORQ(zero, zero, zero)
	c.VPXORQ(most, most, most)
	c.VPXORQ(step, step, step)
	c.VPTERNLOGD(operand.U8(0xff), none, none, none)
	c.VMOVDQA32(none, place)
	c.Label("word")
	for s := range 4 {
		below, far, bend, twice := c.ZMM(), c.ZMM(), c.ZMM(), c.ZMM()
		c.VSUBPD(operand.Mem{Base: a.v, Disp: 128 * s}, top, below)
		c.VSUBPD(operand.Mem{Base: a.v, Disp: 128*s + 64}, top, far)
		c.VMULPD(scale, below, below)
		c.VMULPD(scale, far, far)
		c.VCVTPD2PS(below, below.AsY())
		c.VCVTPD2PS(far, far.AsY())
		c.VINSERTF32X8(operand.U8(1), far.AsY(), below, below)
		c.VADDPS(operand.Mem{Base: a.diagonal, Disp: 64 * s}, own, bend)
		c.VMOVUPS(operand.Mem{Base: a.row, Disp: 64 * s}, twice)
		c.VADDPS(twice, twice, twice)
		c.VSUBPS(twice, bend, bend)
		c.VMAXPS(bend, flat, bend)
		k := c.K()
		c.KMOVW(operand.Mem{Base: a.among, Disp: 2 * s}, k)
		c.VCMPPS(orderedGT, zero, below, k, k)
		c.VMULPS(below, below, below)
		c.VDIVPS(bend, below, below)
		c.VCMPPS(orderedGT, most, below, k, k)
		c.VMOVAPS(below, k, most)
		c.VMOVDQA32(step, k, place)
		c.VPSUBD(none, step, step)
	}
	a.advance(c)
	c.VMOVUPS(most, operand.Mem{Base: a.gains})
	c.VMOVDQU32(place, operand.Mem{Base: a.places})
	c.VZEROUPPER()
	c.RET()
}

// selectSecondAVX2 has the 16 lanes in two registers.
func selectSecondAVX2(c *build.Context) {
	bits := c.StaticGlobal("selectSecondBits")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 8 {
		c.AddDatum(4*lane, operand.U32(1<<lane))
	}
	a := selectSecondBegin(c, "selectSecondAVX2")
	top, scale, own, flat := c.YMM(), c.YMM(), c.YMM(), c.YMM()
	c.VBROADCASTSD(address(c, "top"), top)
	c.VBROADCASTSD(address(c, "scale"), scale)
	c.VBROADCASTSS(address(c, "own"), own)
	c.VBROADCASTSS(address(c, "flat"), flat)
	step := c.YMM()
	c.VPXOR(step, step, step)
	most, place := [2]reg.VecVirtual{c.YMM(), c.YMM()}, [2]reg.VecVirtual{c.YMM(), c.YMM()}
	for h := range most {
		c.VPXOR(most[h], most[h], most[h])
		c.VPCMPEQD(place[h], place[h], place[h])
	}
	c.Label("word")
	for s := range 4 {
		for h := range most {
			below, far, bend, twice, mask := c.YMM(), c.YMM(), c.YMM(), c.YMM(), c.YMM()
			c.VSUBPD(operand.Mem{Base: a.v, Disp: 128*s + 64*h}, top, below)
			c.VSUBPD(operand.Mem{Base: a.v, Disp: 128*s + 64*h + 32}, top, far)
			c.VMULPD(scale, below, below)
			c.VMULPD(scale, far, far)
			c.VCVTPD2PSY(below, below.AsX())
			c.VCVTPD2PSY(far, far.AsX())
			c.VINSERTF128(operand.U8(1), far.AsX(), below, below)
			c.VADDPS(operand.Mem{Base: a.diagonal, Disp: 64*s + 32*h}, own, bend)
			c.VMOVUPS(operand.Mem{Base: a.row, Disp: 64*s + 32*h}, twice)
			c.VADDPS(twice, twice, twice)
			c.VSUBPS(twice, bend, bend)
			c.VMAXPS(bend, flat, bend)
			word := c.GP32()
			c.MOVBLZX(operand.Mem{Base: a.among, Disp: 2*s + h}, word)
			c.VMOVD(word, mask.AsX())
			c.VPBROADCASTD(mask.AsX(), mask)
			c.VPAND(bits, mask, mask)
			c.VPCMPEQD(bits, mask, mask)
			c.VPXOR(twice, twice, twice)
			c.VCMPPS(orderedGT, twice, below, twice)
			c.VPAND(twice, mask, mask)
			c.VMULPS(below, below, below)
			c.VDIVPS(bend, below, below)
			c.VCMPPS(orderedGT, most[h], below, twice)
			c.VPAND(twice, mask, mask)
			c.VBLENDVPS(mask, below, most[h], most[h])
			c.VBLENDVPS(mask, step, place[h], place[h])
		}
		one := c.YMM()
		c.VPCMPEQD(one, one, one)
		c.VPSUBD(one, step, step)
	}
	a.advance(c)
	for h := range most {
		c.VMOVUPS(most[h], operand.Mem{Base: a.gains, Disp: 32 * h})
		c.VMOVDQU(place[h], operand.Mem{Base: a.places, Disp: 32 * h})
	}
	c.VZEROUPPER()
	c.RET()
}
