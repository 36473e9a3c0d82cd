package enginetest

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Grid is a flat lattice of width×height points, one apart, lying askew in
// three dimensions. Its response is the position along the width, a linear
// function of the columns. Methods that keep distances or variance find it
// exactly.
func Grid(width, height int) Problem {
	n := width * height
	x, flat := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	response := make([]float64, n)
	for i := range n {
		u, v := float64(i/height), float64(i%height)
		flat.SetRow(i, []float64{u, v})
		// Two orthogonal unit vectors: (2, 2, 1)/3 and (1, −1, 0)/√2.
		x.SetRow(i, []float64{2*u/3 + v/math.Sqrt2, 2*u/3 - v/math.Sqrt2, u / 3})
		response[i] = u
	}
	return Problem{Table: newTable("grid", x, engine.Target{Label: "width", Response: mat.NewDense(len(response), 1, response)}), Flat: flat}
}
