package dsl

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
	"unfold/engine"
)

// matrixOf reads rows that a cell hands over: a matrix, a slice of rows, or
// one row.
func matrixOf(rows any) (*mat.Dense, error) {
	switch rows := rows.(type) {
	case *mat.Dense:
		return rows, nil
	case mat.Matrix:
		return mat.DenseCopyOf(rows), nil
	case []float64:
		return matrixOf([][]float64{rows})
	case [][]float64:
		if len(rows) == 0 || len(rows[0]) == 0 {
			return nil, &engine.Error{Cause: "there are no rows", Remedy: "give at least one row of numbers"}
		}
		x := mat.NewDense(len(rows), len(rows[0]), nil)
		for i, row := range rows {
			if len(row) != len(rows[0]) {
				return nil, &engine.Error{Cause: fmt.Sprintf("row %d has %d numbers, row 0 has %d", i, len(row), len(rows[0])), Remedy: "give rows of one length"}
			}
			x.SetRow(i, row)
		}
		return x, nil
	}
	return nil, &engine.Error{Cause: fmt.Sprintf("rows cannot be read from a %T", rows), Remedy: "give a [][]float64 or a gonum matrix"}
}
