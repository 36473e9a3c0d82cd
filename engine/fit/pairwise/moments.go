package pairwise

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	own "unfold/engine/linear/blas"
)

// momentsOf returns the statistics of all pairs by moments of the rows, without
// a product for each pair. With g the weight of a pair, x and y its rows,
//
//	Σ g (x − y)⁽⁴⁾ = Σ_i D_i x_i⁽⁴⁾ − 4 Σ_i x_i⁽³⁾ s_i + 6 Σ_i x_i⁽²⁾ S_i
//
// in symmetric products, D_i, s_i and S_i being the sums of g, g y and, over
// later rows alone, g y yᵀ among the neighbours of row i. So A is a product of
// two n×p matrices, made symmetric in all four indices; b and Σ g (x−y)(x−y)ᵀ
// follow from the like sums. Time O(pairs p + n p²), memory O(p²).
//
// The differences are those of large numbers where neighbours are much nearer
// than the rows are wide. With μ the least eigenvalue of the mean of (x−y)(x−y)ᵀ,
// no xᵀMx of rank one has a mean square below μ², and what is summed is at most 8
// times the mean of |x|⁴: strain is their ratio, by which rounding may grow.
func momentsOf(ctx context.Context, u *mat.Dense, p *Pairs) (s *statistics, strain float64, err error) {
	n, r := u.Dims()
	size := r * (r + 1) / 2
	const height = 1024
	m := &moments{u: u, pairs: p, size: size, products: make([]float64, height*size), sums: make([]float64, height*size), by: make([]float64, height*2*r)}
	fourth, second := make([]float64, size*size), make([]float64, r*2*r)
	count := parallel.Count(ctx, "statistics of pairs", n)
	quiet := parallel.Part(ctx, 1, 1)
	var total scalars
	for lo := 0; lo < n; lo += height {
		rows := min(height, n-lo)
		parts, err := parallel.Blocks(quiet, rows, 32, func(from, to int) scalars { return m.fill(lo, from, to) })
		if err != nil {
			return nil, 0, err
		}
		for _, part := range parts {
			total.add(part)
		}
		if err := own.Gemm(quiet, blas.Trans, blas.NoTrans, size, size, rows, 1, m.products, size, m.sums, size, 1, fourth, size); err != nil {
			return nil, 0, err
		}
		if err := own.Gemm(quiet, blas.Trans, blas.NoTrans, r, 2*r, rows, 1, u.RawMatrix().Data[lo*u.RawMatrix().Stride:], u.RawMatrix().Stride, m.by, 2*r, 1, second, 2*r); err != nil {
			return nil, 0, err
		}
		count.Add(rows)
	}
	s = &statistics{r: r, n: n, c: total.squares, a: symmetrised(fourth, r), b: make([]float64, 0, size), stride: 1}
	spread := mat.NewSymDense(r, nil)
	for a := range r {
		for b := a; b < r; b++ {
			spread.SetSym(a, b, (second[a*2*r+b]+second[b*2*r+a])/2)
			s.b = append(s.b, copies(a, b)*(second[a*2*r+r+b]+second[b*2*r+r+a])/2)
		}
	}
	var e mat.EigenSym
	if !e.Factorize(spread, false) {
		return s, math.Inf(1), nil
	}
	least := max(0, e.Values(nil)[0])
	return s, 8 * total.fourths * total.weight / (least * least), nil
}

// copies is how often an entry of the upper triangle is in a symmetric matrix.
func copies(a, b int) float64 {
	if a == b {
		return 1
	}
	return 2
}

// scalars are sums over pairs: of g, of g Δ², and of g (|x|⁴ + |y|⁴).
type scalars struct{ weight, squares, fourths float64 }

func (s *scalars) add(o scalars) {
	s.weight += o.weight
	s.squares += o.squares
	s.fourths += o.fourths
}

// moments are what some rows give to the products, side by side.
type moments struct {
	u        *mat.Dense
	pairs    *Pairs
	size     int
	products []float64 // x xᵀ by the upper triangle
	sums     []float64 // D x xᵀ − 2 (x sᵀ + s xᵀ) + 6 S
	by       []float64 // D x − s, then the same with the weights g Δ
}

