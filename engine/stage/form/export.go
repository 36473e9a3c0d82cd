package form

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/export"
	"unfold/engine/remedy"
)

// Export says the image of a whitened row.
func (m *linearMap) Export(x export.Value) (export.Value, error) {
	u, err := m.whiten.Export(x)
	return u.MatMul(export.NewTable("weights", m.w)), err
}

// Export says the image of a standardised row.
func (m *networkMap) Export(x export.Value) (export.Value, error) {
	z := x.Sub(x.Row("mean", m.standard.mean)).Div(x.Row("spread", m.standard.spread))
	return m.net.Export(z, m.w), nil
}

// Export says the mean of places, weighted by kernels.
func (m *rbfMap) Export(x export.Value) (export.Value, error) {
	phi := exportShares(x.Squares(export.NewTable("centres", m.kernels.centres)), m.kernels.width)
	return phi.MatMul(export.NewTable("weights", m.w)), nil
}

// exportShares says exp((min d − d)/2s²) of squares d, divided by their sum.
func exportShares(squares export.Value, s float64) export.Value {
	width := squares.Number(s)
	kernels := squares.Smallest().Sub(squares).Div(width).Div(width).Div(squares.Number(2)).Exp()
	return kernels.Div(kernels.Sum())
}

// Export says Σ_k r_k (L_k p_k + l_k).
func (m *pieceMap) Export(x export.Value) (export.Value, error) {
	c := m.pieces
	coordinates, err := exportCoordinates(c.Codebook, x)
	if err != nil {
		return x, err
	}
	squares := make([]export.Value, len(coordinates))
	for k, p := range coordinates {
		squares[k] = p.Mul(p).Sum()
	}
	d := export.Join(squares...)
	nearest, shares := d.ArgMin(), d
	if c.soft {
		shares = exportShares(d, c.width)
	}
	var image export.Value
	for k, p := range coordinates {
		share := nearest.Equal(x.Number(float64(k)))
		if c.soft {
			share = shares.Columns(k)
		}
		block := m.of(m.w, k)
		slopes, place := block[:len(block)-m.dim], block[len(block)-m.dim:]
		local := p.Div(x.Row("sizes", c.sizes)).MatMul(export.NewTable("slopes", mat.NewDense(len(slopes)/m.dim, m.dim, slopes))).Add(x.Row("place", place))
		if part := local.Mul(share); k == 0 {
			image = part
		} else {
			image = image.Add(part)
		}
	}
	return image, nil
}

// exportCoordinates says the coordinates of x about each centre.
func exportCoordinates(c engine.Codebook, x export.Value) ([]export.Value, error) {
	if by, ok := c.(interface {
		ExportCoordinates(x export.Value) []export.Value
	}); ok {
		return by.ExportCoordinates(x), nil
	}
	return nil, &engine.Error{Cause: fmt.Sprintf("coordinates of %T cannot be said by operations on rows", c), Remedy: remedy.Omit("by")}
}
