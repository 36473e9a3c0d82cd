package main

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// mirror multiplies two vectors by some rows of a matrix and by their transpose
// at once, so that each entry is fetched once.
func mirror(c *build.Context) {
	mirrorRows(c, "mirrorTimesAVX2", 2, 2, func() reg.VecVirtual { return c.YMM() })
	mirrorRows(c, "mirrorTimesAVX512", 4, 1, func() reg.VecVirtual { return c.ZMM() })
}

// mirrorRows holds what goes into the columns from some rows at a time, and the
// lanes of these rows, each in parts of a register.
func mirrorRows(c *build.Context, name string, rows, parts int, register func() reg.VecVirtual) {
	const all, vectors, lanes = 4, 2, 64
	bytes := lanes / parts
	begin(c, name, "func(tile *float64, width int, columnIn, columnOut *float64, inStride, outStride int, rowIn, rowLanes *float64, steps int)",
		"does 4 rows of 8 columns a step for 2 vectors; width and strides are in bytes, and the lanes of a row lie side by side.")
	width, inStride, outStride := parameter(c, "width"), parameter(c, "inStride"), parameter(c, "outStride")
	tile, rowIn, rowLanes := parameter(c, "tile"), parameter(c, "rowIn"), parameter(c, "rowLanes")
	for first := 0; first < all; first += rows {
		in, sums := make([][vectors]reg.VecVirtual, rows), make([][vectors][]reg.VecVirtual, rows)
		for r := range rows {
			for q := range vectors {
				in[r][q] = register()
				from := operand.Mem{Base: rowIn, Disp: 8 * (first + r)}
				if q > 0 {
					from.Index, from.Scale = inStride, 1
				}
				c.VBROADCASTSD(from, in[r][q])
				for p := range parts {
					sum := register()
					c.VMOVUPD(operand.Mem{Base: rowLanes, Disp: lanes*(vectors*(first+r)+q) + bytes*p}, sum)
					sums[r][q] = append(sums[r][q], sum)
				}
			}
		}
		at := []reg.GPVirtual{c.GP64()} // the entries of each row
		c.MOVQ(tile, at[0])
		for r := 1; r < rows; r++ {
			at = append(at, c.GP64())
			c.LEAQ(operand.Mem{Base: at[r-1], Index: width, Scale: 1}, at[r])
		}
		from, to, steps := parameter(c, "columnIn"), parameter(c, "columnOut"), parameter(c, "steps")
		label := "step" + string(rune('0'+first))
		c.Label(label)
		for p := range parts {
			var target [vectors]reg.VecVirtual
			place := func(base, stride reg.Register, q int) operand.Mem {
				m := operand.Mem{Base: base, Disp: bytes * p}
				if q > 0 {
					m.Index, m.Scale = stride, 1
				}
				return m
			}
			for q := range vectors {
				target[q] = register()
				c.VMOVUPD(place(to, outStride, q), target[q])
			}
			for r := range rows {
				entries := register()
				c.VMOVUPD(operand.Mem{Base: at[r], Disp: bytes * p}, entries)
				for q := range vectors {
					c.VFMADD231PD(entries, in[r][q], target[q])
					c.VFMADD231PD(place(from, inStride, q), entries, sums[r][q][p])
				}
			}
			for q := range vectors {
				c.VMOVUPD(target[q], place(to, outStride, q))
			}
		}
		for _, p := range append(at, from, to) {
			c.ADDQ(operand.U8(lanes), p)
		}
		c.DECQ(steps)
		c.JNZ(operand.LabelRef(label))
		for r := range rows {
			for q := range vectors {
				for p := range parts {
					c.VMOVUPD(sums[r][q][p], operand.Mem{Base: rowLanes, Disp: lanes*(vectors*(first+r)+q) + bytes*p})
				}
			}
		}
		if first+rows < all {
			for range rows {
				c.ADDQ(width, tile)
			}
		}
	}
	c.VZEROUPPER()
	c.RET()
}
