package embedding

import (
	"unfold/engine"
	"unfold/engine/graph/geodesic"
)

// precisionParam declares the parameter of stages that keep a matrix of
// dissimilarities.
func precisionParam(p *engine.Params, field *string) {
	p.Text(field, "precision", "auto", engine.OneOf("auto", "double", "single"), "numbers that keep dissimilarities: float64, float32, or by itself float64 for few rows")
}

// isDouble reports whether dissimilarities of n rows are to be in float64.
func isDouble(precision string, n int) bool {
	return precision == "double" || precision != "single" && geodesic.IsPrecise(n)
}
