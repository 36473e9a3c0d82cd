package export

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// A Value is some numbers of a row: what an operation results in. Its methods are the
// operations. Where two values are combined number by number, one of a single number
// goes with all of the other. They panic where sizes do not fit.
type Value struct {
	of *Operations
	at int
}

// Index returns where the operation stands in the list.
func (v Value) Index() int { return v.at }

// Width returns how many numbers there are.
func (v Value) Width() int { return v.of.list[v.at].Width }

// Row returns a row of constants.
func (v Value) Row(name string, row []float64) Value {
	return v.of.add(Operation{Op: Constant, Width: len(row), Table: NewRow(name, row)})
}

// Number returns a constant.
func (v Value) Number(x float64) Value { return v.Row("", []float64{x}) }

// Columns returns the numbers at some places.
func (v Value) Columns(at ...int) Value {
	all := len(at) == v.Width()
	for i, c := range at {
		if c < 0 || c >= v.Width() {
			panic(fmt.Sprintf("export: no column %d of %d", c, v.Width()))
		}
		all = all && c == i
	}
	if all {
		return v
	}
	return v.of.add(Operation{Op: Columns, Of: []int{v.at}, Width: len(at), At: at})
}

// Join returns the numbers of some values, one behind the other. None is a constant.
func Join(values ...Value) Value {
	if len(values) == 1 {
		return values[0]
	}
	op := Operation{Op: Concat}
	for _, v := range values {
		if v.of.list[v.at].Op == Constant {
			panic("export: a constant is no row to join")
		}
		op.Of, op.Width = append(op.Of, v.at), op.Width+v.Width()
	}
	return values[0].of.add(op)
}

// pair adds an operation on two values, number by number.
func (v Value) pair(op Op, w Value) Value {
	a, b := v.Width(), w.Width()
	if a != b && a != 1 && b != 1 {
		panic(fmt.Sprintf("export: %d numbers do not go with %d", a, b))
	}
	return v.of.add(Operation{Op: op, Of: []int{v.at, w.at}, Width: max(a, b)})
}

// Add returns v + w.
func (v Value) Add(w Value) Value { return v.pair(Add, w) }

// Sub returns v − w.
func (v Value) Sub(w Value) Value { return v.pair(Sub, w) }

// Mul returns the products of numbers at the same place.
func (v Value) Mul(w Value) Value { return v.pair(Mul, w) }

// Div returns the quotients of numbers at the same place.
func (v Value) Div(w Value) Value { return v.pair(Div, w) }

// Max returns the larger of numbers at the same place.
func (v Value) Max(w Value) Value { return v.pair(Max, w) }

// Equal returns 1 where numbers are equal, and 0 elsewhere.
func (v Value) Equal(w Value) Value { return v.pair(Equal, w) }

// AtMost returns 1 where numbers are at most those of w, and 0 elsewhere.
func (v Value) AtMost(w Value) Value { return v.pair(AtMost, w) }

// At returns the numbers at places that were found by Least.
func (v Value) At(places Value) Value {
	return v.of.add(Operation{Op: At, Of: []int{v.at, places.at}, Width: places.Width()})
}

// Where returns the numbers of a where v is not 0, and those of b where it is.
func (v Value) Where(a, b Value) Value {
	width := max(v.Width(), a.Width(), b.Width())
	for _, w := range []Value{v, a, b} {
		if w.Width() != width && w.Width() != 1 {
			panic(fmt.Sprintf("export: %d numbers do not go with %d", w.Width(), width))
		}
	}
	return v.of.add(Operation{Op: Where, Of: []int{v.at, a.at, b.at}, Width: width})
}

// each adds an operation on each number.
func (v Value) each(op Op) Value {
	return v.of.add(Operation{Op: op, Of: []int{v.at}, Width: v.Width()})
}

// Exp returns eˣ of each number.
func (v Value) Exp() Value { return v.each(Exp) }

// Sqrt returns the root of each number.
func (v Value) Sqrt() Value { return v.each(Sqrt) }

// Tanh returns the hyperbolic tangent of each number.
func (v Value) Tanh() Value { return v.each(Tanh) }

// Coarse returns each number with 36 bits behind the leading one: those that are equal
// but for rounding become equal.
func (v Value) Coarse() Value { return v.each(Coarse) }

// Missing returns 1 for what is not a number, and 0 for others.
func (v Value) Missing() Value { return v.each(Missing) }

// one adds an operation that makes one number of all.
func (v Value) one(op Op) Value { return v.of.add(Operation{Op: op, Of: []int{v.at}, Width: 1}) }

// Sum returns the sum of all numbers, in their order.
func (v Value) Sum() Value { return v.one(Sum) }

// Largest returns the largest number.
func (v Value) Largest() Value { return v.one(Largest) }

// ArgMax returns the place of the largest number, of equal ones the first.
func (v Value) ArgMax() Value { return v.one(ArgMax) }

// Smallest returns the smallest number.
func (v Value) Smallest() Value { return v.Negative().Largest().Negative() }

// ArgMin returns the place of the smallest number, of equal ones the first.
func (v Value) ArgMin() Value { return v.Negative().ArgMax() }

// Negative returns each number with the other sign.
func (v Value) Negative() Value { return v.Mul(v.Number(-1)) }

// Least returns the places of the k smallest numbers, the smallest first, of equal ones
// the first.
func (v Value) Least(k int) Value {
	if k < 1 || k > v.Width() {
		panic(fmt.Sprintf("export: no %d of %d numbers", k, v.Width()))
	}
	return v.of.add(Operation{Op: Least, Of: []int{v.at}, Width: k, K: k})
}

// table adds an operation with a table of learned numbers, of which so many columns or
// rows must be as many as v has numbers.
func (v Value) table(op Op, t *Table, fit, width int) Value {
	if fit != v.Width() {
		panic(fmt.Sprintf("export: %s for %d numbers, have %d", t.Name, fit, v.Width()))
	}
	return v.of.add(Operation{Op: op, Of: []int{v.at}, Width: width, Table: t})
}

// Lookup returns the row of a table at the place that v is.
func (v Value) Lookup(t *Table) Value { return v.table(Lookup, t, 1, t.RawMatrix().Cols) }

// MatMul returns v M, of a table with a row for each number of v.
func (v Value) MatMul(t *Table) Value {
	n, d := t.Dims()
	return v.table(MatMul, t, n, d)
}

// Times is MatMul with the columns of a matrix, which the table has as rows.
func (v Value) Times(name string, columns [][]float64) Value {
	m := mat.NewDense(v.Width(), len(columns), nil)
	for c, column := range columns {
		m.SetCol(c, column)
	}
	return v.MatMul(NewTable(name, m))
}

// Squares returns the squared distances to the rows of a table.
func (v Value) Squares(t *Table) Value {
	n, d := t.Dims()
	return v.table(Squares, t, d, n)
}

// Trees returns what the leaves say that the row comes to, one tree behind the other.
func (v Value) Trees(trees ...Tree) Value {
	op := Operation{Op: Trees, Of: []int{v.at}, Trees: trees}
	for i := range trees {
		op.Width += trees[i].Width()
	}
	return v.of.add(op)
}

// Finite returns v, and refuses rows with a number that is missing or infinite; names
// are what the numbers are called, or nil.
func (v Value) Finite(names []string) Value { return v.refuse(Finite, names) }

// Present returns v, and refuses rows with a number that is infinite.
func (v Value) Present(names []string) Value { return v.refuse(Present, names) }

func (v Value) refuse(op Op, names []string) Value {
	return v.of.add(Operation{Op: op, Of: []int{v.at}, Width: v.Width(), Names: names})
}
