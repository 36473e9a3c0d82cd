package spectral

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Signs returns for each column of v the sign, 1 or −1, that makes its leading
// entry positive: of the entries whose size is the largest up to a millionth,
// the one that comes first. A column of zeros has sign 1.
//
// An axis and its opposite are equally right, so a rule has to choose. Symmetric
// data have axes with entries of equal size and opposite signs, which rounding
// makes unequal one way or the other; a millionth is far beyond what rounding
// does, so that the choice is the same on every machine.
func Signs(v *mat.Dense) []float64 {
	const equal = 1 - 1e-6
	n, count := v.Dims()
	signs := make([]float64, count)
	for c := range signs {
		var largest float64
		for i := range n {
			largest = max(largest, math.Abs(v.At(i, c)))
		}
		signs[c] = 1
		for i := range n {
			if x := v.At(i, c); x != 0 && math.Abs(x) >= equal*largest {
				signs[c] = math.Copysign(1, x)
				break
			}
		}
	}
	return signs
}

// Orient turns each column of v to its sign; see Signs.
func Orient(v *mat.Dense) {
	n, _ := v.Dims()
	for c, sign := range Signs(v) {
		if sign > 0 {
			continue
		}
		for i := range n {
			v.Set(i, c, -v.At(i, c))
		}
	}
}
