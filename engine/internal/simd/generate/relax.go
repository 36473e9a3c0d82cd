package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// relax lowers the lanes at the far ends of a vertex's edges. There is no
// branch but the loop's: which distances fall is too irregular to foretell.
func relax(c *build.Context) {
	for _, level := range []string{"AVX2", "AVX512"} {
		single := relaxation{
			Context: c, name: "relaxSingle" + level, number: "float32", size: 4, wide: level == "AVX512",
			broadcast: c.VBROADCASTSS, move: c.VMOVUPS, add: c.VADDPS, min: c.VMINPS, compare: c.VCMPPS,
			signs: c.VMOVMSKPS, permute: c.VPERMILPS, swaps: []operand.U8{0x4e, 0xb1}, store: c.VMOVSS,
		}
		single.write()
		double := relaxation{
			Context: c, name: "relaxDouble" + level, number: "float64", size: 8, wide: level == "AVX512",
			broadcast: c.VBROADCASTSD, move: c.VMOVUPD, add: c.VADDPD, min: c.VMINPD, compare: c.VCMPPD,
			signs: c.VMOVMSKPD, permute: c.VPERMILPD, swaps: []operand.U8{0x1}, store: c.VMOVSD,
		}
		double.write()
		double.name, double.floored = "relaxSome"+level, true
		double.write()
	}
}

// A relaxation is the kernel for one type of numbers and one width of
// registers.
type relaxation struct {
	*build.Context
	name, number string
	size         int  // bytes of a number
	wide         bool // registers of 64 bytes rather than 32
	floored      bool // lanes that lack an edge are raised before it

	broadcast, move, add, min, compare, permute, store func(...operand.Op)
	signs                                              func(v, r operand.Op)
	swaps                                              []operand.U8 // of the numbers in 16 bytes, until each has met all others
}

func (r relaxation) write() {
	const rowBytes, rowShift = 128, 7
	more := ""
	if r.floored {
		more = ", floors *float64, floor *uint8"
	}
	begin(r.Context, r.name, fmt.Sprintf("func(lanes *%[1]s, row int, ends *int32, lengths *%[1]s, count int, idle *uint8, better *int32%[2]s) (found int, least %[1]s)", r.number, more), "lowers the lanes at the far ends of the edges of a row.")
	lanes, near := parameter(r.Context, "lanes"), parameter(r.Context, "row")
	ends, lengths := parameter(r.Context, "ends"), parameter(r.Context, "lengths")
	count, idle, better := parameter(r.Context, "count"), parameter(r.Context, "idle"), parameter(r.Context, "better")
	r.SHLQ(operand.U8(rowShift), near)
	r.ADDQ(lanes, near)
	width := 32
	if r.wide {
		width = 64
	}
	distances := make([]reg.VecVirtual, rowBytes/width)
	for i := range distances {
		distances[i] = r.register()
		r.move(operand.Mem{Base: near, Disp: i * width}, distances[i])
	}
	var floors, floor reg.GPVirtual
	if r.floored {
		floors, floor = parameter(r.Context, "floors"), parameter(r.Context, "floor")
	}
	e, found := r.GP64(), r.GP64()
	r.XORQ(e, e)
	r.XORQ(found, found)

	r.Label("edge")
	end, far, length := r.GP64(), r.GP64(), r.register()
	r.MOVLQSX(operand.Mem{Base: ends, Index: e, Scale: 4}, end)
	r.MOVQ(end, far)
	r.SHLQ(operand.U8(rowShift), far)
	r.ADDQ(lanes, far)
	r.broadcast(operand.Mem{Base: lengths, Index: e, Scale: uint8(r.size)}, length)
	from := distances
	if r.floored {
		from = r.raise(distances, floors, floor, e, width)
	}
	lower := r.lower(from, length, far, width)
	r.MOVL(e.As32(), operand.Mem{Base: better, Index: found, Scale: 4})
	r.ANDB(operand.Mem{Base: idle, Index: end, Scale: 1}, lower.As8())
	r.ADDQ(lower, found)
	r.INCQ(e)
	r.CMPQ(e, count)
	r.JL(operand.LabelRef("edge"))

	r.Store(found, r.ReturnIndex(0))
	least := r.least(distances)
	to, err := r.ReturnIndex(1).Resolve()
	if err != nil {
		panic(err)
	}
	r.store(least, to.Addr)
	r.VZEROUPPER()
	r.RET()
}

func (r relaxation) register() reg.VecVirtual {
	if r.wide {
		return r.ZMM()
	}
	return r.YMM()
}

// raise returns the distances with the floor of edge e added.
func (r relaxation) raise(distances []reg.VecVirtual, floors, floor, e reg.GPVirtual, width int) []reg.VecVirtual {
	const rowShift = 7
	row, raised := r.GP64(), make([]reg.VecVirtual, len(distances))
	r.MOVBQZX(operand.Mem{Base: floor, Index: e, Scale: 1}, row)
	r.SHLQ(operand.U8(rowShift), row)
	for i, d := range distances {
		raised[i] = r.register()
		r.add(operand.Mem{Base: floors, Index: row, Scale: 1, Disp: i * width}, d, raised[i])
	}
	return raised
}

// lower lowers the lanes of one far end and returns 1 if any fell, else 0.
func (r relaxation) lower(distances []reg.VecVirtual, length reg.VecVirtual, far reg.GPVirtual, width int) reg.GPVirtual {
	const lessThan = operand.U8(0x11) // ordered, quiet
	lower := r.GP64()
	r.XORL(lower.As32(), lower.As32())
	masks := make([]reg.Register, len(distances))
	for i, d := range distances {
		at, sum, was := operand.Mem{Base: far, Disp: i * width}, r.register(), r.register()
		r.move(at, was)
		r.add(d, length, sum)
		if r.wide {
			masks[i] = r.K()
		} else {
			masks[i] = r.YMM()
		}
		r.compare(lessThan, was, sum, masks[i])
		r.min(was, sum, sum)
		r.move(sum, at)
	}
	if r.wide {
		r.KORTESTW(masks[0], masks[1])
	} else {
		for _, m := range masks[1:] {
			r.VORPS(m, masks[0], masks[0])
		}
		signs := r.GP32()
		r.signs(masks[0], signs)
		r.TESTL(signs, signs)
	}
	r.SETNE(lower.As8())
	return lower
}

// least returns a register whose first number is the least of all.
func (r relaxation) least(distances []reg.VecVirtual) reg.VecVirtual {
	all := distances[0]
	for _, d := range distances[1:] {
		r.min(d, all, all)
	}
	if r.wide {
		half := r.YMM()
		r.VEXTRACTF64X4(operand.U8(1), all, half)
		r.min(half, all.AsY(), half)
		all = half
	}
	half := r.XMM()
	r.VEXTRACTF128(operand.U8(1), all.AsY(), half)
	r.min(half, all.AsX(), half)
	for _, swap := range r.swaps {
		other := r.XMM()
		r.permute(swap, half, other)
		r.min(other, half, half)
	}
	return half
}
