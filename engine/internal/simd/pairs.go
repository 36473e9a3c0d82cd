package simd

import "unsafe"

// Costs over all pairs of points in few dimensions, as stochastic neighbour
// embedding and its kin have them, are worked out by tiles: some rows i
// against some columns j. Their squared distances become weights, weights
// become coefficients, and coefficients pull at the points of both sides,
//
//	d²_ij = Σ_c (y_ic − y_jc)²,  w_ij = w(d²_ij),  c_ij = c(w_ij),
//	g_i += Σ_j c_ij (y_i − y_j),  g_j −= Σ_i c_ij (y_i − y_j),
//
// so that a cost is no more than its weight and its coefficient. Weights,
// coefficients and what is wanted of a tile of some 16×128 stay in the first
// cache between these steps. Points must be finite; squares that overflow have
// weight zero, and pull by what is not a number.
//
// A tile lies row by row. Points on the side of its rows lie point by point,
// dim numbers each; points on the side of its columns lie by dimension, stride
// numbers apart, as do their gradients. Sums over a row are kept in lanes, one
// for each j modulo PairLanes; nothing is fused; so all levels give the same
// bits. The caller adds lanes up by PairSum.

// A Real is a number of pair kernels.
type Real interface{ float32 | float64 }

// PairLanes is how many sums a row's sum is kept in: 16 of float32, 8 of
// float64.
func PairLanes[T Real]() int {
	var v T
	return 64 / int(unsafe.Sizeof(v))
}

// pairRows is how many rows the kernels take at a time.
const pairRows = 4

// pairKernels are the kernels for one kind of number. A block is as many
// columns as there are lanes; width and stride are in bytes.
type pairKernels[T Real] struct {
	squares  func(tile *T, width int, columns *T, stride int, points *T, dim, blocks int)
	student  func(tile, sums *T, blocks int)
	contrast func(dst, wanted, weights *T, scale T, blocks int)
	times    func(dst, factors *T, blocks int)
	pull     func(pull, back, tile *T, width int, columns *T, stride int, points *T, dim, blocks int)
}

var (
	pairSingle [levels]pairKernels[float32]
	pairDouble [levels]pairKernels[float64]
)

// pairsOf returns the kernels of the level that is in force, and the size of T.
func pairsOf[T Real]() (k pairKernels[T], size int) {
	switch to := any(&k).(type) {
	case *pairKernels[float32]:
		*to = pairSingle[Current()]
	case *pairKernels[float64]:
		*to = pairDouble[Current()]
	}
	return k, 64 / PairLanes[T]()
}

// PairSquares sets a tile of that width to the squared distances of points,
// one for each of its rows, to columns.
func PairSquares[T Real](tile []T, width int, columns []T, stride int, points []T, dim int) {
	k, size := pairsOf[T]()
	lanes, row := 64/size, 0
	blocks := width / lanes
	if blocks > 0 && k.squares != nil {
		for ; (row+pairRows)*width <= len(tile); row += pairRows {
			k.squares(&tile[row*width], width*size, &columns[0], stride*size, &points[row*dim], dim, blocks)
			pairSquares(tile[row*width:(row+pairRows)*width], width, blocks*lanes, columns, stride, points[row*dim:], dim)
		}
	}
	pairSquares(tile[row*width:], width, 0, columns, stride, points[row*dim:], dim)
}

// pairSquares is PairSquares from one column on.
func pairSquares[T Real](tile []T, width, from int, columns []T, stride int, points []T, dim int) {
	for row := 0; row*width < len(tile) && from < width; row++ {
		squares := tile[row*width+from : (row+1)*width]
		clear(squares)
		for c, p := range points[row*dim:][:dim] {
			for j, y := range columns[c*stride+from:][:len(squares)] {
				diff := p - y
				squares[j] += T(diff * diff) // the conversion forbids fusing
			}
		}
	}
}

