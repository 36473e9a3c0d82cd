package enginetest

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/random"
)

// Roll is a swiss roll of n rows, even over its surface: (t cos t, h, t sin t)
// with t from 1.5π to 3.5π and h from 0 to 10. Its response is t, and Flat the
// sheet before it was rolled: arc length and height. Straight lines cut
// through the roll, so what keeps Euclidean distances cannot find the sheet.
func Roll(n int) Problem {
	r := random.New(1, "roll")
	x, flat := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	response := make([]float64, n)
	first, last := arc(1.5*math.Pi), arc(3.5*math.Pi)
	for i := range n {
		s, h := r.Between(first, last), r.Between(0, 10)
		t := unroll(s)
		x.SetRow(i, []float64{t * elementary.Cos(t), h, t * elementary.Sin(t)})
		flat.SetRow(i, []float64{s, h})
		response[i] = t
	}
	return Problem{Table: newTable("roll", x, engine.Target{Label: "t", Response: mat.NewDense(len(response), 1, response)}), Flat: flat}
}

// arc is the length of the spiral t (cos t, sin t) from the centre to t.
func arc(t float64) float64 {
	return float64((float64(t*math.Sqrt(1+float64(t*t))) + elementary.Asinh(t)) / 2)
}

// unroll inverts arc by Newton's method; the derivative of arc is √(1+t²).
func unroll(s float64) float64 {
	t := math.Sqrt(2 * s)
	for range 20 {
		t -= (arc(t) - s) / math.Sqrt(1+float64(t*t))
	}
	return t
}