// fill writes rows lo+from to lo+to.
func (m *moments) fill(lo, from, to int) (all scalars) {
	_, r := m.u.Dims()
	near, far := make([]float64, r), make([]float64, r) // Σ g y, Σ g Δ y
	later := make([]weighted, 0, 64)
	for at := from; at < to; at++ {
		i := lo + at
		x := m.u.RawRowView(i)
		clear(near)
		clear(far)
		later = later[:0]
		var degree, pull float64
		for e := m.pairs.start[i]; e < m.pairs.start[i+1]; e++ {
			j := int(m.pairs.end[e])
			y, g, delta := m.u.RawRowView(j)[:len(near)], 2*m.pairs.weight[e], m.pairs.target[e]
			degree += g
			pull += float64(g * delta)
			for c, v := range y {
				near[c] += float64(g * v)
				far[c] += float64(g * delta * v)
			}
			if j > i {
				later = append(later, weighted{y, 6 * g})
				all.weight += g
				all.squares += float64(g * delta * delta)
			}
		}
		var length float64
		for _, v := range x {
			length += float64(v * v)
		}
		all.fourths += float64(degree * length * length)
		sums := m.sums[at*m.size : (at+1)*m.size]
		m.row(m.products[at*m.size:(at+1)*m.size], sums, x, near, degree)
		addSquares(sums, later)
		by := m.by[at*2*r:][:2*r]
		for c, v := range x {
			by[c], by[r+c] = float64(degree*v)-near[c], float64(pull*v)-far[c]
		}
	}
	return all
}

// row sets products to x xᵀ and sums to D x xᵀ − 2 (x sᵀ + s xᵀ).
func (m *moments) row(products, sums, x, near []float64, degree float64) {
	at := 0
	for a, v := range x {
		for b := a; b < len(x); b++ {
			products[at] = v * x[b]
			sums[at] = float64(degree*products[at]) - float64(2*(float64(v*near[b])+float64(near[a]*x[b])))
			at++
		}
	}
}

// A weighted row is one that is summed with a weight.
type weighted struct {
	row    []float64
	weight float64
}

// addSquares adds Σ g y yᵀ to an upper triangle, four rows at a time so that
// sums are fetched a quarter as often.
func addSquares(sums []float64, rows []weighted) {
	for ; len(rows) >= 4; rows = rows[4:] {
		at := 0
		x := rows[0].row
		y, z, w := rows[1].row[:len(x)], rows[2].row[:len(x)], rows[3].row[:len(x)]
		for a := range x {
			fx, fy, fz, fw := rows[0].weight*x[a], rows[1].weight*y[a], rows[2].weight*z[a], rows[3].weight*w[a]
			to := sums[at : at+len(x)-a]
			xs, ys, zs, ws := x[a:][:len(to)], y[a:][:len(to)], z[a:][:len(to)], w[a:][:len(to)]
			for b := range to {
				to[b] += (float64(fx*xs[b]) + float64(fy*ys[b])) + (float64(fz*zs[b]) + float64(fw*ws[b]))
			}
			at += len(to)
		}
	}
	for _, y := range rows {
		at := 0
		for a, v := range y.row {
			for _, w := range y.row[a:] {
				sums[at] += float64(y.weight * v * w)
				at++
			}
		}
	}
}

// symmetrised returns A from products of upper triangles of which no order of
// the four indices is preferred: the mean over the three ways to pair them, and
// either pair first. Entries of M off the diagonal stand for two.
func symmetrised(products []float64, r int) *mat.SymDense {
	size := r * (r + 1) / 2
	place := func(a, b int) int {
		a, b = min(a, b), max(a, b)
		return a*r - a*(a+1)/2 + b
	}
	both := func(a, b, c, d int) float64 {
		k, l := place(a, b), place(c, d)
		return products[k*size+l] + products[l*size+k]
	}
	out := mat.NewSymDense(size, nil)
	for a := range r {
		for b := a; b < r; b++ {
			for c := a; c < r; c++ {
				for d := c; d < r; d++ {
					if k, l := place(a, b), place(c, d); k <= l {
						mean := (both(a, b, c, d) + both(a, c, b, d) + both(a, d, b, c)) / 6
						out.SetSym(k, l, copies(a, b)*copies(c, d)*mean)
					}
				}
			}
		}
	}
	return out
}
