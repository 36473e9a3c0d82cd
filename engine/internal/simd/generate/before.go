package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// before counts the numbers that come before one in order.
func before(c *build.Context) {
	beforeAVX2(c)
	beforeAVX512(c)
}

// beforeBegin declares a kernel that counts, and returns its parameters: the
// address of the values, how many registers of them lie wholly before at, how
// many do not, and in how many lanes of the next at has not been reached.
func beforeBegin(c *build.Context, name string, lanes int, q, next reg.VecVirtual) (values, head, tail, lane reg.GPVirtual) {
	begin(c, name, "func(values *float64, vectors int, q, next float64, at int) int", "counts the values below next in the first at and below q in the others.")
	values, head, tail, lane = c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("values"), values)
	c.Load(c.Param("vectors"), tail)
	c.Load(c.Param("at"), head)
	for _, p := range []struct {
		name string
		to   reg.VecVirtual
	}{{"q", q}, {"next", next}} {
		c.VBROADCASTSD(address(c, p.name), p.to)
	}
	shift := operand.U8(2)
	if lanes == 8 {
		shift = 3
	}
	c.MOVQ(head, lane)
	c.ANDQ(operand.U8(lanes-1), lane)
	c.SHRQ(shift, head)
	c.SUBQ(head, tail)
	return values, head, tail, lane
}

// countRegisters emits a loop over count registers, four at a time and then one,
// which may be none; test counts one of them.
func countRegisters(c *build.Context, name string, bytes int, values, count reg.GPVirtual, test func(from operand.Mem, sum int)) {
	c.Label(name + "four")
	c.CMPQ(count, operand.U8(4))
	c.JLT(operand.LabelRef(name + "one"))
	for i := range 4 {
		test(operand.Mem{Base: values, Disp: bytes * i}, i%2)
	}
	c.ADDQ(operand.U32(4*bytes), values)
	c.SUBQ(operand.U8(4), count)
	c.JMP(operand.LabelRef(name + "four"))
	c.Label(name + "one")
	c.TESTQ(count, count)
	c.JZ(operand.LabelRef(name + "end"))
	test(operand.Mem{Base: values}, 0)
	c.ADDQ(operand.U32(bytes), values)
	c.DECQ(count)
	c.JMP(operand.LabelRef(name + "one"))
	c.Label(name + "end")
}

func beforeAVX512(c *build.Context) {
	q, next, one := c.ZMM(), c.ZMM(), c.ZMM()
	values, head, tail, lane := beforeBegin(c, "beforeAVX512", 8, q, next)
	sums := []reg.VecVirtual{c.ZMM(), c.ZMM()}
	c.VPXORQ(sums[0], sums[0], sums[0])
	c.VPXORQ(sums[1], sums[1], sums[1])
	unit := c.GP64()
	c.MOVQ(operand.U32(1), unit)
	c.VPBROADCASTQ(unit, one)
	below := func(bound reg.VecVirtual) func(operand.Mem, int) {
		return func(from operand.Mem, sum int) {
			k := c.K()
			c.VCMPPD(orderedGT, from, bound, k) // bound > value
			c.VPADDQ(one, sums[sum], k, sums[sum])
		}
	}
	countRegisters(c, "head", 64, values, head, below(next))
	c.TESTQ(tail, tail)
	c.JZ(operand.LabelRef("done"))
	// The register in which at lies: next in the lanes before it, q in the others.
	bit, mixed, k := c.GP64(), c.ZMM(), c.K()
	c.XORQ(bit, bit)
	c.BTSQ(lane, bit)
	c.DECQ(bit)
	c.KMOVB(bit.As32(), k)
	c.VMOVAPD(q, mixed)
	c.VMOVAPD(next, k, mixed)
	below(mixed)(operand.Mem{Base: values}, 0)
	c.ADDQ(operand.U8(64), values)
	c.DECQ(tail)
	countRegisters(c, "tail", 64, values, tail, below(q))
	c.Label("done")
	c.VPADDQ(sums[1], sums[0], sums[0])
	half := c.YMM()
	c.VEXTRACTI64X4(operand.U8(1), sums[0], half)
	c.VPADDQ(half, sums[0].AsY(), half)
	sumCounts(c, half)
}

func beforeAVX2(c *build.Context) {
	q, next := c.YMM(), c.YMM()
	values, head, tail, lane := beforeBegin(c, "beforeAVX2", 4, q, next)
	sums := []reg.VecVirtual{c.YMM(), c.YMM()}
	c.VPXOR(sums[0], sums[0], sums[0])
	c.VPXOR(sums[1], sums[1], sums[1])
	hit := c.YMM()
	below := func(bound reg.VecVirtual) func(operand.Mem, int) {
		return func(from operand.Mem, sum int) {
			c.VCMPPD(orderedGT, from, bound, hit) // bound > value
			c.VPSUBQ(hit, sums[sum], sums[sum])
		}
	}
	countRegisters(c, "head", 32, values, head, below(next))
	c.TESTQ(tail, tail)
	c.JZ(operand.LabelRef("done"))
	// The register in which at lies: next in the lanes before it, q in the others.
	lanes, early, mixed := c.YMM(), c.YMM(), c.YMM()
	c.VMOVQ(lane, lanes.AsX())
	c.VPBROADCASTQ(lanes.AsX(), lanes)
	c.VPCMPGTQ(numbersOfLanes(c), lanes, early)
	c.VBLENDVPD(early, next, q, mixed)
	below(mixed)(operand.Mem{Base: values}, 0)
	c.ADDQ(operand.U8(32), values)
	c.DECQ(tail)
	countRegisters(c, "tail", 32, values, tail, below(q))
	c.Label("done")
	c.VPADDQ(sums[1], sums[0], sums[0])
	sumCounts(c, sums[0])
}

// numbersOfLanes is 0, 1, 2, 3 in memory.
func numbersOfLanes(c *build.Context) operand.Mem {
	where := c.StaticGlobal("lanesOfBefore")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	for i := range 4 {
		c.AddDatum(8*i, operand.U64(i))
	}
	return where
}

// sumCounts returns the sum of four counts.
func sumCounts(c *build.Context, sums reg.VecVirtual) {
	half, sum := c.XMM(), c.GP64()
	c.VEXTRACTI128(operand.U8(1), sums, half)
	c.VPADDQ(half, sums.AsX(), half)
	upper := c.XMM()
	c.VPSHUFD(operand.U8(0xee), half, upper)
	c.VPADDQ(upper, half, half)
	c.VMOVQ(half, sum)
	c.VZEROUPPER()
	c.Store(sum, c.ReturnIndex(0))
	c.RET()
}
