package main

import (
	"math/bits"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A pairing writes the kernels of pair tiles for one kind of number and one
// width of register. A block is 64 bytes: one register of AVX-512, two of AVX2.
type pairing struct {
	*build.Context
	real   string // float32 or float64
	suffix string // of names
	size   int    // bytes of a number
	bytes  int    // of a register
}

// pairs are the kernels of pair tiles.
func pairs(c *build.Context) {
	for _, p := range []pairing{{c, "float32", "Single", 4, 0}, {c, "float64", "Double", 8, 0}} {
		for _, level := range []struct {
			name  string
			bytes int
		}{{"AVX2", 32}, {"AVX512", 64}} {
			q := p
			q.suffix, q.bytes = p.suffix+level.name, level.bytes
			q.squares()
			q.student()
			q.contrast()
			q.times()
			q.pull()
		}
	}
}

// begin declares a kernel.
func (p pairing) begin(name, params, does string) {
	name += p.suffix
	begin(p.Context, name, "func("+params+")", does)
}

// parts is how many registers a block takes.
func (p pairing) parts() int { return 64 / p.bytes }

// shift takes a count of numbers to bytes.
func (p pairing) shift() operand.Constant { return operand.U8(bits.TrailingZeros(uint(p.size))) }

func (p pairing) register() reg.VecVirtual {
	if p.bytes == 64 {
		return p.ZMM()
	}
	return p.YMM()
}

func (p pairing) registers(n int) []reg.VecVirtual {
	list := make([]reg.VecVirtual, n)
	for i := range list {
		list[i] = p.register()
	}
	return list
}

// The arithmetic, by the kind of number. Operands are in the order of Go's
// assembler: sub is b − a, div is b / a.

func (p pairing) single() bool { return p.size == 4 }

func (p pairing) add(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VADDPS(a, b, to)
	} else {
		p.VADDPD(a, b, to)
	}
}

func (p pairing) sub(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VSUBPS(a, b, to)
	} else {
		p.VSUBPD(a, b, to)
	}
}

func (p pairing) mul(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VMULPS(a, b, to)
	} else {
		p.VMULPD(a, b, to)
	}
}

func (p pairing) div(a operand.Op, b, to operand.Op) {
	if p.single() {
		p.VDIVPS(a, b, to)
	} else {
		p.VDIVPD(a, b, to)
	}
}

func (p pairing) move(from, to operand.Op) {
	if p.single() {
		p.VMOVUPS(from, to)
	} else {
		p.VMOVUPD(from, to)
	}
}

func (p pairing) broadcast(from, to operand.Op) {
	if p.single() {
		p.VBROADCASTSS(from, to)
	} else {
		p.VBROADCASTSD(from, to)
	}
}

// rowsOf are the addresses of four rows from a base, a distance in bytes apart.
func (p pairing) rowsOf(base, apart reg.GPVirtual) [4]operand.Mem {
	thrice := p.GP64()
	p.LEAQ(operand.Mem{Base: apart, Index: apart, Scale: 2}, thrice)
	return [4]operand.Mem{{Base: base}, {Base: base, Index: apart, Scale: 1}, {Base: base, Index: apart, Scale: 2}, {Base: base, Index: thrice, Scale: 1}}
}

// next emits the end of a loop over blocks: pointers go on by one.
func (p pairing) next(label string, count reg.GPVirtual, pointers ...reg.GPVirtual) {
	for _, at := range pointers {
		p.ADDQ(operand.U8(64), at)
	}
	p.DECQ(count)
	p.JNZ(operand.LabelRef(label))
}

func (p pairing) end() {
	p.VZEROUPPER()
	p.RET()
}

