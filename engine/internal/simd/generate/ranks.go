package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of the compare instructions: ordered, quiet.
const (
	atLeast = operand.U8(29)
	above   = operand.U8(30)
)

// ranks are the kernels that look through one row of distances.
func ranks(c *build.Context) {
	columnSquares(c, "columnSquaresAVX2", 4, func() reg.VecVirtual { return c.YMM() })
	columnSquares(c, "columnSquaresAVX512", 8, func() reg.VecVirtual { return c.ZMM() })
	withinAVX2(c)
	withinAVX512(c)
	beforeAVX2(c)
	beforeAVX512(c)
}

// columnSquares sums up the squares of 32 rows in registers, column by column.
func columnSquares(c *build.Context, name string, lanes int, register func() reg.VecVirtual) {
	c.Function(name)
	c.Attributes(noSplit)
	c.SignatureExpr("func(dst, columns *float64, stride int, point *float64, dim, blocks int)")
	c.Doc(name + " sets dst[j] = Σ_c (columns[c·stride+j] − point[c])² for blocks of 32 rows j and c below dim, at least 1 of each.")
	c.Pragma("noescape")
	dst, columns := c.Load(c.Param("dst"), c.GP64()), c.Load(c.Param("columns"), c.GP64())
	stride, point := c.Load(c.Param("stride"), c.GP64()), c.Load(c.Param("point"), c.GP64())
	dim, blocks := c.Load(c.Param("dim"), c.GP64()), c.Load(c.Param("blocks"), c.GP64())
	c.SHLQ(operand.U8(3), stride)
	sums := make([]reg.VecVirtual, 32/lanes)
	for i := range sums {
		sums[i] = register()
	}
	p, diff := register(), register()
	column, at, end := c.GP64(), c.GP64(), c.GP64()
	c.LEAQ(operand.Mem{Base: point, Index: dim, Scale: 8}, end)
	c.Label("block")
	for _, s := range sums {
		c.VXORPD(s, s, s)
	}
	c.MOVQ(columns, column)
	c.MOVQ(point, at)
	c.Label("column")
	c.VBROADCASTSD(operand.Mem{Base: at}, p)
	for i, s := range sums {
		c.VMOVUPD(operand.Mem{Base: column, Disp: 8 * lanes * i}, diff)
		c.VSUBPD(p, diff, diff)
		c.VMULPD(diff, diff, diff)
		c.VADDPD(diff, s, s)
	}
	c.ADDQ(stride, column)
	c.ADDQ(operand.U8(8), at)
	c.CMPQ(at, end)
	c.JNE(operand.LabelRef("column"))
	for i, s := range sums {
		c.VMOVUPD(s, operand.Mem{Base: dst, Disp: 8 * lanes * i})
	}
	c.ADDQ(operand.U32(8*32), columns)
	c.ADDQ(operand.U32(8*32), dst)
	c.DECQ(blocks)
	c.JNZ(operand.LabelRef("block"))
	c.VZEROUPPER()
	c.RET()
}

// within declares a kernel that marks numbers up to a bound, and returns its
// parameters.
func within(c *build.Context, name string, bound reg.VecVirtual) (mask, values, words reg.Register) {
	c.Function(name)
	c.Attributes(noSplit)
	c.SignatureExpr("func(mask *uint64, values *float64, bound float64, words int)")
	c.Doc(name + " sets the bits of values up to bound, for words of 64 of them.")
	c.Pragma("noescape")
	mask, values = c.Load(c.Param("mask"), c.GP64()), c.Load(c.Param("values"), c.GP64())
	words = c.Load(c.Param("words"), c.GP64())
	b, err := c.Param("bound").Resolve()
	if err != nil {
		panic(err)
	}
	c.VBROADCASTSD(b.Addr, bound)
	return mask, values, words
}

func withinAVX512(c *build.Context) {
	bound := c.ZMM()
	mask, values, words := within(c, "withinAVX512", bound)
	c.Label("word")
	for i := range 8 {
		k := c.K()
		c.VCMPPD(atLeast, operand.Mem{Base: values, Disp: 64 * i}, bound, k) // bound ≥ value
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
	mask, values, words := within(c, "withinAVX2", bound)
	low, high := c.GP32(), c.GP32()
	v, w := c.YMM(), c.YMM()
	c.Label("word")
	for i := range 8 {
		c.VCMPPD(atLeast, operand.Mem{Base: values, Disp: 64 * i}, bound, v)
		c.VCMPPD(atLeast, operand.Mem{Base: values, Disp: 64*i + 32}, bound, w)
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

// before declares a kernel that counts, and returns its parameters: the
// address of the values, how many registers of them lie wholly before at, how
// many do not, and in how many lanes of the next at has not been reached.
func before(c *build.Context, name string, lanes int, q, next reg.VecVirtual) (values, head, tail, lane reg.GPVirtual) {
	c.Function(name)
	c.Attributes(noSplit)
	c.SignatureExpr("func(values *float64, vectors int, q, next float64, at int) int")
	c.Doc(name + " counts the values below next in the first at and below q in the others.")
	c.Pragma("noescape")
	values, head, tail, lane = c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.Load(c.Param("values"), values)
	c.Load(c.Param("vectors"), tail)
	c.Load(c.Param("at"), head)
	for _, p := range []struct {
		name string
		to   reg.VecVirtual
	}{{"q", q}, {"next", next}} {
		from, err := c.Param(p.name).Resolve()
		if err != nil {
			panic(err)
		}
		c.VBROADCASTSD(from.Addr, p.to)
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
	values, head, tail, lane := before(c, "beforeAVX512", 8, q, next)
	sums := []reg.VecVirtual{c.ZMM(), c.ZMM()}
	c.VPXORQ(sums[0], sums[0], sums[0])
	c.VPXORQ(sums[1], sums[1], sums[1])
	unit := c.GP64()
	c.MOVQ(operand.U32(1), unit)
	c.VPBROADCASTQ(unit, one)
	below := func(bound reg.VecVirtual) func(operand.Mem, int) {
		return func(from operand.Mem, sum int) {
			k := c.K()
			c.VCMPPD(above, from, bound, k) // bound > value
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
	values, head, tail, lane := before(c, "beforeAVX2", 4, q, next)
	sums := []reg.VecVirtual{c.YMM(), c.YMM()}
	c.VPXOR(sums[0], sums[0], sums[0])
	c.VPXOR(sums[1], sums[1], sums[1])
	hit := c.YMM()
	below := func(bound reg.VecVirtual) func(operand.Mem, int) {
		return func(from operand.Mem, sum int) {
			c.VCMPPD(above, from, bound, hit) // bound > value
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
