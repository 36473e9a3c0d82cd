package form

import (
	"gonum.org/v1/gonum/mat"
)

// leastSquares returns W (p×q) with the least Σ_i r_i ‖z_i − Wᵀ φ_i‖² + λ ‖W‖² for the
// rows φ of design (n×p), where λ is a share of the mean of the columns' squares, and r
// are 1 where they are nil. Zeros are the answer where all columns are zero.
func leastSquares(design, z *mat.Dense, r []float64, share float64) *mat.Dense {
	n, p := design.Dims()
	_, q := z.Dims()
	inner, outer := mat.NewSymDense(p, nil), mat.NewDense(p, q, nil)
	weighted := design
	if r != nil {
		weighted = mat.NewDense(n, p, nil)
		weighted.Apply(func(i, _ int, v float64) float64 { return r[i] * v }, design)
	}
	var product mat.Dense
	product.Mul(weighted.T(), design)
	trace := mat.Trace(&product)
	if !(trace > 0) {
		return outer
	}
	ridge := float64(share*trace) / float64(p)
	for a := range p {
		for b := a; b < p; b++ {
			inner.SetSym(a, b, product.At(a, b))
		}
		inner.SetSym(a, a, product.At(a, a)+ridge)
	}
	outer.Mul(weighted.T(), z)
	var chol mat.Cholesky
	if !chol.Factorize(inner) { // only rounding stands against it: the ridge is above zero
		return leastSquares(design, z, r, 1e3*share)
	}
	w := new(mat.Dense)
	if err := chol.SolveTo(w, outer); err != nil {
		return leastSquares(design, z, r, 1e3*share)
	}
	return w
}
