package codec

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A Shape is what a value must fit: the rows that it is asked about, and what is told
// of them.
type Shape struct {
	Columns   int   // of the rows
	Levels    []int // how many each column has; nil where none has any
	Classes   int   // that there are; zero without classes
	Responses int   // that are told of a row; zero without
	Rows      int   // that were learned from, of values that number them; else zero
}

// LevelsOf returns how many levels column c has.
func (s Shape) LevelsOf(c int) int {
	if s.Levels == nil {
		return 0
	}
	return s.Levels[c]
}

// Fields go through what a value consists of, to write it or to read it. After the
// first failure they do nothing more.
type Fields struct {
	Shape Shape

	out   *Writer // one of the two is nil
	in    *Reader
	path  []string
	depth int
	err   error
}

// Reading reports whether fields are being filled. A type whose value has more to it
// than its fields makes that then, once none of them has failed: see Good.
func (f *Fields) Reading() bool { return f.in != nil && f.err == nil }

// Good reports whether nothing has failed so far.
func (f *Fields) Good() bool { return f.err == nil }

// Columns is how many columns the rows have that the value is asked about.
func (f *Fields) Columns() int { return f.Shape.Columns }

// Holds tells that the value holds so many of the rows it was learned from.
func (f *Fields) Holds(rows int) {
	if f.out != nil && f.err == nil {
		f.out.Held = append(f.out.Held, Held{strings.Join(f.path, "."), rows})
	}
}

// Check fails, for the reason that is given, if ok is false. It is asked of what is
// written as of what is read, so that nothing is written that could not be read.
func (f *Fields) Check(ok bool, format string, args ...any) {
	if !ok && f.err == nil {
		f.fail(format, args...)
	}
}

// Indices checks that whole numbers are from 0 up to below the end.
func Indices[I int | int32 | int64](f *Fields, all []I, end int) {
	if f.err != nil {
		return
	}
	for _, i := range all {
		if i < 0 || int64(i) >= int64(end) {
			f.fail("there is no place %d among %d", i, end)
			return
		}
	}
}

// A Fault is why something could not be written or read.
type Fault struct {
	Where string // the names of the fields that lead there
	Cause string
}

func (e *Fault) Error() string {
	if e.Where == "" {
		return e.Cause
	}
	return e.Where + ": " + e.Cause
}

func (f *Fields) fail(format string, args ...any) {
	f.err = &Fault{strings.Join(f.path, "."), fmt.Sprintf(format, args...)}
}

// The kinds of fields, as bytes have them.
const (
	intKind    = 'i'
	floatKind  = 'f'
	boolKind   = 'b'
	textKind   = 't'
	arrayKind  = 'a'
	groupKind  = 'g'
	listKind   = 'l'
	valueKind  = 'v'
	matrixKind = 'm'
)

// Int is a whole number.
func (f *Fields) Int(name string, v *int) {
	if f.begin(name, intKind) {
		wide := int64(f.number(uint64(*v)))
		*v = int(wide)
		f.Check(int64(*v) == wide, "%s is %d, too large for this machine", name, wide)
	}
}

// Float is a finite number.
func (f *Fields) Float(name string, v *float64) {
	f.Number(name, v)
	f.Check(!math.IsNaN(*v) && !math.IsInf(*v, 0), "%s is %v", name, *v)
}

// Number is a number that may be infinite, or missing.
func (f *Fields) Number(name string, v *float64) {
	if f.begin(name, floatKind) {
		*v = math.Float64frombits(f.number(math.Float64bits(*v)))
	}
}

// Bool is true or false.
func (f *Fields) Bool(name string, v *bool) {
	if !f.begin(name, boolKind) {
		return
	}
	var bit uint64
	if *v {
		bit = 1
	}
	bit = f.number(bit)
	f.Check(bit <= 1, "%s is neither true nor false", name)
	*v = bit == 1
}

// Text is a text.
func (f *Fields) Text(name string, v *string) {
	if f.begin(name, textKind) {
		*v = f.text(*v)
	}
}

