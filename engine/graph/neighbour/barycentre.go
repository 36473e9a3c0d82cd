package neighbour

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	ours "unfold/engine/linear/blas"
)

// A Barycentre finds the weights by which rows rebuild another: those of
//
//	min ‖x − Σ_i w_i x_i‖² + reg·tr(C)·‖w‖²,  Σ_i w_i = 1
//
// with C_ij = (x_i − x)·(x_j − x) (Roweis, Saul 2000,
// doi:10.1126/science.290.5500.2323). They solve (C + reg·tr(C) I) w = 1 and are then
// scaled to add up to one. The zero value is ready; it is a workspace, for one
// goroutine.
type Barycentre struct{ local []float64 }

// Weights fills dst with the weights of the rows of x at near, which rebuild row.
// Time O(k²d + k³) for k of them.
func (b *Barycentre) Weights(dst []float64, x *mat.Dense, near func(at int) int, row []float64, reg float64) {
	k, trace := len(dst), 0.0
	if len(b.local) < k*k {
		b.local = make([]float64, k*k)
	}
	local := b.local[:k*k] // the upper triangle counts
	for i := range k {
		xi := x.RawRowView(near(i))
		for j := range i + 1 {
			xj := x.RawRowView(near(j))
			var sum float64
			for c, v := range row {
				sum += float64((xi[c] - v) * (xj[c] - v))
			}
			local[j*k+i] = sum
		}
		trace += local[i*k+i]
	}
	ridge := reg
	if trace > 0 {
		ridge = reg * trace
	}
	for i := range k {
		local[i*k+i] += ridge
		dst[i] = 1
	}
	b.solve(dst)
	var total float64
	for _, w := range dst {
		total += w
	}
	for i := range dst {
		dst[i] /= total
	}
}

// solve solves for the right side in dst. The ridge makes the matrix definite unless
// it is lost in rounding; then equal weights are as good as any, and dst stays.
func (b *Barycentre) solve(dst []float64) {
	k := len(dst)
	if failed, _, _ := ours.Cholesky(context.Background(), blas.Upper, k, b.local[:k*k], k); failed >= 0 {
		return
	}
	u := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: k, Stride: k, Data: b.local}
	right := blas64.General{Rows: k, Cols: 1, Stride: 1, Data: dst}
	blas64.Trsm(blas.Left, blas.Trans, 1, u, right)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, u, right)
}
