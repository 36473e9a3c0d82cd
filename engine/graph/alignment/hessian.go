package alignment

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// Hessian asks that the places of each patch do not bend: the squares of their second
// derivatives along the tangent space, by least squares (Donoho, Grimes 2003,
// doi:10.1073/pnas.1031596100). These are products with the columns g_i g_j once they
// are orthogonal to one another, to ones and to the g, the leading left singular
// vectors of the centred patch. x is n×d; patches have more than dim (dim+3)/2 rows.
// Time O(k d min(k, d) + k dim⁴) a patch.
func Hessian(ctx context.Context, p *Patches, x *mat.Dense, dim int) (*Quadratic, error) {
	if err := p.claim(ctx, dim*(dim+1)/2); err != nil {
		return nil, err
	}
	return fill(ctx, p, false, "second derivatives", func() *tangent { return &tangent{x: x, dim: dim} }, func(t *tangent, patch int) []float64 {
		axes := t.axes(p.Of(patch))
		linear := len(axes) + 1
		columns := append([][]float64{t.ones}, axes...)
		for a := range axes {
			for b := a; b < len(axes); b++ {
				product := make([]float64, len(t.ones))
				for at, v := range axes[a] {
					product[at] = v * axes[b][at]
				}
				if t.orthogonal(product, columns) {
					columns = append(columns, product)
				}
			}
		}
		return byRows(columns[linear:])
	})
}
