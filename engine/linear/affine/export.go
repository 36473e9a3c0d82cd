package affine

import "unfold/engine/export"

// Export says (x − mean) W.
func (m Map) Export(x export.Value) (export.Value, error) {
	return x.Sub(x.Row("mean", m.Mean)).Times("directions", m.Columns), nil
}

// ExportCoordinates says the differences of a row from each centre along the axes.
func (c *Centres) ExportCoordinates(x export.Value) []export.Value {
	place := x.Sub(x.Row("mean", c.axes.Mean)).Times("axes", c.axes.Columns)
	all := make([]export.Value, c.Count())
	for k := range all {
		all[k] = place.Sub(x.Row("centre", c.at.RawRowView(k)))
	}
	return all
}
