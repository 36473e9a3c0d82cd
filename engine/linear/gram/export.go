package gram

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
	"unfold/engine/internal/simd"
)

// Rows returns the rows that the profile was made of.
func (p *Profile) Rows() *mat.Dense {
	x := mat.NewDense(p.n, p.d, nil)
	for i := range p.n {
		panel := p.panel(i / simd.PanelWidth)
		for c := range p.d {
			x.Set(i, c, panel[c*simd.PanelWidth+i%simd.PanelWidth])
		}
	}
	return x
}

// Export says the values of the kernel at x and the n rows.
func (p *Profile) Export(k Kernel, x export.Value) export.Value {
	if k.shift() != 0 {
		return k.export(x.Squares(export.NewTable("rows", p.Rows())).Mul(x.Number(-k.shift() / 2)))
	}
	products := x.MatMul(export.NewTable("rows", mat.DenseCopyOf(p.Rows().T())))
	if by := k.product(); by != 1 {
		products = products.Mul(x.Number(by))
	}
	return k.export(products)
}

// export says what finish does.
func (RBF) export(exponents export.Value) export.Value { return exponents.Exp() }

func (Linear) export(products export.Value) export.Value { return products }

func (k Polynomial) export(products export.Value) export.Value {
	base := products.Add(products.Number(k.Offset))
	power := products.Number(1)
	for p := k.Degree; p > 0; p /= 2 { // by squaring: the degree has few digits
		if p%2 == 1 {
			power = power.Mul(base)
		}
		if p > 1 {
			base = base.Mul(base)
		}
	}
	return power
}

func (k Sigmoid) export(products export.Value) export.Value {
	return products.Add(products.Number(k.Offset)).Tanh()
}

// Export says Σ_i k(x, x_i) b_i − shift.
func (e *Expansion) Export(x export.Value) (export.Value, error) {
	return e.profile.Export(e.kernel, x).Times("coefficients", e.Columns).Sub(x.Row("shift", e.Shift)), nil
}
