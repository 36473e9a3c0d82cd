package embedding

import "unfold/engine"

// exactly is how many rows have their dissimilarities kept in float64 without
// a thought to their time and memory.
const exactly = 2500

// precisionParam declares the parameter of stages that keep a matrix of
// dissimilarities.
func precisionParam(p *engine.Params, field *string) {
	p.Text(field, "precision", "auto", engine.OneOf("auto", "double", "single"), "numbers that keep dissimilarities: float64, float32, or by itself float64 up to 2500 rows")
}

// double reports whether dissimilarities of n rows are to be in float64.
func double(precision string, n int) bool {
	return precision == "double" || precision != "single" && n <= exactly
}
