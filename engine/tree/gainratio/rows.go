package gainratio

import (
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// Rows are what a tree is grown from.
type Rows struct {
	X       *mat.Dense      // n×d; NaN is a missing cell, a categorical cell holds the number of its level
	Columns []engine.Column // d; nil where all are numbers
	Labels  []int           // n, the number of each row's class
	Classes []string        // the names of the classes by their numbers
}

func (r Rows) dims() (n, d int) { return r.X.Dims() }

// levels returns how many levels column c has; zero where it is of numbers.
func (r Rows) levels(c int) int {
	if r.Columns == nil {
		return 0
	}
	return len(r.Columns[c].Levels)
}

// level returns the number of the level that row i has in column c; −1 where the
// cell is missing, or its level was not seen before.
func (r Rows) level(i int32, c int) int {
	v := r.X.At(int(i), c)
	if !(v >= 0 && v < float64(r.levels(c))) {
		return -1
	}
	return int(v)
}
