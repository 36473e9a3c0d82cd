package gram

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/moments"
	"unfold/engine/internal/simd"
	back "unfold/engine/linear/blas"
)

// Entries computes blocks of the Gram matrix K of some rows, at the speed of a
// matrix product, and holds no more of K than that unless it is told to
// Cache it. Entries are those of
// Kernel.Of up to rounding: for RBF, exp(−‖x − y‖²/2σ²) comes from
// ‖x‖² + ‖y‖² − 2x·y of rows whose mean is taken off. Where that cancels so far
// that the exponent would be off by more than 1e-12, it is taken from the
// differences x − y instead, so that entries are within 1e-12 of Of.
//
// An entry depends on the shape of the block that it is computed in, in its
// last bits. Methods may be called from several goroutines at once.
type Entries struct {
	kernel  Kernel
	x       *mat.Dense  // n×d, by rows without gaps; for RBF, less the mean
	shifts  []float64   // γ‖x_i‖² for RBF
	largest float64     // the largest shift
	cached  [][]float64 // blocks of the upper triangle in the order of upper, or nil
}

// NewEntries prepares the rows of x (n×d), of which it keeps a copy. Time and
// memory O(nd).
func NewEntries(k Kernel, x *mat.Dense) *Entries {
	own := mat.DenseCopyOf(x)
	if k.shift() != 0 {
		moments.Centre(own)
	}
	return newEntries(k, own)
}

// newEntries keeps x as it is.
func newEntries(k Kernel, x *mat.Dense) *Entries {
	n, _ := x.Dims()
	e := &Entries{kernel: k, x: x, shifts: make([]float64, n)}
	for i := range e.shifts {
		row := x.RawRowView(i)
		e.shifts[i] = k.shift() * Dot(row, row) / 2
		e.largest = max(e.largest, e.shifts[i])
	}
	return e
}

// Take returns the entries of some of the rows, in the order given.
func (e *Entries) Take(rows []int) *Entries {
	_, d := e.x.Dims()
	x := mat.NewDense(len(rows), d, nil)
	for at, i := range rows {
		x.SetRow(at, e.x.RawRowView(i))
	}
	return newEntries(e.kernel, x)
}

// Len returns n.
func (e *Entries) Len() int { return len(e.shifts) }

// Diagonal returns K_ii.
func (e *Entries) Diagonal(i int) float64 {
	row := e.x.RawRowView(i)
	return e.kernel.Of(row, row)
}

// Scale returns the mean of K's diagonal.
func (e *Entries) Scale() float64 {
	var scale float64
	for i := range e.Len() {
		scale += e.Diagonal(i) / float64(e.Len())
	}
	return scale
}

// Block fills dst, whose rows lie stride numbers apart, with the entries of
// rows [i0, i1) of e and rows [j0, j1) of the other, which is e itself or what
// Take made of it. It runs in the goroutine that calls it, and honours no
// context: blocks ought to have fewer than a million entries.
func (e *Entries) Block(dst []float64, stride, i0, i1 int, other *Entries, j0, j1 int) {
	a, b := e.x.RawMatrix(), other.x.RawMatrix()
	rows, columns := i1-i0, j1-j0
	back.Single[float64]{}.Gemm(blas.NoTrans, blas.Trans, rows, columns, a.Cols, e.kernel.product(),
		a.Data[i0*a.Stride:], a.Stride, b.Data[j0*b.Stride:], b.Stride, 0, dst, stride)
	for i := range rows {
		row := dst[i*stride : i*stride+columns]
		if e.kernel.shift() == 0 {
			e.kernel.finish(row)
		} else {
			e.distances(row, i0+i, other, j0)
		}
	}
	if e == other {
		for i := max(i0, j0); i < min(i1, j1); i++ {
			dst[(i-i0)*stride+i-j0] = e.Diagonal(i)
		}
	}
}

// distances makes values of the kernel from the products of row i and the
// rows of the other from j0 on.
func (e *Entries) distances(row []float64, i int, other *Entries, j0 int) {
	const (
		large = 512 // sums of shifts above it may cancel to an error of 1e-12
		gone  = -50 // exponents below it give nothing that counts beside 1
	)
	shift, shifts := e.shifts[i], other.shifts[j0:j0+len(row)]
	if shift+other.largest <= large {
		simd.Gauss(row, shift, shifts)
		return
	}
	for j := range row { // also where a shift is not finite
		sum := shift + shifts[j]
		row[j] -= sum
		if !(sum <= large) && !(row[j] < gone) {
			row[j] = -e.kernel.shift() / 2 * Square(e.x.RawRowView(i), other.x.RawRowView(j0+j))
		}
		row[j] = min(row[j], 0)
	}
	simd.Exp(row, row)
}
