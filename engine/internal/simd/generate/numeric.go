package main

import (
	"math/bits"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A numeric writes kernels for one kind of number and one width of register. A block is
// 64 bytes: one register of AVX-512, two of AVX2.
type numeric struct {
	*build.Context
	real   string // float32 or float64
	suffix string // of names
	size   int    // bytes of a number
	bytes  int    // of a register
}

// begin declares a kernel.
func (p numeric) begin(name, params, does string) {
	name += p.suffix
	begin(p.Context, name, "func("+params+")", does)
}

// parts is how many registers a block takes.
func (p numeric) parts() int { return 64 / p.bytes }

// shift takes a count of numbers to bytes.
func (p numeric) shift() operand.Constant { return operand.U8(bits.TrailingZeros(uint(p.size))) }

func (p numeric) register() reg.VecVirtual {
	if p.bytes == 64 {
		return p.ZMM()
	}
	return p.YMM()
}

func (p numeric) registers(n int) []reg.VecVirtual {
	list := make([]reg.VecVirtual, n)
	for i := range list {
		list[i] = p.register()
	}
	return list
}

// The arithmetic, by the kind of number. Operands are in the order of Go's
// assembler: sub is b − a, div is b / a.

func (p numeric) single() bool { return p.size == 4 }

func (p numeric) add(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VADDPS(a, b, to)
	} else {
		p.VADDPD(a, b, to)
	}
}

func (p numeric) sub(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VSUBPS(a, b, to)
	} else {
		p.VSUBPD(a, b, to)
	}
}

func (p numeric) mul(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VMULPS(a, b, to)
	} else {
		p.VMULPD(a, b, to)
	}
}

func (p numeric) div(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VDIVPS(a, b, to)
	} else {
		p.VDIVPD(a, b, to)
	}
}

func (p numeric) move(from, to operand.Op) {
	if p.single() {
		p.VMOVUPS(from, to)
	} else {
		p.VMOVUPD(from, to)
	}
}

func (p numeric) broadcast(from, to operand.Op) {
	if p.single() {
		p.VBROADCASTSS(from, to)
	} else {
		p.VBROADCASTSD(from, to)
	}
}

// next emits the end of a loop over blocks: pointers go on by one.
func (p numeric) next(label string, count reg.GPVirtual, pointers ...reg.GPVirtual) {
	for _, at := range pointers {
		p.ADDQ(operand.U8(64), at)
	}
	p.DECQ(count)
	p.JNZ(operand.LabelRef(label))
}

func (p numeric) end() {
	p.VZEROUPPER()
	p.RET()
}
