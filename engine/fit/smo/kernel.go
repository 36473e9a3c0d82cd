package smo

// A Kernel is a symmetric matrix that gives its entries by rows. Implementations
// are safe for concurrent use.
type Kernel interface {
	// Len returns the number of rows.
	Len() int
	// Columns prepares some columns of the matrix to be asked for. The slice
	// must not be changed while they are in use.
	Columns(of []int32) Columns
}

// Columns are some columns of a Kernel. They serve one goroutine.
type Columns interface {
	// Row sets dst[t] to the entry of row i and the t-th of the columns. An
	// entry is the same bits whichever columns are asked for beside it.
	Row(dst []float32, i int)
	// Diagonal sets dst[t] to the diagonal entry of the t-th of the columns.
	Diagonal(dst []float32)
}

// rangeUpTo lists the numbers below n.
func rangeUpTo(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}
