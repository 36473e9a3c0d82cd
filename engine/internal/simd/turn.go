package simd

import "unsafe"

// copyRows is the kernel of CopyRows, by level.
var copyRows [levels]func(dst *byte, dstRow int, src *byte, srcRow, registers, rows int)

// CopyRows copies a matrix of some rows and columns whose rows are srcRow numbers
// apart to where they are dstRow apart.
func CopyRows[T Real](dst []T, dstRow int, src []T, srcRow, rows, columns int) {
	if rows <= 0 || columns <= 0 {
		return
	}
	_, _ = dst[(rows-1)*dstRow+columns-1], src[(rows-1)*srcRow+columns-1]
	const register = 32
	size := int(unsafe.Sizeof(dst[0]))
	if kernel := copyRows[Current()]; kernel != nil && columns*size%register == 0 && columns*size <= 8*register {
		kernel((*byte)(unsafe.Pointer(&dst[0])), dstRow*size, (*byte)(unsafe.Pointer(&src[0])), srcRow*size, columns*size/register, rows)
		return
	}
	for i := range rows {
		copy(dst[i*dstRow:i*dstRow+columns], src[i*srcRow:])
	}
}

// A turnKernel turns tiles of TurnLanes rows, so many of them, each a register
// of columns.
var (
	turnSingle [levels]func(dst *float32, dstRow int, src *float32, srcRow, tiles int)
	turnDouble [levels]func(dst *float64, dstRow int, src *float64, srcRow, tiles int)
)

// Turn writes the transpose of a matrix of some rows and columns, whose rows are
// srcRow numbers apart, to one whose rows are dstRow apart. Nothing else of dst
// is written.
func Turn[T Real](dst []T, dstRow int, src []T, srcRow, rows, columns int) {
	if rows <= 0 || columns <= 0 {
		return
	}
	_, _ = dst[(columns-1)*dstRow+rows-1], src[(rows-1)*srcRow+columns-1]
	side, kernel := turnKernel[T]()
	i := 0
	for ; kernel != nil && i+side <= rows; i += side {
		tiles := columns / side
		if tiles > 0 {
			kernel(&dst[i], dstRow, &src[i*srcRow], srcRow, tiles)
		}
		turnPart(dst[i:], dstRow, src[i*srcRow:], srcRow, side, tiles*side, columns)
	}
	if i < rows {
		turnPart(dst[i:], dstRow, src[i*srcRow:], srcRow, rows-i, 0, columns)
	}
}

// turnKernel is the kernel of the current level, and how many rows it takes.
func turnKernel[T Real]() (side int, kernel func(dst *T, dstRow int, src *T, srcRow, tiles int)) {
	switch table := any(&turnDouble).(type) {
	case *[levels]func(dst *T, dstRow int, src *T, srcRow, tiles int):
		return 4, table[Current()]
	}
	return 8, any(&turnSingle).(*[levels]func(dst *T, dstRow int, src *T, srcRow, tiles int))[Current()]
}

// turnPart is Turn for the columns in [from, columns), in Go.
func turnPart[T Real](dst []T, dstRow int, src []T, srcRow, rows, from, columns int) {
	for i := range rows {
		for j, v := range src[i*srcRow+from : i*srcRow+columns] {
			dst[(from+j)*dstRow+i] = v
		}
	}
}
