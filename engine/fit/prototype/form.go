package prototype

import (
	"math"

	back "gonum.org/v1/gonum/blas"

	"unfold/engine/linear/blas"
)

// A Form is what the matrices Ω may be.
type Form int

// The forms.
const (
	Identity Form = iota // Ω = I: Euclidean distances, nothing is learned of columns
	Diagonal             // Ω = diag(ω), ‖ω‖ = 1: a relevance ω_j² for each column
	Full                 // Ω of as many rows as the rank says, ‖Ω‖_F = 1
)

// A shape computes with matrices Ω of one form, rank×d, of which it knows the numbers
// that are not fixed.
type shape interface {
	// rank is how many rows Ω has, and size how many numbers say what it is.
	rank() int
	size() int
	// project sets the n rows of dst to Ω x for the n rows of x; of several matrices
	// one below the other, to the images by each of them side by side.
	project(dst, omega, x []float64, n int)
	// pull adds the derivative of Σ a·Ωx by Ω over n rows of a and of x.
	pull(gradient, a, x []float64, n int)
	// back adds by Ωᵀ a to dst.
	back(dst, omega, a []float64, by float64)
	// column calls visit for the entries of column j that are not fixed at zero: their
	// row, and their place among the numbers; −1 of those that are fixed at one.
	column(j int, visit func(row, at int))
}

// shapeOf is the shape of a form for d columns.
func shapeOf(f Form, rank, d int) shape {
	switch f {
	case Identity:
		return identity(d)
	case Diagonal:
		return diagonal(d)
	}
	return full{rank, d}
}

// identity is Ω = I.
type identity int

func (d identity) rank() int                             { return int(d) }
func (d identity) size() int                             { return 0 }
func (d identity) project(dst, _, x []float64, n int)    { copy(dst[:n*int(d)], x) }
func (d identity) pull(_, _, _ []float64, _ int)         {}
func (d identity) column(j int, visit func(row, at int)) { visit(j, -1) }

func (d identity) back(dst, _, a []float64, by float64) {
	for j, v := range a {
		dst[j] += float64(by * v)
	}
}

// diagonal is Ω = diag(ω).
type diagonal int

func (d diagonal) rank() int                             { return int(d) }
func (d diagonal) size() int                             { return int(d) }
func (d diagonal) column(j int, visit func(row, at int)) { visit(j, j) }

func (d diagonal) project(dst, omega, x []float64, n int) {
	for i := 0; i < n*int(d); i += int(d) {
		for j, w := range omega {
			dst[i+j] = w * x[i+j]
		}
	}
}

func (d diagonal) pull(gradient, a, x []float64, n int) {
	for i := 0; i < n*int(d); i += int(d) {
		for j := range gradient {
			gradient[j] += float64(a[i+j] * x[i+j])
		}
	}
}

func (d diagonal) back(dst, omega, a []float64, by float64) {
	for j, v := range a {
		dst[j] += float64(by * float64(omega[j]*v))
	}
}

// full is any Ω of its size, row after row.
type full struct{ rows, d int }

func (f full) rank() int { return f.rows }
func (f full) size() int { return f.rows * f.d }

func (f full) project(dst, omega, x []float64, n int) {
	wide := len(omega) / f.d
	blas.Single[float64]{}.Gemm(back.NoTrans, back.Trans, n, wide, f.d, 1, x, f.d, omega, f.d, 0, dst, wide)
}

func (f full) pull(gradient, a, x []float64, n int) {
	blas.Single[float64]{}.Gemm(back.Trans, back.NoTrans, f.rows, f.d, n, 1, a, f.rows, x, f.d, 1, gradient, f.d)
}

func (f full) back(dst, omega, a []float64, by float64) {
	blas.Single[float64]{}.Gemv(back.Trans, f.rows, f.d, by, omega, f.d, a, 1, 1, dst, 1)
}

func (f full) column(j int, visit func(row, at int)) {
	for r := range f.rows {
		visit(r, r*f.d+j)
	}
}

// entry is a number of Ω, or the one that stands for a number that is fixed.
func entry(omega []float64, at int) float64 {
	if at < 0 {
		return 1
	}
	return omega[at]
}

// normalise divides v by its length, which it returns.
func normalise(dst, v []float64) (length float64) {
	largest := 0.0
	for _, x := range v {
		largest = max(largest, math.Abs(x))
	}
	for _, x := range v {
		length += float64((x / largest) * (x / largest))
	}
	length = math.Sqrt(length) * largest
	for k, x := range v {
		dst[k] = x / length
	}
	return length
}
