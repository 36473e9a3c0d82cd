package decomposition

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

func TestInverse(t *testing.T) {
	for _, n := range []int{1, 2, 3, 16, 17, 60, 130} {
		stride := n + 1
		a, lu, pivots := random(uint64(n), n*stride), make([]float64, n*stride), make([]int, n)
		copy(lu, a)
		if !LU(n, n, lu, stride, pivots) {
			t.Fatalf("n = %d: a pivot is zero", n)
		}
		for i := range n {
			for j := range i {
				if math.Abs(lu[i*stride+j]) > 1 {
					t.Fatalf("n = %d: factor %d, %d is %v: the pivot was not the largest", n, i, j, lu[i*stride+j])
				}
			}
		}
		if !InvertLU(n, lu, stride, pivots) {
			t.Fatalf("n = %d: there is no inverse", n)
		}
		var product mat.Dense
		whole, inverse := mat.NewDense(n, stride, a).Slice(0, n, 0, n), mat.NewDense(n, stride, lu).Slice(0, n, 0, n)
		product.Mul(whole, inverse)
		bound := 1e-15 * float64(n+5) * mat.Norm(whole, 2) * mat.Norm(inverse, 2)
		for i := range n {
			for j := range n {
				if want := map[bool]float64{true: 1}[i == j]; !(math.Abs(product.At(i, j)-want) <= bound) {
					t.Fatalf("n = %d: number %d, %d of A A⁻¹ is %v", n, i, j, product.At(i, j))
				}
			}
		}
	}
}

// TestSingularMatrices are found by their pivots, ties going to the first row.
func TestSingularMatrices(t *testing.T) {
	a, pivots := []float64{1, 2, 3, -1, -2, -3, 2, 4, 6}, make([]int, 3)
	if LU(3, 3, a, 3, pivots) {
		t.Errorf("a matrix of rank 1 has pivots that are not zero: %v", a)
	}
	if pivots[0] != 2 {
		t.Errorf("the first pivot is row %d, want the largest, 2", pivots[0])
	}
	if InvertLU(3, a, 3, pivots) {
		t.Error("it has an inverse")
	}
	if LU(2, 2, []float64{math.NaN(), 1, 1, 1}, 2, pivots) {
		t.Error("what is not a number is a pivot")
	}
	tie := []float64{-2, 1, 2, 5}
	if LU(2, 2, tie, 2, pivots); pivots[0] != 0 {
		t.Errorf("of equal pivots row %d is taken", pivots[0])
	}
}

// TestConditions lie between a third of the true value and that, for matrices of
// which the inverse is known.
func TestConditions(t *testing.T) {
	for _, n := range []int{1, 2, 7, 40} {
		whole := mat.NewDense(n, n, random(uint64(n), n*n))
		var definite, inverse mat.Dense
		definite.Mul(whole, whole.T())
		for name, a := range map[string]*mat.Dense{"any": whole, "definite": &definite} {
			if err := inverse.Inverse(a); err != nil {
				t.Fatal(err)
			}
			for _, norm := range []float64{1, math.Inf(1)} {
				size := mat.Norm(a, norm)
				want := 1 / (size * mat.Norm(&inverse, norm))
				lu, pivots := mat.DenseCopyOf(a).RawMatrix().Data, make([]int, n)
				LU(n, n, lu, n, pivots)
				check := func(what string, got float64) {
					if !(got > 0.99*want && got <= 3*want) {
						t.Errorf("%s, n = %d, norm %v, %s: condition 1/%v, want 1/%v or up to a third of that", name, n, norm, what, 1/got, 1/want)
					}
				}
				check("LU", ConditionLU(n, lu, n, size, norm > 1))
				if name == "definite" {
					var c mat.Cholesky
					if !c.Factorize(mat.NewSymDense(n, a.RawMatrix().Data)) {
						t.Fatal("not definite")
					}
					check("Cholesky", ConditionCholesky(blas.Upper, n, c.RawU().(*mat.TriDense).RawTriangular().Data, n, size))
				}
			}
		}
	}
	if got := ConditionLU(2, []float64{1, 1, 0, 0}, 2, 2, false); got != 0 {
		t.Errorf("a singular matrix has condition 1/%v", got)
	}
}
