package laplacian

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/linear/sparse"
	"unfold/engine/linear/spectral"
)

// Walk returns I − D^−½ W D^−½ and √d, which it sends to zero. Its eigenvalues are 1
// less those of the random walk D⁻¹ W, whose eigenvectors are its own by D^−½.
func Walk(w *sparse.Matrix) (l *sparse.Matrix, root []float64) {
	root = Degrees(w)
	for i, v := range root {
		root[i] = math.Sqrt(v)
	}
	l = &sparse.Matrix{Start: w.Start, At: w.At, Value: make([]float64, len(w.Value))}
	for i := range w.Len() {
		for e := w.Start[i]; e < w.Start[i+1]; e++ {
			j := int(w.At[e])
			l.Value[e] = -w.Value[e] / (root[i] * root[j])
			if j == i {
				l.Value[e]++
			}
		}
	}
	return l, root
}

// Laplacian returns D − W and the degrees D.
func Laplacian(w *sparse.Matrix) (l *sparse.Matrix, degrees []float64) {
	degrees = Degrees(w)
	l = &sparse.Matrix{Start: w.Start, At: w.At, Value: make([]float64, len(w.Value))}
	for i := range w.Len() {
		for e := w.Start[i]; e < w.Start[i+1]; e++ {
			l.Value[e] = -w.Value[e]
			if int(w.At[e]) == i {
				l.Value[e] += degrees[i]
			}
		}
	}
	return l, degrees
}

// WalkValues returns the eigenvalues 1 − λ of the random walk for λ of its symmetric
// form.
func WalkValues(values []float64) []float64 {
	mu := make([]float64, len(values))
	for p, v := range values {
		mu[p] = 1 - v
	}
	return mu
}

// ToWalk takes eigenvectors v of the symmetric form to those of the random walk, v/√d,
// of variance one where rows count by their degree d.
func ToWalk(v *mat.Dense, root []float64) {
	var all float64
	for _, r := range root {
		all += float64(r * r)
	}
	size := math.Sqrt(all)
	v.Apply(func(i, _ int, x float64) float64 { return x * size / root[i] }, v)
	spectral.Orient(v)
}
