package prototype

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine/export"
)

// export says coded cells, which are zero where a row lacks them, and 1 for each that it
// lacks.
func (c *coding) export(x export.Value) (coded, lacks export.Value) {
	wide := c.width()
	from, level, mean, spread, numeric := make([]int, wide), make([]float64, wide), make([]float64, wide), make([]float64, wide), make([]float64, wide)
	levels := false
	for j, column := range c.columns {
		from[j], level[j], mean[j], spread[j] = column.from, float64(column.level), column.mean, column.spread
		if column.level < 0 {
			numeric[j] = 1
		} else {
			levels = true
		}
	}
	cells := x.Columns(from...)
	lacks = cells.Missing()
	if levels {
		cells = x.Row("numeric", numeric).Where(cells, cells.Equal(x.Row("level", level)))
	}
	coded = cells.Sub(x.Row("mean", mean)).Div(x.Row("spread", spread))
	return lacks.Where(x.Number(0), coded), lacks
}

// ExportCoordinates says Coordinates, prototype by prototype.
func (m *Model) ExportCoordinates(x export.Value) []export.Value {
	images, _ := m.exportImages(x)
	return images
}

// exportImages says Ω_k (x − w_k) for all prototypes, and which columns a row lacks.
func (m *Model) exportImages(x export.Value) (images []export.Value, lacks export.Value) {
	cells, lacks := m.coding.export(x)
	for k := range m.classes {
		off := lacks.Where(x.Number(0), cells.Sub(x.Row("prototype", m.Prototype(k))))
		switch shape := m.shape.(type) {
		case diagonal:
			off = off.Mul(x.Row("relevance", m.matrix(k)))
		case full:
			off = off.MatMul(export.NewTable("matrix", mat.DenseCopyOf(mat.NewDense(shape.rows, shape.d, m.matrix(k)).T())))
		}
		images = append(images, off)
	}
	return images, lacks
}

// Export says the class of the nearest prototype.
func (m *Model) Export(x export.Value) (export.Value, error) {
	images, lacks := m.exportImages(x)
	squares, classes := make([]export.Value, len(images)), make([]float64, len(images))
	for k, image := range images {
		squares[k], classes[k] = image.Mul(image).Sum(), float64(m.classes[k])
	}
	class := export.Join(squares...).ArgMin().Lookup(export.NewColumn("classes", classes))
	return lacks.Smallest().Where(x.Number(float64(m.usual)), class), nil
}
