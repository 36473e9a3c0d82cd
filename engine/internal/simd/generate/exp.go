package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// exponentials writes what exp.go does in portable Go, four registers a step.
// Constants stay in registers where there are 32 of them, else in memory.
func exponentials(c *build.Context) {
	for _, wide := range []bool{false, true} {
		for _, double := range []bool{true, false} {
			e := newExponential(c, wide, double)
			e.plain()
			if double {
				e.gauss()
			}
		}
	}
}

// An exponential writes the kernels of one level and one precision.
type exponential struct {
	*build.Context
	wide, double bool
	constants    map[string]operand.Op
}

// doubleConstants are the numbers of elementary.Exp; the terms are named by their
// degree.
var doubleConstants = map[string]float64{
	"perLn2": 1.4426950408889634, "low": -708, "magic": 0x1.8p52, "ln2": 0x1.62e42p-1, "rest": 4.7493250390316726e-07, "one": 1,
	"q0": 0.5000000000000001, "q1": 0.16666666666666669, "q2": 0.041666666666624136, "q3": 0.008333333333330063, "q4": 0.001388888891720967,
	"q5": 0.00019841269863050506, "q6": 2.4801521302241082e-05, "q7": 2.7557268464831627e-06, "q8": 2.7620085455018414e-07, "q9": 2.510038319586702e-08,
}

var singleConstants = map[string]float32{
	"perLn2": 1.4426950408889634, "low": -87, "magic": 0x1.8p23, "ln2": 0x1.62ep-1, "rest": 3.1946184945309415e-05, "one": 1,
	"q0": 0.5, "q1": 0.16666576998242924, "q2": 0.041666554627878084, "q3": 0.008363177629994445, "q4": 0.0013926181810489343,
}

