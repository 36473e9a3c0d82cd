package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Predicates of the compare instructions: false where a number is NaN, and
// quiet.
const (
	orderedLE = operand.U8(18)
	orderedGE = operand.U8(29)
	orderedGT = operand.U8(30)
)

// begin declares a kernel, which needs no stack of its own and keeps none of
// the pointers it is given.
func begin(c *build.Context, name, signature, does string) {
	c.Function(name)
	c.Attributes(attr.NOSPLIT)
	c.SignatureExpr(signature)
	c.Doc(name + " " + does)
	c.Pragma("noescape")
}

// parameter loads a pointer or a whole number.
func parameter(c *build.Context, name string) reg.GPVirtual {
	r := c.GP64()
	c.Load(c.Param(name), r)
	return r
}

// address is where a parameter lies that is to be broadcast.
func address(c *build.Context, name string) operand.Mem {
	p, err := c.Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}