// Texts are texts.
func (f *Fields) Texts(name string, v *[]string) {
	List(f, name, v, func(f *Fields, v *string) { f.Text("text", v) })
}

// Floats are finite numbers; none are nil.
func (f *Fields) Floats(name string, v *[]float64) {
	array(f, name, v)
	if f.err == nil {
		f.finite(name, *v)
	}
}

// Numbers are numbers that may be infinite, or missing.
func (f *Fields) Numbers(name string, v *[]float64) { array(f, name, v) }

// Float32s are finite numbers of single precision.
func (f *Fields) Float32s(name string, v *[]float32) {
	array(f, name, v)
	for i := 0; f.err == nil && i < len(*v); i++ {
		f.Check(!math.IsNaN(float64((*v)[i])) && !math.IsInf(float64((*v)[i]), 0), "%s holds %v", name, (*v)[i])
	}
}

// Ints are whole numbers.
func (f *Fields) Ints(name string, v *[]int) { array(f, name, v) }

// Int32s are whole numbers of 32 bits.
func (f *Fields) Int32s(name string, v *[]int32) { array(f, name, v) }

// Int8s are whole numbers of 8 bits.
func (f *Fields) Int8s(name string, v *[]int8) { array(f, name, v) }

// finite checks numbers. The difference of a number from itself is zero unless it is
// infinite or none, and a sum of such differences tells that of many at once.
func (f *Fields) finite(name string, all []float64) {
	var sum float64
	for _, v := range all {
		sum += v - v
	}
	if sum == 0 {
		return
	}
	for i, v := range all {
		if v-v != 0 {
			f.fail("%s holds %v at %d", name, v, i)
			return
		}
	}
}

// Matrix is a matrix of finite numbers, with a row and a column at least.
func (f *Fields) Matrix(name string, v **mat.Dense) {
	if !f.begin(name, matrixKind) {
		return
	}
	var rows, columns int
	var cells []float64
	if f.out != nil {
		if *v == nil || (*v).IsEmpty() {
			f.fail("%s is empty", name)
			return
		}
		rows, columns = (*v).Dims()
		cells = cellsOf(*v)
	}
	rows, columns = int(f.number(uint64(rows))), int(f.number(uint64(columns)))
	array(f, "cells", &cells)
	if f.err != nil {
		return
	}
	f.Check(rows > 0 && columns > 0 && rows <= len(cells) && len(cells)/rows == columns && len(cells)%rows == 0, "%s of %d×%d has %d cells", name, rows, columns, len(cells))
	f.finite(name, cells)
	if f.Reading() {
		*v = mat.NewDense(rows, columns, cells)
	}
}

// cellsOf are the cells of a matrix, row after row.
func cellsOf(m *mat.Dense) []float64 {
	if raw := m.RawMatrix(); raw.Stride == raw.Cols {
		return raw.Data[:raw.Rows*raw.Cols]
	}
	return mat.DenseCopyOf(m).RawMatrix().Data
}

// Group is the fields of a part.
func (f *Fields) Group(name string, fields func(f *Fields)) {
	if f.begin(name, groupKind) {
		f.inside(name, fields)
	}
}

// inside goes through fields whose faults are told with a name before them.
func (f *Fields) inside(name string, fields func(f *Fields)) {
	f.path = append(f.path, name)
	fields(f)
	f.path = f.path[:len(f.path)-1]
}

// List is parts of a kind, each with a field at least.
func List[T any](f *Fields, name string, all *[]T, each func(f *Fields, v *T)) {
	if !f.begin(name, listKind) {
		return
	}
	count := int(f.number(uint64(len(*all))))
	if f.Reading() {
		f.Check(count >= 0 && count <= len(f.in.fields), "%s of %d are more than there are bytes", name, count)
		*all = nil
	}
	for i := 0; i < count && f.err == nil; i++ {
		f.inside(fmt.Sprintf("%s[%d]", name, i), func(f *Fields) {
			if f.in == nil {
				each(f, &(*all)[i])
				return
			}
			var v T
			each(f, &v)
			*all = append(*all, v)
		})
	}
}
