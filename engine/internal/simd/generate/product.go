package main

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A vectorUnit is a set of vector instructions on numbers of one type.
type vectorUnit struct {
	name     string // ends the names of its kernels
	pointer  string // to a number, in Go
	bytes    int    // of a register
	number   int    // bytes of a number
	register func(c *build.Context) reg.VecVirtual

	load, fused, fusedInto, broadcast func(c *build.Context, ops ...operand.Op)
}

// of returns the unit for numbers of float64 or float32 in registers of so many
// bytes.
func of(number, bytes int) vectorUnit {
	u := vectorUnit{bytes: bytes, number: number}
	level := "AVX2"
	u.register = func(c *build.Context) reg.VecVirtual { return c.YMM() }
	if bytes == 64 {
		level = "AVX512"
		u.register = func(c *build.Context) reg.VecVirtual { return c.ZMM() }
	}
	if number == 8 {
		u.name, u.pointer = "Double"+level, "*float64"
		u.load, u.broadcast = (*build.Context).VMOVUPD, (*build.Context).VBROADCASTSD
		u.fused, u.fusedInto = (*build.Context).VFMADD231PD, (*build.Context).VFMADD213PD
	} else {
		u.name, u.pointer = "Single"+level, "*float32"
		u.load, u.broadcast = (*build.Context).VMOVUPS, (*build.Context).VBROADCASTSS
		u.fused, u.fusedInto = (*build.Context).VFMADD231PS, (*build.Context).VFMADD213PS
	}
	return u
}

// units are all of them, from the one with the fewest numbers in a register.
var units = []vectorUnit{of(8, 32), of(4, 32), of(8, 64), of(4, 64)}

// product adds products to the tiles of a matrix: as many rows by registers of
// columns as leave some registers of the unit for what is multiplied.
func product(c *build.Context) {
	for _, u := range units {
		rows, widest, spare := 6, 2, 2
		if u.bytes == 64 {
			rows, widest, spare = 8, 3, 4
		}
		for wide := 1; wide <= widest; wide++ {
			productOf(c, u, rows, wide, spare)
		}
	}
}

// productOf is the kernel for tiles of so many rows, and registers of columns.
// Spare registers hold numbers of A in turn. Where a tile begins, and how many
// are left, lies in the arguments, for there are no registers to spare for it.
func productOf(c *build.Context, u vectorUnit, rows, wide, spare int) {
	name := fmt.Sprintf("product%d%s", wide, u.name)
	p := u.pointer
	begin(c, name, fmt.Sprintf("func(c %s, cRow int, a %s, aRow, aColumn int, b %s, bRow, bNext, tiles, depth int, alpha %s)", p, p, p, p[1:]),
		fmt.Sprintf("adds products to tiles of %d rows and %d registers of columns, one beside the other.", rows, wide))
	aRow := multiples(c, bytesOf(c, "aRow", u.number), rows)
	aColumn, bRow, cRow := bytesOf(c, "aColumn", u.number), bytesOf(c, "bRow", u.number), bytesOf(c, "cRow", u.number)
	c.Label("tile")
	sums := sumsOf(c, u, rows, wide, cRow)
	columns, values := registers(c, u, wide), registers(c, u, spare)
	a, b, depth := parameter(c, "a"), parameter(c, "b"), parameter(c, "depth")
	step := func() {
		for h, v := range columns {
			u.load(c, operand.Mem{Base: b, Disp: h * u.bytes}, v)
		}
		for line := 0; line < wide*u.bytes; line += 64 {
			c.PREFETCHT0(operand.Mem{Base: b, Disp: line + productAhead})
		}
		for i := range rows {
			v := values[i%spare]
			u.broadcast(c, aRow(a, i), v)
			for h, column := range columns {
				u.fused(c, column, v, sums[i][h])
			}
		}
		c.ADDQ(aColumn, a)
		c.ADDQ(bRow, b)
	}
	times(c, depth, 4, func() {
		for range 4 {
			step()
		}
	}, step)
	at, alpha := parameter(c, "c"), values[0]
	u.broadcast(c, address(c, "alpha"), alpha)
	for i := range sums {
		for h, sum := range sums[i] {
			place := operand.Mem{Base: at, Disp: h * u.bytes}
			u.fusedInto(c, place, alpha, sum)
			u.load(c, sum, place)
		}
		c.ADDQ(cRow, at)
	}
	c.ADDQ(operand.U32(uint32(wide*u.bytes)), address(c, "c"))
	c.ADDQ(bytesOf(c, "bNext", u.number), address(c, "b"))
	c.DECQ(address(c, "tiles"))
	c.JNZ(operand.LabelRef("tile"))
	c.VZEROUPPER()
	c.RET()
}