// PairStudent replaces squared distances by Student's weights, 1/(1 + d²), and
// adds them to the lanes of sums.
func PairStudent[T Real](tile, sums []T) {
	k, size := pairsOf[T]()
	at := 0
	if blocks := len(tile) * size / 64; blocks > 0 && k.student != nil {
		k.student(&tile[0], &sums[0], blocks)
		at = blocks * 64 / size
	}
	for j, d := range tile[at:] {
		w := 1 / (1 + d)
		tile[at+j] = w
		sums[(at+j)%(64/size)] += w
	}
}

// PairGauss replaces squared distances by Gaussian weights, exp(−d²), and adds
// them to the lanes of sums.
func PairGauss[T Real](tile, sums []T) {
	for j, d := range tile {
		tile[j] = -d
	}
	Exp(tile, tile)
	lanes := PairLanes[T]()
	for ; len(tile) >= lanes; tile = tile[lanes:] {
		for l, w := range tile[:lanes] {
			sums[l] += w
		}
	}
	for l, w := range tile {
		sums[l] += w
	}
}

// PairContrast sets dst[j] = wanted[j] − scale·weights[j], the coefficients by
// which weights of some total fall short of what is wanted. dst may be either
// of the others, which must be as long.
func PairContrast[T Real](dst, wanted, weights []T, scale T) {
	k, size := pairsOf[T]()
	wanted, weights = wanted[:len(dst)], weights[:len(dst)]
	at := 0
	if blocks := len(dst) * size / 64; blocks > 0 && k.contrast != nil {
		k.contrast(&dst[0], &wanted[0], &weights[0], scale, blocks)
		at = blocks * 64 / size
	}
	for j := at; j < len(dst); j++ {
		dst[j] = wanted[j] - T(scale*weights[j])
	}
}

// PairTimes sets dst[j] = dst[j]·factors[j], which must be as long.
func PairTimes[T Real](dst, factors []T) {
	k, size := pairsOf[T]()
	factors = factors[:len(dst)]
	at := 0
	if blocks := len(dst) * size / 64; blocks > 0 && k.times != nil {
		k.times(&dst[0], &factors[0], blocks)
		at = blocks * 64 / size
	}
	for j := at; j < len(dst); j++ {
		dst[j] *= factors[j]
	}
}

// PairPull adds to the gradients what a tile of coefficients c_ij pulls: to the
// lanes of each row and dimension in pull, PairLanes for each number of points,
// Σ_j c_ij (y_i − y_j); and to back, which lies as columns do, −Σ_i of the same.
func PairPull[T Real](pull, back, tile []T, width int, columns []T, stride int, points []T, dim int) {
	k, size := pairsOf[T]()
	lanes, row := 64/size, 0
	blocks := width / lanes
	if blocks > 0 && k.pull != nil {
		for ; (row+pairRows)*width <= len(tile); row += pairRows {
			k.pull(&pull[row*dim*lanes], &back[0], &tile[row*width], width*size, &columns[0], stride*size, &points[row*dim], dim, blocks)
			pairPull(pull[row*dim*lanes:], back, tile[row*width:(row+pairRows)*width], width, blocks*lanes, columns, stride, points[row*dim:], dim)
		}
	}
	pairPull(pull[row*dim*lanes:], back, tile[row*width:], width, 0, columns, stride, points[row*dim:], dim)
}

// pairPull is PairPull from one column on, the first of a block.
func pairPull[T Real](pull, back, tile []T, width, from int, columns []T, stride int, points []T, dim int) {
	lanes := PairLanes[T]()
	for row := 0; row*width < len(tile) && from < width; row++ {
		coefficients := tile[row*width+from : (row+1)*width]
		for c, p := range points[row*dim:][:dim] {
			sums := pull[(row*dim+c)*lanes:][:lanes]
			y, g := columns[c*stride+from:][:len(coefficients)], back[c*stride+from:][:len(coefficients)]
			for j, w := range coefficients {
				force := T(w * T(p-y[j]))
				sums[j%lanes] += force
				g[j] -= force
			}
		}
	}
}

// PairSum adds up lanes: halves onto each other, until one is left.
func PairSum[T Real](lanes []T) T {
	var sums [16]T
	n := copy(sums[:], lanes)
	for n > 1 {
		n /= 2
		for l := range n {
			sums[l] += sums[n+l]
		}
	}
	return sums[0]
}