// order is that of constants in memory, so that the text is the same each time.
var order = []string{"perLn2", "low", "magic", "ln2", "rest", "one", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"}

// newExponential writes the table of constants: each once for a broadcast, or
// for AVX2 as a whole register.
func newExponential(c *build.Context, wide, double bool) *exponential {
	e := &exponential{Context: c, wide: wide, double: double, constants: map[string]operand.Op{}}
	table := c.StaticGlobal(e.name("exp") + "Constants")
	c.DataAttributes(attr.RODATA | attr.NOPTR)
	at, copies := 0, 1
	if !wide {
		copies = 32 / e.size()
	}
	for _, name := range order {
		d, isDouble := doubleConstants[name]
		s, isSingle := singleConstants[name]
		if double && !isDouble || !double && !isSingle {
			continue
		}
		e.constants[name] = table.Offset(at)
		for range copies {
			if double {
				c.AddDatum(at, operand.F64(d))
			} else {
				c.AddDatum(at, operand.F32(s))
			}
			at += e.size()
		}
	}
	return e
}

func (e *exponential) size() int {
	if e.double {
		return 8
	}
	return 4
}

func (e *exponential) bytes() int {
	if e.wide {
		return 64
	}
	return 32
}

// name is such as expDoubleAVX2.
func (e *exponential) name(verb string) string {
	of, level := "Single", "AVX2"
	if e.double {
		of = "Double"
	}
	if e.wide {
		level = "AVX512"
	}
	return verb + of + level
}

func (e *exponential) register() reg.VecVirtual {
	if e.wide {
		return e.ZMM()
	}
	return e.YMM()
}

// begin declares a function; with 32 registers the constants go into some.
func (e *exponential) begin(verb, signature, doc string) {
	begin(e.Context, e.name(verb), signature, doc)
}

// load returns the constants as operands of the function that has begun.
func (e *exponential) load() map[string]operand.Op {
	if !e.wide {
		return e.constants
	}
	loaded := map[string]operand.Op{}
	for _, name := range order {
		m, ok := e.constants[name]
		if !ok {
			continue
		}
		r := e.ZMM()
		if e.double {
			e.VBROADCASTSD(m, r)
		} else {
			e.VBROADCASTSS(m, r)
		}
		loaded[name] = r
	}
	return loaded
}

// plain is dst[i] = exp(src[i]).
func (e *exponential) plain() {
	element := "float32"
	if e.double {
		element = "float64"
	}
	e.begin("exp", fmt.Sprintf("func(dst, src *%s, steps int)", element), "sets dst[i] = exp(src[i]) for four registers of numbers a step.")
	dst, src, steps := parameter(e.Context, "dst"), parameter(e.Context, "src"), parameter(e.Context, "steps")
	constants := e.load()
	e.Label("step")
	e.stripes(func(first, count int) {
		x := make([]reg.VecVirtual, count)
		for i := range x {
			x[i] = e.register()
			e.move(operand.Mem{Base: src, Disp: e.bytes() * (first + i)}, x[i])
		}
		e.powers(constants, x)
		for i := range x {
			e.move(x[i], operand.Mem{Base: dst, Disp: e.bytes() * (first + i)})
		}
	})
	e.ADDQ(operand.U32(uint32(4*e.bytes())), src)
	e.ADDQ(operand.U32(uint32(4*e.bytes())), dst)
	e.end(steps)
}

// gauss is row[j] = exp(min(row[j] − (shift + shifts[j]), 0)).
func (e *exponential) gauss() {
	e.begin("gauss", "func(row, shifts *float64, shift float64, steps int)", "sets row[j] = exp(min(row[j] − (shift + shifts[j]), 0)) for four registers of numbers a step.")
	row, shifts, steps := parameter(e.Context, "row"), parameter(e.Context, "shifts"), parameter(e.Context, "steps")
	shift := e.register()
	e.VBROADCASTSD(address(e.Context, "shift"), shift)
	constants := e.load()
	e.Label("step")
	e.stripes(func(first, count int) {
		x := make([]reg.VecVirtual, count)
		for i := range x {
			x[i] = e.register()
			sum := e.register()
			e.VADDPD(operand.Mem{Base: shifts, Disp: e.bytes() * (first + i)}, shift, sum)
			e.move(operand.Mem{Base: row, Disp: e.bytes() * (first + i)}, x[i])
			e.VSUBPD(sum, x[i], x[i])
			zero := e.register() // of two zeros, and beside what is no number, the second operand counts
			if e.wide {
				e.VPXORQ(zero, zero, zero)
			} else {
				e.VXORPD(zero, zero, zero)
			}
			e.VMINPD(x[i], zero, x[i])
		}
		e.powers(constants, x)
		for i := range x {
			e.move(x[i], operand.Mem{Base: row, Disp: e.bytes() * (first + i)})
		}
	})
	e.ADDQ(operand.U32(uint32(4*e.bytes())), row)
	e.ADDQ(operand.U32(uint32(4*e.bytes())), shifts)
	e.end(steps)
}

// stripes calls do for as many of the four registers of a step at once as
// there is room for.
func (e *exponential) stripes(do func(first, count int)) {
	if e.wide && !e.double {
		do(0, 4)
		return
	}
	do(0, 2)
	do(2, 2)
}

func (e *exponential) end(steps operand.Op) {
	e.DECQ(steps)
	e.JNZ(operand.LabelRef("step"))
	e.VZEROUPPER()
	e.RET()
}

// powers replaces each x by exp(x). The steps of all registers alternate, since
// each waits for the one before.
func (e *exponential) powers(k map[string]operand.Op, x []reg.VecVirtual) {
	t, q, keep := make([]reg.VecVirtual, len(x)), make([]reg.VecVirtual, len(x)), make([]reg.Register, len(x))
	each := func(do func(i int)) {
		for i := range x {
			do(i)
		}
	}
	each(func(i int) { // t = x/ln2 + magic
		t[i], q[i] = e.register(), e.register()
		if e.wide {
			keep[i] = e.K()
		} else {
			keep[i] = e.YMM()
		}
		e.op(e.VMULPD, e.VMULPS)(k["perLn2"], x[i], t[i])
		e.compare(k["low"], x[i], keep[i])
	})
	each(func(i int) { e.op(e.VADDPD, e.VADDPS)(k["magic"], t[i], t[i]) })
	each(func(i int) { // q = k
		e.op(e.VSUBPD, e.VSUBPS)(k["magic"], t[i], q[i])
		if e.wide {
			e.move(q[i], t[i])
		} else { // t = 2ᵏ
			e.op(ternary(e.VPSLLQ), ternary(e.VPSLLD))(operand.U8(map[bool]uint8{true: 52, false: 23}[e.double]), t[i], t[i])
			e.op(ternary(e.VPADDQ), ternary(e.VPADDD))(k["one"], t[i], t[i])
		}
	})
	product := make([]reg.VecVirtual, len(x))
	each(func(i int) { // x = r
		product[i] = e.register()
		e.op(e.VMULPD, e.VMULPS)(k["ln2"], q[i], product[i])
		e.op(e.VSUBPD, e.VSUBPS)(product[i], x[i], x[i])
		e.op(e.VMULPD, e.VMULPS)(k["rest"], q[i], product[i])
		e.op(e.VSUBPD, e.VSUBPS)(product[i], x[i], x[i])
	})
	last := 0
	for k[fmt.Sprint("q", last+1)] != nil {
		last++
	}
	each(func(i int) { e.op(e.VMULPD, e.VMULPS)(k[fmt.Sprint("q", last)], x[i], q[i]) })
	for term := last - 1; term > 0; term-- {
		each(func(i int) { e.op(e.VADDPD, e.VADDPS)(k[fmt.Sprint("q", term)], q[i], q[i]) })
		each(func(i int) { e.op(e.VMULPD, e.VMULPS)(x[i], q[i], q[i]) })
	}
	each(func(i int) {
		e.op(e.VADDPD, e.VADDPS)(k["q0"], q[i], q[i])
		e.op(e.VMULPD, e.VMULPS)(x[i], x[i], product[i])
	})
	each(func(i int) { e.op(e.VMULPD, e.VMULPS)(product[i], q[i], q[i]) })
	each(func(i int) { e.op(e.VADDPD, e.VADDPS)(q[i], x[i], q[i]) })
	each(func(i int) { e.op(e.VADDPD, e.VADDPS)(k["one"], q[i], q[i]) })
	each(func(i int) {
		switch {
		case e.wide && e.double:
			e.VSCALEFPD_Z(t[i], q[i], keep[i], x[i])
		case e.wide:
			e.VSCALEFPS_Z(t[i], q[i], keep[i], x[i])
		default:
			e.op(e.VMULPD, e.VMULPS)(t[i], q[i], x[i])
			e.op(ternary(e.VANDPD), ternary(e.VANDPS))(keep[i], x[i], x[i])
		}
	})
}

// op picks the instruction of the precision.
func (e *exponential) op(double, single func(ops ...operand.Op)) func(ops ...operand.Op) {
	if e.double {
		return double
	}
	return single
}

// ternary makes an instruction without masked forms look like the others.
func ternary[F func(ops ...operand.Op) | func(a, b, c operand.Op)](f F) func(ops ...operand.Op) {
	switch f := any(f).(type) {
	case func(ops ...operand.Op):
		return f
	case func(a, b, c operand.Op):
		return func(ops ...operand.Op) { f(ops[0], ops[1], ops[2]) }
	}
	panic("no such instruction")
}

// compare keeps the lanes where x is not less than the limit.
func (e *exponential) compare(limit, x operand.Op, keep reg.Register) {
	const notLess = 0x15
	if e.double {
		e.VCMPPD(operand.U8(notLess), limit, x, keep)
	} else {
		e.VCMPPS(operand.U8(notLess), limit, x, keep)
	}
}

func (e *exponential) move(from, to operand.Op) {
	if e.double {
		e.VMOVUPD(from, to)
	} else {
		e.VMOVUPS(from, to)
	}
}