func (p pairing) squares() {
	p.begin("pairSquares", "tile *"+p.real+", width int, columns *"+p.real+", stride int, points *"+p.real+", dim, blocks int",
		"sets four rows of a tile to squared distances. width and stride are in bytes.")
	tile, width, columns, stride := parameter(p.Context, "tile"), parameter(p.Context, "width"), parameter(p.Context, "columns"), parameter(p.Context, "stride")
	points, dim, blocks := parameter(p.Context, "points"), parameter(p.Context, "dim"), parameter(p.Context, "blocks")
	apart := p.GP64()
	p.MOVQ(dim, apart)
	p.SHLQ(p.shift(), apart)
	column, point, left := p.GP64(), p.GP64(), p.GP64()
	from, to := p.rowsOf(point, apart), p.rowsOf(tile, width)
	sums, y := p.registers(4*p.parts()), p.registers(p.parts())
	value, diff := p.register(), p.register()
	p.Label("block")
	for _, s := range sums {
		p.VXORPS(s, s, s)
	}
	p.MOVQ(columns, column)
	p.MOVQ(points, point)
	p.MOVQ(dim, left)
	p.Label("column")
	for i := range y {
		p.move(operand.Mem{Base: column, Disp: p.bytes * i}, y[i])
	}
	for r := range from {
		p.broadcast(from[r], value)
		for i := range y {
			p.sub(y[i], value, diff)
			p.mul(diff, diff, diff)
			p.add(diff, sums[r*len(y)+i], sums[r*len(y)+i])
		}
	}
	p.ADDQ(stride, column)
	p.ADDQ(operand.U8(p.size), point)
	p.DECQ(left)
	p.JNZ(operand.LabelRef("column"))
	for r := range to {
		for i := range y {
			p.move(sums[r*len(y)+i], to[r].Offset(p.bytes*i))
		}
	}
	p.next("block", blocks, tile, columns)
	p.end()
}

func (p pairing) student() {
	p.begin("pairStudent", "tile, sums *"+p.real+", blocks int", "replaces squared distances d by 1/(1+d) and adds these to the lanes of sums.")
	tile, sums, blocks := parameter(p.Context, "tile"), parameter(p.Context, "sums"), parameter(p.Context, "blocks")
	total, one := p.registers(p.parts()), p.register()
	number, v := p.GP64(), p.register()
	if p.single() {
		p.MOVQ(operand.U32(0x3f800000), number)
		p.VMOVD(number.As32(), v.AsX())
		p.VBROADCASTSS(v.AsX(), one)
	} else {
		p.MOVQ(operand.U64(0x3ff0000000000000), number)
		p.VMOVQ(number, v.AsX())
		p.VBROADCASTSD(v.AsX(), one)
	}
	for i := range total {
		p.move(operand.Mem{Base: sums, Disp: p.bytes * i}, total[i])
	}
	p.Label("block")
	for i := range total {
		p.add(operand.Mem{Base: tile, Disp: p.bytes * i}, one, v)
		p.div(v, one, v)
		p.add(v, total[i], total[i])
		p.move(v, operand.Mem{Base: tile, Disp: p.bytes * i})
	}
	p.next("block", blocks, tile)
	for i := range total {
		p.move(total[i], operand.Mem{Base: sums, Disp: p.bytes * i})
	}
	p.end()
}

func (p pairing) contrast() {
	p.begin("pairContrast", "dst, wanted, weights *"+p.real+", scale "+p.real+", blocks int", "sets dst = wanted − scale·weights.")
	dst, wanted, weights, blocks := parameter(p.Context, "dst"), parameter(p.Context, "wanted"), parameter(p.Context, "weights"), parameter(p.Context, "blocks")
	scale, v, w := p.register(), p.registers(p.parts()), p.registers(p.parts())
	p.broadcast(address(p.Context, "scale"), scale)
	p.Label("block")
	for i := range v {
		p.mul(operand.Mem{Base: weights, Disp: p.bytes * i}, scale, v[i])
		p.move(operand.Mem{Base: wanted, Disp: p.bytes * i}, w[i])
		p.sub(v[i], w[i], v[i])
	}
	for i := range v {
		p.move(v[i], operand.Mem{Base: dst, Disp: p.bytes * i})
	}
	p.next("block", blocks, dst, wanted, weights)
	p.end()
}

