package simd

import "unsafe"

// Kernels of products with vectors, by level.
type vectorKernels[T Real] struct {
	addScaled func(y, x *T, alpha T, vectors int)
	addRows   func(y, x, a *T, aRow, rows, vectors int)
	dotRows   [2]func(sums, a *T, aRow int, x *T, columns int) // of a register of rows, of dotGroups
}

var (
	vectorSingle [levels]vectorKernels[float32]
	vectorDouble [levels]vectorKernels[float64]
)

// vectorsOf returns the kernels of the current level, and how many numbers their
// registers hold.
func vectorsOf[T Real]() (kernels *vectorKernels[T], lanes int) {
	level := Current()
	var v T
	lanes = 32 / int(unsafe.Sizeof(v))
	if level == AVX512 {
		lanes *= 2
	}
	if table, ok := any(&vectorSingle).(*[levels]vectorKernels[T]); ok {
		return &table[level], lanes
	}
	return &any(&vectorDouble).(*[levels]vectorKernels[T])[level], lanes
}

// AddScaled adds alpha x to y, fused.
func AddScaled[T Real](y []T, alpha T, x []T) {
	x = x[:len(y)]
	done := 0
	if kernels, lanes := vectorsOf[T](); kernels.addScaled != nil && len(y) >= lanes {
		kernels.addScaled(&y[0], &x[0], alpha, len(y)/lanes)
		done = len(y) / lanes * lanes
	}
	for j := done; j < len(y); j++ {
		y[j] = Fused(alpha, x[j], y[j])
	}
}

// AddRows adds rows of a matrix, aRow apart, each times a number of x, to y: in
// the order of rows, each number of y becomes fma(x_p, a_pj, y_j).
func AddRows[T Real](y, x, a []T, aRow int) {
	if len(x) == 0 || len(y) == 0 {
		return
	}
	a = a[:(len(x)-1)*aRow+len(y)]
	done := 0
	if kernels, lanes := vectorsOf[T](); kernels.addRows != nil && len(y) >= lanes {
		kernels.addRows(&y[0], &x[0], &a[0], aRow, len(x), len(y)/lanes)
		done = len(y) / lanes * lanes
	}
	for p, v := range x {
		row := a[p*aRow : p*aRow+len(y)]
		for j := done; j < len(y); j++ {
			y[j] = Fused(v, row[j], y[j])
		}
	}
}

// dotGroups is how many registers of rows the kernels of DotRows take at most.
const dotGroups = 4

// DotRows computes the products of rows of a matrix, aRow apart, with x: each of
// the sums is one chain, fma(a_ip, x_p, s) from s = 0.
func DotRows[T Real](sums, a []T, aRow int, x []T) {
	if len(sums) == 0 || len(x) == 0 {
		clear(sums)
		return
	}
	a = a[:(len(sums)-1)*aRow+len(x)]
	kernels, _ := vectorsOf[T]()
	group := 32 / int(unsafe.Sizeof(a[0]))
	if kernels.dotRows[0] == nil || len(sums) < group {
		dotRows(sums, a, aRow, x)
		return
	}
	for i := 0; i < len(sums); {
		kernel, rows := kernels.dotRows[1], dotGroups*group
		if len(sums)-i < rows {
			kernel, rows = kernels.dotRows[0], group
			i = min(i, len(sums)-rows) // the last rows, some of them again
		}
		kernel(&sums[i], &a[i*aRow], aRow, &x[0], len(x))
		i += rows
	}
}

// dotRows is DotRows in portable Go.
func dotRows[T Real](sums, a []T, aRow int, x []T) {
	for i := range sums {
		var sum T
		for p, v := range a[i*aRow : i*aRow+len(x)] {
			sum = Fused(v, x[p], sum)
		}
		sums[i] = sum
	}
}
