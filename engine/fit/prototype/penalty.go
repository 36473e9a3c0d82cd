package prototype

import (
	"context"
	"math"

	back "gonum.org/v1/gonum/blas"

	"unfold/engine/internal/elementary"
	"unfold/engine/linear/blas"
)

// penalise returns −η/q Σ ln det(Ω Ωᵀ), and adds its derivative −2η/q (Ω Ωᵀ)⁻¹ Ω. A
// matrix that has lost its rank costs infinitely much.
func (c *cost) penalise(gradient []float64, at *point) float64 {
	if c.Penalty == 0 || c.Form != Full {
		return 0
	}
	size, share, sum := c.shape.size(), c.Penalty/float64(c.matrices), 0.0
	first := len(c.classes) * c.rows.wide
	for q := range c.matrices {
		value := logDeterminant(gradient[first+q*size:first+(q+1)*size], at.matrix(q, size), c.shape.rank(), c.rows.wide, -share)
		sum -= float64(share * value)
	}
	return sum
}

// logDeterminant returns ln det(Ω Ωᵀ), −∞ of a matrix without full rank, and adds by
// its derivative 2 (Ω Ωᵀ)⁻¹ Ω to gradient.
func logDeterminant(gradient, omega []float64, rank, d int, by float64) float64 {
	one := blas.Single[float64]{}
	square, solved := make([]float64, rank*rank), append([]float64(nil), omega...)
	one.Syrk(back.Upper, back.NoTrans, rank, d, 1, omega, d, 0, square, rank)
	// The matrix is small: what ends with the context is the evaluation around it.
	failed, _, err := blas.Cholesky(context.Background(), back.Upper, rank, square, rank)
	if err != nil || failed >= 0 {
		return math.Inf(-1)
	}
	sum := 0.0
	for r := range rank {
		sum += 2 * elementary.Log(square[r*rank+r])
	}
	one.Trsm(back.Left, back.Upper, back.Trans, back.NonUnit, rank, d, 1, square, rank, solved, d)
	one.Trsm(back.Left, back.Upper, back.NoTrans, back.NonUnit, rank, d, 1, square, rank, solved, d)
	for k, v := range solved {
		gradient[k] += float64(2 * by * v)
	}
	return sum
}
