package decomposition

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/linalg"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/simd"
)

// A tridiagonal is a symmetric matrix A = Q T Qᵀ with T tridiagonal: diagonal d
// and, beside it, e. Q is a product of reflections whose vectors take the place
// of what is right of the diagonal of A, by rows.
type tridiagonal struct {
	n         int
	a         []float64
	lda       int
	d, e, tau []float64
}

// panelRows is how many rows of the matrix are made tridiagonal before the rest
// of it is told.
const panelRows = 32

// tridiagonalise takes the matrix whose upper triangle is in a apart, and
// overwrites all of a. Its largest number is about one.
//
// Row by row a reflection takes what is right of the first off-diagonal number
// away; the rest of the matrix gets a panel's reflections at once, A − Vᵀ W − Wᵀ V
// (Dongarra, Sorensen, Hammarling 1989, doi:10.1016/0377-0427(89)90367-1). Half
// of the 4n³/3 operations are products of matrices; the others read the rest of
// the matrix once a row. The context is honoured from row to row.
func tridiagonalise(ctx context.Context, n int, a []float64, lda int) (*tridiagonal, error) {
	t := &tridiagonal{n: n, a: a, lda: lda, d: make([]float64, n), e: make([]float64, n), tau: make([]float64, n)}
	p := &panel{tridiagonal: t, pairs: make([]float64, 2*panelRows*n), swapped: make([]float64, 2*panelRows*n), parts: make([]float64, mostParts*n)}
	for k := 0; k < n; k += panelRows {
		size := min(panelRows, n-k)
		if err := p.reduce(ctx, k, size); err != nil {
			return nil, err
		}
		if err := p.rankTwoUpdate(ctx, k, size); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// A panel is the rows of a matrix that are being reduced. Row 2p of pairs is the
// vector v of the panel's reflection p, row 2p + 1 the w by which it changes the
// rest of the matrix, to A − v wᵀ − w vᵀ; in swapped each pair is the other way
// around. Their numbers stand in the columns of the matrix that they belong to.
type panel struct {
	*tridiagonal
	pairs, swapped []float64
	parts          []float64 // sums of a product with the rest, by parts of it
}

// reduce makes the rows from k on tridiagonal.
func (p *panel) reduce(ctx context.Context, k, size int) error {
	n := p.n
	factors := make([]float64, 2*size)
	for j := k; j < k+size; j++ {
		row, earlier := p.a[j*p.lda+j:j*p.lda+n], 2*(j-k)
		for q := range earlier {
			factors[q] = p.pairs[(q^1)*n+j]
		}
		p.subtract(row, factors[:earlier], j)
		p.d[j] = row[0]
		if j == n-1 {
			break
		}
		v, w := row[1:], p.pairs[(earlier+1)*n+j+1:(earlier+2)*n]
		p.e[j], p.tau[j] = reflect(v)
		copy(p.pairs[earlier*n+j+1:(earlier+1)*n], v)
		if p.tau[j] == 0 {
			clear(w)
			continue
		}
		if err := p.multiply(ctx, w, v, j+1); err != nil {
			return err
		}
		for q := range earlier {
			factors[q^1] = simd.Dot(p.pairs[q*n+j+1:(q+1)*n], v)
		}
		p.subtract(w, factors[:earlier], j+1)
		for i := range w {
			w[i] *= p.tau[j]
		}
		simd.AddScaled(w, -p.tau[j]*simd.Dot(w, v)/2, v)
	}
	return nil
}

// subtract subtracts the rows of pairs, times their factors, from y, from a
// column on.
func (p *panel) subtract(y, factors []float64, from int) {
	if len(factors) > 0 {
		linalg.Gemv(blas.Trans, len(factors), p.n-from, -1, p.pairs[from:], p.n, factors, 1, 1, y, 1)
	}
}

// rankTwoUpdate subtracts the panel's pairs from what is right of and below it.
func (p *panel) rankTwoUpdate(ctx context.Context, k, size int) error {
	const tile = 256
	n, from := p.n, k+size
	for q := range 2 * size {
		copy(p.swapped[(q^1)*n+from:(q^1)*n+n], p.pairs[q*n+from:q*n+n])
	}
	return triangleTiles(ctx, n-from, tile, func(i, rows, j, cols int) {
		i, j = from+i, from+j
		linalg.Gemm(blas.Trans, blas.NoTrans, rows, cols, 2*size, -1, p.pairs[i:], n, p.swapped[j:], n, 1, p.a[i*p.lda+j:], p.lda)
	})
}

// triangleTiles calls do for the tiles of an upper triangle, diagonal ones whole,
// in parallel.
func triangleTiles(ctx context.Context, n, tile int, do func(i, rows, j, cols int)) error {
	across := (n + tile - 1) / tile
	return parallel.For(ctx, across*across, 1, func(t, _ int) {
		if i, j := t/across*tile, t%across*tile; i <= j {
			do(i, min(tile, n-i), j, min(tile, n-j))
		}
	})
}

// mostParts is into how many parts a product with the rest of the matrix is cut
// at most.
const mostParts = 8

// multiply sets y to the product of v with the rest of the matrix, from a row
// on, of which it reads the upper triangle alone. The triangle is cut into
// parts of equal area, by their sizes alone; their sums are added in order.
func (p *panel) multiply(ctx context.Context, y, v []float64, from int) error {
	const area = 1 << 17 // numbers that are worth a goroutine
	n := len(v)
	parts := max(1, min(mostParts, n*n/2/area))
	ends := make([]int, parts+1)
	for q := 1; q < parts; q++ {
		ends[q] = int(float64(n)*(1-math.Sqrt(1-float64(q)/float64(parts)))) &^ (mirrorRows - 1)
	}
	ends[parts] = n
	rest := p.a[from*p.lda+from:]
	err := parallel.With(ctx, parts, 1, func() []float64 { return make([]float64, mirrorRows*simd.MirrorLanes) }, func(lanes []float64, q, _ int) {
		sums := p.parts[q*p.n : q*p.n+n]
		clear(sums[ends[q]:])
		addTriangleTimes(sums, n, rest, p.lda, v, ends[q], ends[q+1], lanes)
	})
	copy(y, p.parts[:n])
	for q := 1; q < parts; q++ {
		simd.AddScaled(y[ends[q]:], 1, p.parts[q*p.n+ends[q]:q*p.n+n])
	}
	return err
}

// mirrorRows is how many rows of a triangle are multiplied at a time.
const mirrorRows = 4

// addTriangleTimes adds the product of v with some rows of an upper triangle, and
// with their mirror image, to y.
func addTriangleTimes(y []float64, n int, a []float64, lda int, v []float64, from, to int, lanes []float64) {
	for i := from; i < to; i += mirrorRows {
		next := min(i+mirrorRows, to)
		for r := i; r < next; r++ {
			row := a[r*lda : r*lda+next]
			y[r] = math.FMA(row[r], v[r], y[r])
			for c := r + 1; c < next; c++ {
				y[r] = math.FMA(row[c], v[c], y[r])
				y[c] = math.FMA(row[c], v[r], y[c])
			}
		}
		if next == n {
			return
		}
		clear(lanes)
		simd.MirrorTimesOne(a[i*lda+next:], lda, v[next:n], y[next:n], v[i:next], lanes)
		for r := i; r < next; r++ {
			y[r] += simd.MirrorSum(lanes[(r-i)*simd.MirrorLanes:])
		}
	}
}

// backTransform turns rows that are vectors in the basis in which the matrix is
// tridiagonal into vectors in its own, z to Q z, in time 2n² a row.
func (t *tridiagonal) backTransform(ctx context.Context, rows int, z []float64) error {
	const together = 64 // reflections that make a block
	blocks, err := t.blocks(ctx, together)
	if err != nil {
		return err
	}
	return parallel.For(ctx, rows, rowGrain(rows), func(lo, hi int) {
		for i := len(blocks) - 1; i >= 0; i-- {
			blocks[i].applyToRows(blas.NoTrans, hi-lo, z[lo*t.n+i*together+1:], t.n)
		}
	})
}

// blocks are the reflections by so many together.
func (t *tridiagonal) blocks(ctx context.Context, together int) ([]block, error) {
	count := t.n - 1
	blocks := make([]block, (count+together-1)/together)
	return blocks, parallel.For(ctx, len(blocks), 1, func(i, _ int) {
		k := i * together
		size, v := min(together, count-k), t.a[k*t.lda+k+1:]
		for r := range size {
			clear(v[r*t.lda : r*t.lda+r])
		}
		blocks[i] = newBlock(size, count-k, v, t.lda, t.tau[k:])
	})
}

// rowGrain is how many rows of a result make a block of a loop over them: enough
// for a product, few enough for all processors.
func rowGrain(rows int) int { return max(16, min(256, rows/8)) }
