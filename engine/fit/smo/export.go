package smo

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// Export says the kernel of x and the points.
func (p *Points) Export(x export.Value) export.Value {
	x = x.Sub(x.Row("centre", p.centre)).Mul(x.Number(p.factor))
	points := mat.NewDense(p.Len(), p.d, p.data)
	if p.linear {
		return x.MatMul(export.NewTable("normals", mat.DenseCopyOf(points.T())))
	}
	return x.Squares(export.NewTable("support", points)).Negative().Exp()
}
