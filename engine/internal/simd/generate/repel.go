package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A repelling writes the kernels of forces between points for one number of
// dimensions.
type repelling struct {
	numeric
	dim int
}

// repel are the kernels of forces between points.
func repel(c *build.Context) {
	for _, p := range []numeric{{c, "float32", "Single", 4, 0}, {c, "float64", "Double", 8, 0}} {
		for _, level := range []struct {
			name  string
			bytes int
		}{{"AVX2", 32}, {"AVX512", 64}} {
			for dim := 2; dim <= 3; dim++ {
				q := repelling{p, dim}
				q.suffix, q.bytes = fmt.Sprint(dim)+p.suffix+level.name, level.bytes
				q.points()
				if q.single() {
					q.cells()
				}
			}
		}
	}
}

// number is a register that holds a small whole number in all lanes.
func (r repelling) number(single uint32, double uint64) reg.VecVirtual {
	bits, to := r.GP64(), r.register()
	if r.single() {
		r.MOVQ(operand.U32(single), bits)
		r.VMOVD(bits.As32(), to.AsX())
		r.VBROADCASTSS(to.AsX(), to)
	} else {
		r.MOVQ(operand.U64(double), bits)
		r.VMOVQ(bits, to.AsX())
		r.VBROADCASTSD(to.AsX(), to)
	}
	return to
}

// one is 1 in all lanes.
func (r repelling) one() reg.VecVirtual { return r.number(0x3f800000, 0x3ff0000000000000) }

// three is 3 in all lanes.
func (r repelling) three() reg.VecVirtual { return r.number(0x40400000, 0x4008000000000000) }

// each goes through sources of so many numbers for each register of a block;
// body adds what a source pushes. Numbers of a source are broadcast by value.
func (r repelling) each(size int, body func(sums, points []reg.VecVirtual, value func(i int) reg.VecVirtual)) {
	for part := range r.parts() {
		sums, points, source, count := parameter(r.Context, "sums"), parameter(r.Context, "points"), parameter(r.Context, "sources"), parameter(r.Context, "count")
		total, y := r.registers(r.dim+1), r.registers(r.dim)
		for c, s := range total {
			r.move(operand.Mem{Base: sums, Disp: 64*c + part*r.bytes}, s)
		}
		for c, v := range y {
			r.move(operand.Mem{Base: points, Disp: 64*c + part*r.bytes}, v)
		}
		label := fmt.Sprintf("source%d", part)
		r.Label(label)
		body(total, y, func(i int) reg.VecVirtual {
			v := r.register()
			r.broadcast(operand.Mem{Base: source, Disp: r.size * i}, v)
			return v
		})
		r.ADDQ(operand.U32(uint32(size*r.size)), source)
		r.DECQ(count)
		r.JNZ(operand.LabelRef(label))
		for c, s := range total {
			r.move(s, operand.Mem{Base: sums, Disp: 64*c + part*r.bytes})
		}
	}
	r.end()
}

// weight returns the differences to a source and 1/(1 + their square).
func (r repelling) weight(one reg.VecVirtual, points []reg.VecVirtual, value func(i int) reg.VecVirtual) (diff []reg.VecVirtual, w reg.VecVirtual) {
	diff, w = r.registers(r.dim), r.register()
	square := r.register()
	for c, d := range diff {
		r.sub(value(c), points[c], d)
		if c == 0 {
			r.mul(d, d, w)
			continue
		}
		r.mul(d, d, square)
		r.add(square, w, w)
	}
	r.add(one, w, w)
	r.div(w, one, w)
	return diff, w
}

// points writes the kernel of points one by one.
func (r repelling) points() {
	r.begin("repel", "sums, points, sources *"+r.real+", count int", "adds what points with masses push.")
	one := r.one()
	r.each(r.dim+1, func(sums, points []reg.VecVirtual, value func(i int) reg.VecVirtual) {
		diff, w := r.weight(one, points, value)
		weight := value(r.dim)
		r.mul(w, weight, weight)
		r.add(weight, sums[r.dim], sums[r.dim])
		r.mul(w, weight, weight)
		for c, d := range diff {
			r.mul(weight, d, d)
			r.add(d, sums[c], sums[c])
		}
	})
}

// cells writes the kernel of cells of points.
func (r repelling) cells() {
	r.begin("repelCells", "sums, points, sources *"+r.real+", count int", "adds what cells of points push.")
	one, three := r.one(), r.three()
	size := r.dim + 3 + r.dim*(r.dim+1)/2
	r.each(size, func(sums, points []reg.VecVirtual, value func(i int) reg.VecVirtual) {
		diff, w := r.weight(one, points, value)
		turned := r.turned(diff, value)
		bent, v := r.register(), r.register()
		r.mul(turned[0], diff[0], bent)
		for c := 1; c < r.dim; c++ {
			r.mul(turned[c], diff[c], v)
			r.add(v, bent, bent)
		}
		r.mul(w, bent, bent)
		mass, trace, twice := value(r.dim), value(r.dim+1), value(r.dim+2)
		r.sub(bent, trace, trace)
		r.mul(w, trace, trace)
		r.sub(trace, mass, trace)
		r.mul(w, trace, trace)
		r.add(trace, sums[r.dim], sums[r.dim])
		r.mul(three, bent, bent)
		r.sub(bent, twice, twice)
		r.mul(w, twice, twice)
		r.sub(twice, mass, mass)
		r.mul(w, w, v)
		for c, d := range diff {
			r.mul(mass, d, d)
			r.mul(w, turned[c], turned[c])
			r.sub(turned[c], d, d)
			r.mul(v, d, d)
			r.add(d, sums[c], sums[c])
		}
	})
}

// turned returns the product of a cell's symmetric matrix with differences, its
// terms added in the order of the portable code.
func (r repelling) turned(diff []reg.VecVirtual, value func(i int) reg.VecVirtual) []reg.VecVirtual {
	turned, begun := r.registers(r.dim), make([]bool, r.dim)
	add := func(to, number, from int) {
		v := value(number)
		if !begun[to] {
			r.mul(v, diff[from], turned[to])
			begun[to] = true
			return
		}
		r.mul(v, diff[from], v)
		r.add(v, turned[to], turned[to])
	}
	at := r.dim + 3
	for c := range r.dim {
		add(c, at, c)
		for e := c + 1; e < r.dim; e++ {
			add(c, at+e-c, e)
			add(e, at+e-c, c)
		}
		at += r.dim - c
	}
	return turned
}
