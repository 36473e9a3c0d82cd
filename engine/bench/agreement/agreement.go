// Package agreement tells how far two matrices of results agree. It knows nothing of who
// made them, and imports nothing of what it judges. Start at [Disparity] and
// [LargestGap].
package agreement

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Disparity is what is left of one placement of rows after the best shift,
// rotation and scale of another onto it, as a share of its sum of squares: 0
// for the same shape, 1 for nothing in common. With both centred and divided
// by their norms it is 1 − (Σσ)², σ the singular values of AᵀB (Gower 1975,
// doi:10.1007/BF02291478).
func Disparity(a, b *mat.Dense) float64 {
	var cross mat.Dense
	cross.Mul(standardised(a).T(), standardised(b))
	var svd mat.SVD
	if !svd.Factorize(&cross, mat.SVDNone) {
		return math.NaN()
	}
	var sum float64
	for _, s := range svd.Values(nil) {
		sum += s
	}
	return max(0, 1-float64(sum*sum))
}

// standardised returns the rows around their mean, with norm 1 in all.
func standardised(a *mat.Dense) *mat.Dense {
	n, d := a.Dims()
	out := mat.DenseCopyOf(a)
	for c := range d {
		var mean float64
		for i := range n {
			mean += (a.At(i, c) - mean) / float64(i+1)
		}
		for i := range n {
			out.Set(i, c, a.At(i, c)-mean)
		}
	}
	out.Scale(1/mat.Norm(out, 2), out)
	return out
}

// LargestGap is the greatest difference of two arrays, as a share of the
// largest number in the second.
func LargestGap(a, b *mat.Dense) float64 {
	var gap, scale float64
	n, d := a.Dims()
	for i := range n {
		for c := range d {
			gap = max(gap, math.Abs(a.At(i, c)-b.At(i, c)))
			scale = max(scale, math.Abs(b.At(i, c)))
		}
	}
	return gap / scale
}

// SameRows is the share of rows that are the same in both, in any order of
// their entries.
func SameRows(a, b *mat.Dense) float64 {
	n, _ := a.Dims()
	same := 0
	for i := range n {
		members := map[float64]int{}
		for c, v := range a.RawRowView(i) {
			members[v]++
			members[b.At(i, c)]--
		}
		equal := true
		for _, count := range members {
			equal = equal && count == 0
		}
		if equal {
			same++
		}
	}
	return float64(same) / float64(n)
}

// SameEntries is the share of entries that are equal.
func SameEntries(a, b *mat.Dense) float64 {
	n, d := a.Dims()
	same := 0
	for i := range n {
		for c := range d {
			if a.At(i, c) == b.At(i, c) {
				same++
			}
		}
	}
	return float64(same) / float64(n*d)
}

// RootMeanSquare is the size of the differences of two arrays.
func RootMeanSquare(a, b *mat.Dense) float64 {
	var gap mat.Dense
	gap.Sub(a, b)
	n, d := a.Dims()
	return mat.Norm(&gap, 2) / math.Sqrt(float64(n*d))
}
