package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// combine adds rows of 64 numbers by weights: rows that are chosen, or all
// rows in order.
func combine(c *build.Context) {
	for _, level := range []struct {
		name     string
		bytes    int
		register func() reg.VecVirtual
	}{
		{"AVX2", 32, func() reg.VecVirtual { return c.YMM() }},
		{"AVX512", 64, func() reg.VecVirtual { return c.ZMM() }},
	} {
		combineRows(c, "combine"+level.name, level.bytes, true, level.register)
		combineRows(c, "panelProducts"+level.name, level.bytes, false, level.register)
	}
}

// combineRows holds eight registers of sums at a time and goes through the
// rows as often as that takes.
func combineRows(c *build.Context, name string, bytes int, chosen bool, register func() reg.VecVirtual) {
	const row = 8 * panelWidth
	if chosen {
		begin(c, name, "func(sums, rows, weights *float64, at *int32, count int)", "adds weights[i] times row at[i] to 64 sums, a product and a sum rounded each.")
	} else {
		begin(c, name, "func(sums, rows, weights *float64, count int)", "sets 64 sums to weights[i] times row i, a product and a sum rounded each.")
	}
	weight, product, sum := register(), register(), make([]reg.VecVirtual, 8)
	for v := range sum {
		sum[v] = register()
	}
	for part := 0; part < row; part += 8 * bytes {
		sums, rows, weights, count := parameter(c, "sums"), parameter(c, "rows"), parameter(c, "weights"), parameter(c, "count")
		for v, s := range sum {
			if chosen {
				c.VMOVUPD(operand.Mem{Base: sums, Disp: part + bytes*v}, s)
			} else {
				c.VXORPD(s, s, s)
			}
		}
		var at, offset reg.Register
		if chosen {
			at, offset = parameter(c, "at"), c.GP64()
		}
		label := fmt.Sprintf("row%d", part)
		c.Label(label)
		c.VBROADCASTSD(operand.Mem{Base: weights}, weight)
		source := operand.Mem{Base: rows}
		if chosen {
			c.MOVLQSX(operand.Mem{Base: at}, offset)
			c.SHLQ(operand.U8(9), offset)
			source.Index, source.Scale = offset, 1
		}
		for v, s := range sum {
			source.Disp = part + bytes*v
			c.VMULPD(source, weight, product)
			c.VADDPD(product, s, s)
		}
		if chosen {
			c.ADDQ(operand.U8(4), at)
		} else {
			c.ADDQ(operand.U32(row), rows)
		}
		c.ADDQ(operand.U8(8), weights)
		c.DECQ(count)
		c.JNZ(operand.LabelRef(label))
		for v, s := range sum {
			c.VMOVUPD(s, operand.Mem{Base: sums, Disp: part + bytes*v})
		}
	}
	c.VZEROUPPER()
	c.RET()
}
