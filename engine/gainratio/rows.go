package gainratio

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
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

// A cell is a number in a column: which of its distinct values it is, and which of
// some cases has it.
type cell struct{ rank, at int32 }

// A sorted is a column of numbers.
type sorted struct {
	values []float64 // the distinct ones, ascending
	cells  []cell    // of the rows that have one, by rank
}

// sortColumns sorts the columns of numbers; those of levels stay empty.
func sortColumns(ctx context.Context, r Rows) ([]sorted, error) {
	_, d := r.dims()
	columns := make([]sorted, d)
	err := parallel.For(ctx, d, 1, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			if r.levels(c) == 0 {
				columns[c] = sortColumn(r.X, c)
			}
		}
	})
	return columns, err
}

// sortColumn sorts column c, its cells by counting those of each value.
func sortColumn(x *mat.Dense, c int) sorted {
	column := mat.Col(nil, c, x)
	values := slices.DeleteFunc(slices.Clone(column), math.IsNaN)
	slices.Sort(values)
	values = slices.Clip(slices.Compact(values))
	rank, first := make([]int32, len(column)), make([]int32, len(values)+1)
	for i, v := range column {
		at, known := slices.BinarySearch(values, v)
		if rank[i] = int32(at); known {
			first[at+1]++
		} else {
			rank[i] = -1
		}
	}
	for at := range values {
		first[at+1] += first[at]
	}
	cells := make([]cell, first[len(values)])
	for i, at := range rank {
		if at >= 0 {
			cells[first[at]] = cell{at, int32(i)}
			first[at]++
		}
	}
	return sorted{values, cells}
}

// threshold returns the number to ask for between the values of two ranks: the
// largest value of the whole column that is not above their midpoint, so that it
// is one that a row has.
func (s sorted) threshold(low, high int32) float64 {
	middle := float64(s.values[low]/2) + float64(s.values[high]/2)
	between := s.values[low+1 : high]
	above, _ := slices.BinarySearchFunc(between, middle, func(v, middle float64) int {
		if v <= middle {
			return -1
		}
		return 1
	})
	return s.values[int(low)+above]
}
