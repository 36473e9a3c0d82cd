package models

import (
	"fmt"
	"reflect"

	"gonum.org/v1/gonum/mat"
	"unfold/engine"
	"unfold/engine/remedy"
)

// MatrixOf reads rows without names that a cell hands over, where they are not nil: a
// matrix, a slice of rows, or one row, of numbers of any type. An error calls them as the
// cell is told to.
func MatrixOf(rows any, called string) (*mat.Dense, error) {
	switch rows := rows.(type) {
	case *mat.Dense:
		return rows, nil
	case mat.Matrix:
		return mat.DenseCopyOf(rows), nil
	}
	list := reflect.ValueOf(rows)
	if !isList(list.Type()) {
		return nil, unreadable(called)
	}
	if list.Len() == 0 {
		return nil, NoRows()
	}
	if !isList(list.Type().Elem()) { // one row
		row, ok := numbersOf(list)
		if !ok {
			return nil, unreadable(called)
		}
		return mat.NewDense(1, len(row), row), nil
	}
	var x *mat.Dense
	for i := range list.Len() {
		row, ok := numbersOf(list.Index(i))
		switch {
		case !ok:
			return nil, unreadable(called)
		case i == 0 && len(row) == 0:
			return nil, NoRows()
		case i == 0:
			x = mat.NewDense(list.Len(), len(row), nil)
		case len(row) != x.RawMatrix().Cols:
			return nil, &engine.Error{Cause: fmt.Sprintf("row %d has %d numbers, row 0 has %d", i, len(row), x.RawMatrix().Cols), Remedy: remedy.Say("give rows of one length")}
		}
		x.SetRow(i, row)
	}
	return x, nil
}

// NoRows is the error of a cell that hands over none.
func NoRows() error {
	return &engine.Error{Cause: "there are no rows", Remedy: remedy.Say("give at least one row of numbers")}
}

func unreadable(called string) error {
	return &engine.Error{Cause: fmt.Sprintf("rows cannot be read from %s", called), Remedy: remedy.Say("give a file's name, data such as load(\"new.csv\"), a table, a [][]float64 or a gonum matrix")}
}

func isList(t reflect.Type) bool { return t.Kind() == reflect.Slice || t.Kind() == reflect.Array }

// numbersOf reads a list of numbers of any type; not of any other.
func numbersOf(list reflect.Value) ([]float64, bool) {
	number := reflect.TypeFor[float64]()
	elem := list.Type().Elem()
	if elem.Kind() == reflect.String || !elem.ConvertibleTo(number) {
		return nil, false
	}
	row := make([]float64, list.Len())
	for i := range row {
		row[i] = list.Index(i).Convert(number).Float()
	}
	return row, true
}
