package semidefinite

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// strip joins points of a bent strip, two wide, to those beside and across.
func strip(long int, bend float64) (*engine.Graph, *mat.Dense) {
	n := 2 * long
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		angle := bend * float64(i/2)
		x.SetRow(i, []float64{math.Sin(angle) / bend, math.Cos(angle) / bend, float64(i % 2)})
	}
	var edges []engine.Edge
	for i := range n {
		for _, j := range []int{i + 1, i + 2, i + 3} {
			if j < n && (j/2 == i/2 || j/2 == i/2+1) {
				edges = append(edges, engine.Edge{I: i, J: j, Length: math.Sqrt(square(x.RawRowView(i), x.RawRowView(j)))})
			}
		}
	}
	return graphOf(n, edges), x
}

// orthonormal returns an orthonormal basis of the columns of x.
func orthonormal(x *mat.Dense) *mat.Dense {
	var svd mat.SVD
	svd.Factorize(x, mat.SVDThin)
	var u mat.Dense
	svd.UTo(&u)
	return &u
}

// TestBasis: points that are polynomials of where they were are held to that, with a
// proof among such points; a basis of all that there is changes nothing.
func TestBasis(t *testing.T) {
	if testing.Short() {
		t.Skip("long: solves four programmes")
	}
	g, x := strip(20, 0.15)
	n := g.Len()
	features := mat.NewDense(n, 9, nil)
	for i := range n {
		a, b, c := x.At(i, 0), x.At(i, 1), x.At(i, 2)
		features.SetRow(i, []float64{a, b, c, a * a, a * b, b * b, a * c, b * c, 1})
	}
	p := Problem{Keep: g, Stretch: Everywhere{}, Nu: 0.1, Dim: 2}
	free := solve(t, p, 1e-6)
	for _, without := range []int{0, 1} { // with the constant column and without
		p.Basis = orthonormal(mat.DenseCopyOf(features.Slice(0, n, 0, 9-without)))
		held := solve(t, p, 1e-6)
		if held.Objective < free.Objective {
			t.Errorf("held to the basis F is %v, and %v without", held.Objective, free.Objective)
		}
		left := mat.DenseCopyOf(held.Y)
		var inner mat.Dense
		inner.Mul(p.Basis.T(), left)
		var back mat.Dense
		back.Mul(p.Basis, &inner)
		left.Sub(left, &back)
		centre(left)
		if off := mat.Norm(left, 2); off > 1e-9*mat.Norm(held.Y, 2) {
			t.Errorf("%v of Y is not in the basis", off)
		}
	}
	identity := mat.NewDense(n, n, nil)
	for i := range n {
		identity.Set(i, i, 1)
	}
	p.Basis = identity
	if all := solve(t, p, 1e-6); math.Abs(all.Objective-free.Objective) > 1e-9 {
		t.Errorf("by all of the space F is %v, want %v", all.Objective, free.Objective)
	}
}
