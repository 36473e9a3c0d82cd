package export

import "gonum.org/v1/gonum/mat"

// An Op is what an operation does with each row of its operands.
type Op int

// The operations. Operands of one number go with each number of the other operand.
const (
	Input    Op = iota // the row that is asked about
	Constant           // the row of Table
	Columns            // the numbers at the places At
	Concat             // all numbers of the operands, one operand behind the other
	Add                // sums of two operands, number by number
	Sub                // differences
	Mul                // products
	Div                // quotients
	Max                // the larger numbers
	Exp                // eˣ
	Sqrt               // square roots
	Tanh               // hyperbolic tangents
	Coarse             // numbers rounded to 36 bits behind the leading one, by which lengths are compared
	Missing            // 1 for what is not a number, else 0
	Equal              // 1 where two operands are equal, else 0
	AtMost             // 1 where the first is at most the second, else 0
	Where              // where the first is not 0 the second, else the third
	Sum                // the sum of the row's numbers, in their order
	Largest            // the largest number of the row
	ArgMax             // its place, of equal ones the first
	Least              // the places of the K smallest numbers, in order, of equal ones the first
	At                 // the numbers of the first operand at the places that the second holds
	Lookup             // the row of Table at the place that the operand is
	MatMul             // the product of the row with Table
	Squares            // squared distances to the rows of Table, summed column by column
	Trees              // what the leaves say that the row comes to, tree by tree
	Finite             // the row, refused where one of its numbers is missing or infinite
	Present            // the row, refused where one of its numbers is infinite
)

// An Operation is a step of a computation.
type Operation struct {
	Op    Op
	Of    []int    // operands, by their places in the list
	Width int      // how many numbers it results in
	Part  string   // the stage whose part it is
	Table *Table   // of Constant, Lookup, MatMul and Squares
	At    []int    // of Columns
	K     int      // of Least
	Trees []Tree   // of Trees
	Names []string // of Finite and Present: what the numbers are
}

// A Table is numbers that were learned.
type Table struct {
	Name string // what they are: "weights"
	*mat.Dense
}

// NewTable names a matrix, which is not to be changed.
func NewTable(name string, m *mat.Dense) *Table { return &Table{name, m} }

// NewRow names a row of numbers.
func NewRow(name string, row []float64) *Table { return &Table{name, mat.NewDense(1, len(row), row)} }

// NewColumn names a table with one number in each row.
func NewColumn(name string, column []float64) *Table {
	return &Table{name, mat.NewDense(len(column), 1, column)}
}

// Operations are the steps of a computation in order, each from results of those before
// it.
type Operations struct {
	list []Operation
	part string
}

// Start returns the operations that begin with rows of some numbers.
func Start(width int) (*Operations, Value) {
	o := &Operations{}
	return o, o.add(Operation{Op: Input, Width: width})
}

// List returns the operations; they are not to be changed.
func (o *Operations) List() []Operation { return o.list }

// Begin says which stage the operations are part of that follow.
func (o *Operations) Begin(part string) { o.part = part }

// add appends an operation.
func (o *Operations) add(op Operation) Value {
	op.Part = o.part
	o.list = append(o.list, op)
	return Value{o, len(o.list) - 1}
}
