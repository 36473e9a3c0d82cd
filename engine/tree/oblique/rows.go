package oblique

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// Rows are what a tree is grown from: numbers, none of them missing.
type Rows struct {
	X       *mat.Dense      // n×d
	Columns []engine.Column // d; nil of coordinates
	Labels  []int           // n, the number of each row's class
	Classes []string        // the names of the classes by their numbers
}

// standard are the columns with mean zero and deviation one; those that do not vary
// are zeros.
type standard struct {
	columns         [][]float64
	mean, deviation []float64
}

// standardise standardises the columns.
func standardise(x *mat.Dense) standard {
	_, d := x.Dims()
	s := standard{make([][]float64, d), make([]float64, d), make([]float64, d)}
	for c := range d {
		column := mat.Col(nil, c, x)
		s.columns[c], s.mean[c] = column, moments.Mean(column)
		if s.deviation[c] = math.Sqrt(moments.Variance(column)); !(s.deviation[c] > 0) {
			s.deviation[c] = 1
		}
		for i, v := range column {
			column[i] = (v - s.mean[c]) / s.deviation[c]
		}
	}
	return s
}

// cell returns column c of row i.
func (r Rows) cell(i int32, c int) float64 { return r.X.At(int(i), c) }
