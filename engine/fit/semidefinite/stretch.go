package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	own "unfold/engine/linear/blas"
)

// A Stretch is L (n×n), symmetric, L 1 = 0: what draws points apart, by ⟨L, Y Yᵀ⟩.
// It is known by its products.
type Stretch interface {
	// Multiply sets dst to L y, both n×p.
	Multiply(ctx context.Context, dst, y *mat.Dense) error
	// Largest returns a bound above all eigenvalues of L.
	Largest() float64
	// Reference returns −½ Σ_ij L_ij d_ij², which is ⟨L, G⟩ for the inner products G
	// of points at distances d.
	Reference(ctx context.Context, d engine.Distances) (float64, error)
}

// Everywhere draws all pairs apart alike: weight 1/n, L = I − 11ᵀ/n, ⟨L, Y Yᵀ⟩ the
// sum of squares of centred points. Time O(n p).
type Everywhere struct{}

// Multiply takes the means off.
func (Everywhere) Multiply(ctx context.Context, dst, y *mat.Dense) error {
	dst.Copy(y)
	centre(dst)
	return ctx.Err()
}

// Largest is one.
func (Everywhere) Largest() float64 { return 1 }

// Reference is Σ_{i<j} d_ij²/n.
func (Everywhere) Reference(ctx context.Context, d engine.Distances) (float64, error) {
	sum, err := sumRows(ctx, d, func(_ int, row []float64) float64 {
		var sum float64
		for _, v := range row {
			sum += float64(v * v)
		}
		return sum
	})
	return sum / float64(2*d.Len()), err
}

// sumRows adds up what of returns for each row of d, in their order.
func sumRows(ctx context.Context, d engine.Distances, of func(i int, row []float64) float64) (float64, error) {
	n := d.Len()
	return parallel.Sum(ctx, n, parallel.Grain(n), func(lo, hi int) (sum float64) {
		row := make([]float64, n)
		for i := lo; i < hi; i++ {
			d.Row(row, i)
			sum += of(i, row)
		}
		return sum
	})
}

// centre takes the means off the columns of y, and returns them.
func centre(y *mat.Dense) []float64 {
	n, p := y.Dims()
	means := make([]float64, p)
	for i := range n {
		for c, v := range y.RawRowView(i) {
			means[c] += v
		}
	}
	for c := range means {
		means[c] /= float64(n)
	}
	for i := range n {
		row := y.RawRowView(i)
		for c, mean := range means {
			row[c] -= mean
		}
	}
	return means
}

// Weighted draws pairs apart by weights, L = diag(W 1) − W. Time O(n² p).
type Weighted struct {
	n       int
	row     func(dst []float64, i int)
	kept    []float64 // W, where there is memory for it
	sums    []float64 // W 1
	largest float64
}

// NewWeighted takes weights by rows: row fills dst with w_i1, ..., w_in, zero for i
// itself. They are kept while memory has room for n² numbers, else asked for again
// for each product.
func NewWeighted(ctx context.Context, n int, row func(dst []float64, i int)) (*Weighted, error) {
	w := &Weighted{n: n, row: row, sums: make([]float64, n)}
	if memory.Fits(ctx, memory.Square(2, n)) {
		w.kept = make([]float64, n*n)
	}
	err := parallel.For(ctx, n, parallel.Grain(n), func(lo, hi int) {
		buffer := make([]float64, n)
		for i := lo; i < hi; i++ {
			into := buffer
			if w.kept != nil {
				into = w.kept[i*n : (i+1)*n]
			}
			row(into, i)
			for _, v := range into {
				w.sums[i] += v
			}
		}
	})
	for _, sum := range w.sums {
		w.largest = max(w.largest, 2*sum) // by Gershgorin's discs
	}
	return w, err
}

// Multiply sets dst to diag(W 1) y − W y.
func (w *Weighted) Multiply(ctx context.Context, dst, y *mat.Dense) error {
	_, p := y.Dims()
	to, from := dst.RawMatrix(), y.RawMatrix()
	const block = 64
	err := parallel.For(ctx, w.n, block, func(lo, hi int) {
		part := w.rows(lo, hi)
		own.Single[float64]{}.Gemm(blas.NoTrans, blas.NoTrans, hi-lo, p, w.n, -1, part, w.n, from.Data, from.Stride, 0, to.Data[lo*to.Stride:], to.Stride)
		for i := lo; i < hi; i++ {
			into, own := dst.RawRowView(i), y.RawRowView(i)
			for c, v := range own {
				into[c] += float64(w.sums[i] * v)
			}
		}
	})
	return err
}

// rows are some rows of W.
func (w *Weighted) rows(lo, hi int) []float64 {
	if w.kept != nil {
		return w.kept[lo*w.n : hi*w.n]
	}
	part := make([]float64, (hi-lo)*w.n)
	for i := lo; i < hi; i++ {
		w.row(part[(i-lo)*w.n:(i-lo+1)*w.n], i)
	}
	return part
}

// Largest bounds the eigenvalues by the sums of weights.
func (w *Weighted) Largest() float64 { return w.largest }

// Reference is ½ Σ w_ij d_ij².
func (w *Weighted) Reference(ctx context.Context, d engine.Distances) (float64, error) {
	sum, err := sumRows(ctx, d, func(i int, row []float64) float64 {
		var sum float64
		for j, weight := range w.rows(i, i+1) {
			sum += float64(weight * float64(row[j]*row[j]))
		}
		return sum
	})
	return sum / 2, err
}

// A Product is L = V Vᵀ + a (I − 11ᵀ/n), with centred columns V (n×r): what draws
// points apart along the columns of V, and by a everywhere. Time O(n r p).
type Product struct {
	v *mat.Dense
	a float64
}

// NewProduct centres the columns of v.
func NewProduct(v *mat.Dense, a float64) *Product {
	centred := mat.DenseCopyOf(v)
	centre(centred)
	return &Product{centred, a}
}

// Multiply sets dst to V (Vᵀ y) + a (y − mean).
func (l *Product) Multiply(ctx context.Context, dst, y *mat.Dense) error {
	if err := (Everywhere{}).Multiply(ctx, dst, y); err != nil {
		return err
	}
	var inner, along mat.Dense
	inner.Mul(l.v.T(), y)
	along.Mul(l.v, &inner)
	dst.Scale(l.a, dst)
	dst.Add(dst, &along)
	return ctx.Err()
}

// Largest is at most the sum of squares of V, and a.
func (l *Product) Largest() float64 {
	frobenius := mat.Norm(l.v, 2)
	return float64(frobenius*frobenius) + l.a
}

// Reference is −½ Σ_ij (v_i·v_j) d_ij² + a Σ_{i<j} d_ij²/n.
func (l *Product) Reference(ctx context.Context, d engine.Distances) (float64, error) {
	_, r := l.v.Dims()
	sum, err := sumRows(ctx, d, func(i int, row []float64) float64 {
		along := make([]float64, r)
		var all float64
		for j, v := range row {
			square := float64(v * v)
			all += square
			for c, x := range l.v.RawRowView(j) {
				along[c] += float64(square * x)
			}
		}
		sum := float64(l.a * all / float64(d.Len()))
		for c, x := range l.v.RawRowView(i) {
			sum -= float64(x * along[c])
		}
		return sum
	})
	return math.Max(0, sum/2), err
}
