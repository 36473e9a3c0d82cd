package semidefinite

import (
	"math"
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
	const n, nu = 8, 1e-7
	g, x := sheet(4, 2, math.Pi/3)
	s := solve(t, Problem{Keep: g, Stretch: others(t, g), Nu: nu, Dim: 2}, 1e-3)
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			k.Set(i, j, math.Exp(-square(x.RawRowView(i), x.RawRowView(j))))
		}
	}
	var inner, inverse, a mat.Dense
	inner.Mul(s.Y, s.Y.T())
	if err := inverse.Inverse(k); err != nil {
		t.Fatal(err)
	}
	a.Product(&inverse, &inner, &inverse)

	xi := func(i, j int) *mat.VecDense { // of ‖y_i − y_j‖²
		v := mat.NewVecDense(n*(n+1)/2, nil)
		at := 0
		for p := range n {
			for q := range p + 1 {
				w := (k.At(i, p) - k.At(j, p)) * (k.At(i, q) - k.At(j, q))
				if q < p {
					w *= 2
				}
				v.SetVec(at, w)
				at++
			}
		}
		return v
	}
	lower := mat.NewVecDense(n*(n+1)/2, nil)
	at := 0
	for p := range n {
		for q := range p + 1 {
			lower.SetVec(at, a.At(p, q))
			at++
		}
	}
	q, p := mat.NewSymDense(lower.Len(), nil), mat.NewVecDense(lower.Len(), nil)
	var stretch, want float64
	for i := range n {
		for j := range i {
			ends, lengths := g.Of(i)
			kept := false
			for e, end := range ends {
				if int(end) == j {
					kept = true
					v := xi(i, j)
					v.ScaleVec(1/(lengths[e]*lengths[e]), v)
					q.SymRankOne(q, 1, v)
					p.AddVec(p, v)
				}
			}
			if !kept {
				stretch += mat.Dot(xi(i, j), lower)
				want += square(s.Y.RawRowView(i), s.Y.RawRowView(j))
			}
		}
	}
	if math.Abs(stretch/want-1) > 1e-9 {
		t.Errorf("A stretches to %v, its inner products to %v", stretch, want)
	}
	var e mat.EigenSym
	e.Factorize(q, true)
	var u mat.Dense
	e.VectorsTo(&u)
	rank := 0
	for m, value := range e.Values(nil) {
		if value < 1e-9*e.Values(nil)[q.SymmetricDim()-1] {
			continue
		}
		rank++
		alpha := mat.Dot(u.ColView(m), p) / value
		if got := mat.Dot(u.ColView(m), lower); math.Abs(got-alpha) > 1e-6*mat.Norm(lower, 2) {
			t.Errorf("α is %v, that of the inner products %v", alpha, got)
		}
	}
	if pairs := len(g.End) / 2; rank != pairs {
		t.Errorf("Q has rank %d, want %d, a dimension for each pair", rank, pairs)
	}
}