// sumsOf clears the sums of a tile, and fetches what they are to be added to:
// it is there by the time that they are.
func sumsOf(c *build.Context, u vectorUnit, rows, wide int, cRow reg.GPVirtual) [][]reg.VecVirtual {
	sums, row := make([][]reg.VecVirtual, rows), parameter(c, "c")
	for i := range sums {
		sums[i] = registers(c, u, wide)
		for _, sum := range sums[i] {
			c.VXORPS(sum, sum, sum)
		}
		for line := 0; line < wide*u.bytes; line += 64 {
			c.PREFETCHT0(operand.Mem{Base: row, Disp: line})
		}
		c.PREFETCHT0(operand.Mem{Base: row, Disp: wide*u.bytes - u.number})
		c.ADDQ(cRow, row)
	}
	return sums
}

// registers returns so many of the unit's.
func registers(c *build.Context, u vectorUnit, count int) []reg.VecVirtual {
	all := make([]reg.VecVirtual, count)
	for i := range all {
		all[i] = u.register(c)
	}
	return all
}

// times goes through so many numbers, some of them at once, which are a power of
// two, as long as there are as many, and then one by one.
func times(c *build.Context, count reg.GPVirtual, some int, all, one func()) {
	rest := c.GP64()
	c.MOVQ(count, rest)
	c.ANDQ(operand.U32(uint32(some-1)), rest)
	c.SHRQ(operand.U8(uint8(bits.Len(uint(some)))-1), count)
	c.JZ(operand.LabelRef("fewer"))
	c.Label("all")
	all()
	c.DECQ(count)
	c.JNZ(operand.LabelRef("all"))
	c.Label("fewer")
	c.TESTQ(rest, rest)
	c.JZ(operand.LabelRef("end"))
	c.Label("one")
	one()
	c.DECQ(rest)
	c.JNZ(operand.LabelRef("one"))
	c.Label("end")
}

// productAhead is how many bytes ahead of what is multiplied B is fetched.
const productAhead = 1024

// bytesOf loads a step that counts numbers, and makes it count bytes.
func bytesOf(c *build.Context, name string, number int) reg.GPVirtual {
	step := parameter(c, name)
	shift := operand.U8(3)
	if number == 4 {
		shift = 2
	}
	c.SHLQ(shift, step)
	return step
}

// multiples returns what addresses number i of some that are a step apart.
func multiples(c *build.Context, step reg.GPVirtual, count int) func(base reg.Register, i int) operand.Mem {
	odd := map[int]reg.GPVirtual{1: step}
	for i := 3; i < count; i += 2 {
		odd[i] = c.GP64()
		c.LEAQ(operand.Mem{Base: odd[i-2], Index: step, Scale: 2}, odd[i])
	}
	return func(base reg.Register, i int) operand.Mem {
		if i == 0 {
			return operand.Mem{Base: base}
		}
		scale := uint8(1)
		for ; i%2 == 0; i /= 2 {
			scale *= 2
		}
		return operand.Mem{Base: base, Index: odd[i], Scale: scale}
	}
}
