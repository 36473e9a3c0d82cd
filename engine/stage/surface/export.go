package surface

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// Export says the image of a row under the encoder.
func (m *encoderMap) Export(x export.Value) (export.Value, error) {
	return m.net.Export(x.Sub(x.Row("mean", m.mean)).Div(x.Number(m.scale)), m.w), nil
}

// Export says where a row lies by its distances to the centres.
func (m *centreMap) Export(x export.Value) (export.Value, error) {
	at := mat.NewDense(m.centres.count(), m.centres.dim, m.centres.at)
	return m.by.export(x.Sub(x.Row("mean", m.mean)).Squares(export.NewTable("centres", at))), nil
}

// export says the place of the nearest unit, or the mean of the units' places by
// nearness.
func (p *unitPlacer) export(squares export.Value) export.Value {
	places := export.NewTable("places", p.grid.places)
	if !p.interpolates {
		return squares.ArgMin().Lookup(places)
	}
	weights := squares.Smallest().Sub(squares).Div(squares.Number(2 * p.spread)).Exp()
	return weights.MatMul(places).Div(weights.Sum())
}

// export says the likeliest point of the sheet, or the mean of its points.
func (p *sheetPlacer) export(squares export.Value) export.Value {
	points := export.NewTable("points", p.latent)
	if p.modes {
		return squares.ArgMin().Lookup(points)
	}
	weights := squares.Smallest().Sub(squares).Mul(squares.Number(p.beta)).Div(squares.Number(2)).Exp()
	return weights.Div(weights.Sum()).MatMul(points)
}
