package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What the package calls TileRows and TileColumns.
const tileRows, tileColumns = 32, 12

// tileProducts adds products of 32 rows with 12 columns to a tile.
func tileProducts(c *build.Context) {
	tileProductsOf(c, "tileProductsAVX2", 32, 6, func() reg.VecVirtual { return c.YMM() })
	tileProductsOf(c, "tileProductsAVX512", 64, 12, func() reg.VecVirtual { return c.ZMM() })
}

// tileProductsOf holds two registers of rows for some columns at a time, and
// goes through the panel as often as that takes.
func tileProductsOf(c *build.Context, name string, bytes, wide int, register func() reg.VecVirtual) {
	begin(c, name, "func(tile, panel, columns, ahead *float32, depth int)", "adds the products of 32 rows with 12 columns to a tile, and fetches 16 numbers ahead for each.")
	const row, column = 4 * tileRows, 4 * tileColumns
	sums, rows, value := make([][2]reg.VecVirtual, wide), [2]reg.VecVirtual{register(), register()}, register()
	for q := range sums {
		sums[q] = [2]reg.VecVirtual{register(), register()}
	}
	for top := 0; top < row; top += 2 * bytes {
		for first := 0; first < tileColumns; first += wide {
			tile, panel, columns, depth := parameter(c, "tile"), parameter(c, "panel"), parameter(c, "columns"), parameter(c, "depth")
			for _, s := range sums {
				c.VXORPS(s[0], s[0], s[0])
				c.VXORPS(s[1], s[1], s[1])
			}
			var ahead reg.Register
			if first+top == 0 {
				ahead = parameter(c, "ahead")
			}
			label := fmt.Sprintf("depth%d_%d", top, first)
			c.Label(label)
			for h, r := range rows {
				c.VMOVUPS(operand.Mem{Base: panel, Disp: top + bytes*h}, r)
			}
			for q, s := range sums {
				c.VBROADCASTSS(operand.Mem{Base: columns, Disp: 4 * (first + q)}, value)
				c.VFMADD231PS(rows[0], value, s[0])
				c.VFMADD231PS(rows[1], value, s[1])
			}
			if ahead != nil {
				c.PREFETCHT1(operand.Mem{Base: ahead})
				c.ADDQ(operand.U32(64), ahead)
			}
			c.ADDQ(operand.U32(row), panel)
			c.ADDQ(operand.U32(column), columns)
			c.DECQ(depth)
			c.JNZ(operand.LabelRef(label))
			for q, s := range sums {
				for h := range s {
					at := operand.Mem{Base: tile, Disp: row*(first+q) + top + bytes*h}
					c.VADDPS(at, s[h], s[h])
					c.VMOVUPS(s[h], at)
				}
			}
		}
	}
	c.VZEROUPPER()
	c.RET()
}
