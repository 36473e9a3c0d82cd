package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
)

// factors are the products of numbers.
func factors(c *build.Context) {
	for _, p := range []numeric{{c, "float32", "Single", 4, 0}, {c, "float64", "Double", 8, 0}} {
		for _, level := range []struct {
			name  string
			bytes int
		}{{"AVX2", 32}, {"AVX512", 64}} {
			q := p
			q.suffix, q.bytes = p.suffix+level.name, level.bytes
			q.times()
		}
	}
}

func (p numeric) times() {
	p.begin("times", "dst, factors *"+p.real+", blocks int", "multiplies dst by factors.")
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
