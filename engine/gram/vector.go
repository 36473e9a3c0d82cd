package gram

import (
	"gonum.org/v1/gonum/mat"
)

// Square returns ‖x − y‖², summed from the differences in a fixed order.
func Square(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		d0, d1, d2, d3 := x[i]-y[i], x[i+1]-y[i+1], x[i+2]-y[i+2], x[i+3]-y[i+3]
		s0 += float64(d0 * d0)
		s1 += float64(d1 * d1)
		s2 += float64(d2 * d2)
		s3 += float64(d3 * d3)
	}
	for ; i < len(x); i++ {
		d := x[i] - y[i]
		s0 += float64(d * d)
	}
	return (s0 + s1) + (s2 + s3)
}

// Dot returns x·y, summed in a fixed order.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(x); i += 4 {
		s0 += float64(x[i] * y[i])
		s1 += float64(x[i+1] * y[i+1])
		s2 += float64(x[i+2] * y[i+2])
		s3 += float64(x[i+3] * y[i+3])
	}
	for ; i < len(x); i++ {
		s0 += float64(x[i] * y[i])
	}
	return (s0 + s1) + (s2 + s3)
}

// Centre takes the mean of its rows off x, and returns it.
func Centre(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += (v - mean[c]) / float64(i+1)
		}
	}
	for i := range n {
		row := x.RawRowView(i)
		for c, v := range mean {
			row[c] -= v
		}
	}
	return mean
}
