package semidefinite

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestPrintedMethod: embedding by affine transformation as it is printed (Khajehpour
// Tadavani, Ghodsi 2010, doi:10.1007/978-3-642-15883-4_2) looks for A = Ω Ωᵀ with
// ‖y_i − y_j‖² = (k_i − k_j)ᵀ A (k_i − k_j), which is linear in the 36 numbers of A:
// lengths are kept where Q a = p, for Q = Σ_S ξ ξᵀ and p = Σ_S ξ. As K has full rank, A
// stands for the inner products G = K A K: Q has as many dimensions as there are kept
// pairs, and A of the G found here is at their place in them, with the same stretch.
func TestPrintedMethod(t *testing.T) {
	const n = 8
	g, x := sheet(4, 2, math.Pi/3)
	s := solve(t, Problem{Keep: g, Stretch: others(t, g), Nu: 1e-7, Dim: 2}, 1e-3)
	k := mat.NewDense(n, n, nil)
	k.Apply(func(i, j int, _ float64) float64 { return math.Exp(-square(x.RawRowView(i), x.RawRowView(j))) }, k)
	var inner, inverse, a mat.Dense
	inner.Mul(s.Y, s.Y.T())
	if err := inverse.Inverse(k); err != nil {
		t.Fatal(err)
	}
	a.Product(&inverse, &inner, &inverse)
	lower := mat.NewVecDense(n*(n+1)/2, nil)
	eachLower(n, func(at, p, q int) { lower.SetVec(at, a.At(p, q)) })

	q, p := mat.NewSymDense(lower.Len(), nil), mat.NewVecDense(lower.Len(), nil)
	var stretch, want float64
	for i := range n {
		for j := range i {
			v := printedRow(k, i, j)
			ends, lengths := g.Of(i)
			if e := slices.Index(ends, int32(j)); e >= 0 {
				v.ScaleVec(1/(lengths[e]*lengths[e]), v)
				q.SymRankOne(q, 1, v)
				p.AddVec(p, v)
				continue
			}
			stretch += mat.Dot(v, lower)
			want += square(s.Y.RawRowView(i), s.Y.RawRowView(j))
		}
	}
	if math.Abs(stretch/want-1) > 1e-9 {
		t.Errorf("A stretches to %v, its inner products to %v", stretch, want)
	}
	if rank, pairs := testSolves(t, q, p, lower), len(g.End)/2; rank != pairs {
		t.Errorf("Q has rank %d, want %d, a dimension for each pair", rank, pairs)
	}
}

// eachLower goes through the lower triangle of an n×n matrix by rows.
func eachLower(n int, see func(at, p, q int)) {
	at := 0
	for p := range n {
		for q := range p + 1 {
			see(at, p, q)
			at++
		}
	}
}

// printedRow returns ξ, by which ‖y_i − y_j‖² is linear in the lower triangle of A.
func printedRow(k *mat.Dense, i, j int) *mat.VecDense {
	n, _ := k.Dims()
	v := mat.NewVecDense(n*(n+1)/2, nil)
	eachLower(n, func(at, p, q int) {
		w := (k.At(i, p) - k.At(j, p)) * (k.At(i, q) - k.At(j, q))
		if q < p {
			w *= 2
		}
		v.SetVec(at, w)
	})
	return v
}

// testSolves tests that a solves Q a = p in the dimensions that Q has, and returns how
// many these are.
func testSolves(t *testing.T, q *mat.SymDense, p, a *mat.VecDense) (rank int) {
	t.Helper()
	var e mat.EigenSym
	e.Factorize(q, true)
	var u mat.Dense
	e.VectorsTo(&u)
	values := e.Values(nil)
	for m, value := range values {
		if value < 1e-9*values[len(values)-1] {
			continue
		}
		rank++
		alpha := mat.Dot(u.ColView(m), p) / value
		if got := mat.Dot(u.ColView(m), a); math.Abs(got-alpha) > 1e-6*mat.Norm(a, 2) {
			t.Errorf("α is %v, that of the inner products %v", alpha, got)
		}
	}
	return rank
}
