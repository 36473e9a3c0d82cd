package decomposition

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/simd"
)

// negligible is the square of a length that is nothing beside numbers of about
// one. Below it squares lose bits.
const negligible = 0x1p-900

// reflect finds the reflection I − tau v vᵀ, v_0 = 1, that turns x into a
// multiple of the first axis, leaves v in x and returns that multiple. Where x is
// one already, tau is zero. Numbers of x are below 2¹⁰⁰; a part beside the axis
// that is shorter than 2⁻⁴⁵⁰ counts as none.
func reflect(x []float64) (multiple, tau float64) {
	first, rest := x[0], x[1:]
	x[0] = 1
	square := simd.Dot(rest, rest)
	if square < negligible {
		clear(rest)
		return first, 0
	}
	multiple = -math.Copysign(math.Sqrt(float64(first*first)+square), first)
	scale := 1 / (first - multiple)
	for i, v := range rest {
		rest[i] = v * scale
	}
	return multiple, (multiple - first) / multiple
}

// A block is several reflections one after another as one product (Schreiber,
// Van Loan 1989, doi:10.1137/0910005): H_0 H_1 … = I − Vᵀ T V with the vectors in
// the rows of V, count×n, and T an upper triangle.
type block struct {
	count, n int
	v        []float64
	stride   int
	t        []float64 // count×count
}

// newBlock makes the triangle of reflections whose vectors lie in the rows of v.
func newBlock(count, n int, v []float64, stride int, tau []float64) block {
	b := block{count, n, v, stride, make([]float64, count*count)}
	inner := make([]float64, count*count)
	linalg.Gemm(blas.NoTrans, blas.Trans, count, count, n, 1, v, stride, v, stride, 0, inner, count)
	for i := range count {
		for j := range i { // t_ji = −tau_i Σ_k t_jk v_k·v_i over k from j to i − 1
			var sum float64
			for k := j; k < i; k++ {
				sum = math.FMA(b.t[j*count+k], inner[k*count+i], sum)
			}
			b.t[j*count+i] = -tau[i] * sum
		}
		b.t[i*count+i] = tau[i]
	}
	return b
}

// applyToRows turns each of some rows z into (I − Vᵀ T V) z, or with blas.Trans
// into (I − Vᵀ Tᵀ V) z: the reflections in the opposite order.
func (b block) applyToRows(t blas.Transpose, rows int, z []float64, stride int) {
	along, turned := make([]float64, rows*b.count), make([]float64, rows*b.count)
	linalg.Gemm(blas.NoTrans, blas.Trans, rows, b.count, b.n, 1, z, stride, b.v, b.stride, 0, along, b.count)
	opposite := blas.Trans
	if t == blas.Trans {
		opposite = blas.NoTrans
	}
	linalg.Gemm(blas.NoTrans, opposite, rows, b.count, b.count, 1, along, b.count, b.t, b.count, 0, turned, b.count)
	linalg.Gemm(blas.NoTrans, blas.NoTrans, rows, b.n, b.count, -1, turned, b.count, b.v, b.stride, 1, z, stride)
}
