package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// symmetric multiplies by a tile of a triangle and by its transpose at once, so
// that each entry is fetched once.
func symmetric(c *build.Context) {
	symmetricTile(c, "symmetricTimesAVX2", 2, 2, func() reg.VecVirtual { return c.YMM() })
	symmetricTile(c, "symmetricTimesAVX512", 8, 1, func() reg.VecVirtual { return c.ZMM() })
}

// symmetricTile holds some rows of the tile at a time: their vectors and the sums
// of their images, each in parts of a register.
func symmetricTile(c *build.Context, name string, rows, parts int, register func() reg.VecVirtual) {
	const all, pitch = 8, 8 * 128
	width := 64 / parts
	begin(c, name, "func(tile, columnIn, columnOut, rowIn, rowOut *float64, stride, columns int)", "adds T columnIn to rowOut and Tᵀ rowIn to columnOut for a tile of 8 rows.")
	tile, rowIn, rowOut := parameter(c, "tile"), parameter(c, "rowIn"), parameter(c, "rowOut")
	stride := parameter(c, "stride")
	c.SHLQ(operand.U8(3), stride)
	for first := 0; first < all; first += rows {
		in, out := make([][]reg.VecVirtual, rows), make([][]reg.VecVirtual, rows)
		for r := range rows {
			for p := range parts {
				in[r], out[r] = append(in[r], register()), append(out[r], register())
				c.VMOVUPD(operand.Mem{Base: rowIn, Disp: width * p}, in[r][p])
				c.VMOVUPD(operand.Mem{Base: rowOut, Disp: width * p}, out[r][p])
			}
			c.ADDQ(stride, rowIn)
			c.ADDQ(stride, rowOut)
		}
		from, to, left, at := parameter(c, "columnIn"), parameter(c, "columnOut"), parameter(c, "columns"), c.GP64()
		c.MOVQ(tile, at)
		label := "column" + string(rune('0'+first))
		c.Label(label)
		source, target := make([]reg.VecVirtual, parts), make([]reg.VecVirtual, parts)
		for p := range parts {
			source[p], target[p] = register(), register()
			c.VMOVUPD(operand.Mem{Base: from, Disp: width * p}, source[p])
			c.VMOVUPD(operand.Mem{Base: to, Disp: width * p}, target[p])
		}
		for r := range rows {
			entry := register()
			c.VBROADCASTSD(operand.Mem{Base: at, Disp: pitch * (first + r)}, entry)
			for p := range parts {
				c.VFMADD231PD(entry, source[p], out[r][p])
				c.VFMADD231PD(entry, in[r][p], target[p])
			}
		}
		for p := range parts {
			c.VMOVUPD(target[p], operand.Mem{Base: to, Disp: width * p})
		}
		c.ADDQ(operand.U8(8), at)
		c.ADDQ(stride, from)
		c.ADDQ(stride, to)
		c.DECQ(left)
		c.JNZ(operand.LabelRef(label))
		for r := rows - 1; r >= 0; r-- {
			c.SUBQ(stride, rowOut)
			for p := range parts {
				c.VMOVUPD(out[r][p], operand.Mem{Base: rowOut, Disp: width * p})
			}
		}
		for range rows {
			c.ADDQ(stride, rowOut)
		}
	}
	c.VZEROUPPER()
	c.RET()
}