func (p pairing) times() {
	p.begin("pairTimes", "dst, factors *"+p.real+", blocks int", "multiplies dst by factors.")
	dst, factors, blocks := parameter(p.Context, "dst"), parameter(p.Context, "factors"), parameter(p.Context, "blocks")
	v := p.register()
	p.Label("block")
	for i := range p.parts() {
		p.move(operand.Mem{Base: dst, Disp: p.bytes * i}, v)
		p.mul(operand.Mem{Base: factors, Disp: p.bytes * i}, v, v)
		p.move(v, operand.Mem{Base: dst, Disp: p.bytes * i})
	}
	p.next("block", blocks, dst, factors)
	p.end()
}

// pull goes through the columns once for each dimension, with the sums of four
// rows in registers.
func (p pairing) pull() {
	p.begin("pairPull", "pull, back, tile *"+p.real+", width int, columns *"+p.real+", stride int, points *"+p.real+", dim, blocks int",
		"adds what four rows of coefficients pull. width and stride are in bytes.")
	pull, back, tile, width := parameter(p.Context, "pull"), parameter(p.Context, "back"), parameter(p.Context, "tile"), parameter(p.Context, "width")
	columns, stride, points := parameter(p.Context, "columns"), parameter(p.Context, "stride"), parameter(p.Context, "points")
	end, at, from := p.GP64(), p.GP64(), p.GP64()
	p.Load(p.Param("blocks"), end)
	p.SHLQ(operand.U8(6), end)
	apart, far := p.GP64(), p.GP64() // of points and of their sums, row from row
	p.Load(p.Param("dim"), apart)
	p.MOVQ(apart, far)
	p.SHLQ(operand.U8(6), far)
	p.SHLQ(p.shift(), apart)
	left := p.AllocLocal(8)
	p.Load(p.Param("dim"), from)
	p.MOVQ(from, left)

	sums, values := p.registers(4*p.parts()), p.registers(4)
	y, g, force := p.register(), p.register(), p.register()
	p.Label("column")
	p.MOVQ(points, from)
	p.MOVQ(pull, at)
	for r := range values {
		p.broadcast(operand.Mem{Base: from}, values[r])
		for i := range p.parts() {
			p.move(operand.Mem{Base: at, Disp: p.bytes * i}, sums[r*p.parts()+i])
		}
		p.ADDQ(apart, from)
		p.ADDQ(far, at)
	}
	p.XORQ(at, at)
	p.MOVQ(tile, from)
	rows := p.rowsOf(from, width)
	p.Label("block")
	for i := range p.parts() {
		there := operand.Mem{Base: back, Index: at, Scale: 1, Disp: p.bytes * i}
		p.move(operand.Mem{Base: columns, Index: at, Scale: 1, Disp: p.bytes * i}, y)
		p.move(there, g)
		for r := range rows {
			p.sub(y, values[r], force)
			p.mul(rows[r].Offset(p.bytes*i), force, force)
			p.add(force, sums[r*p.parts()+i], sums[r*p.parts()+i])
			p.sub(force, g, g)
		}
		p.move(g, there)
	}
	p.ADDQ(operand.U8(64), from)
	p.ADDQ(operand.U8(64), at)
	p.CMPQ(at, end)
	p.JNE(operand.LabelRef("block"))
	p.MOVQ(pull, at)
	for r := range values {
		for i := range p.parts() {
			p.move(sums[r*p.parts()+i], operand.Mem{Base: at, Disp: p.bytes * i})
		}
		p.ADDQ(far, at)
	}
	p.ADDQ(stride, columns)
	p.ADDQ(stride, back)
	p.ADDQ(operand.U8(64), pull)
	p.ADDQ(operand.U8(p.size), points)
	p.DECQ(left)
	p.JNZ(operand.LabelRef("column"))
	p.end()
}
