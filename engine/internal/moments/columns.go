package moments

import "gonum.org/v1/gonum/mat"

// ColumnMeans are the means of the columns of x, each drawn by every row towards
// it, which stays in the range of the values (Welford 1962,
// doi:10.1080/00401706.1962.10490022).
func ColumnMeans(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	for i := range n {
		for c, v := range x.RawRowView(i) {
			mean[c] += (v - mean[c]) / float64(i+1)
		}
	}
	return mean
}

// Centre takes the means of its columns off x, and returns them.
func Centre(x *mat.Dense) []float64 {
	mean := ColumnMeans(x)
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for c, v := range mean {
			row[c] -= v
		}
	}
	return mean
}
