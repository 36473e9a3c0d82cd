package blas

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/mat"
)

// TestVectorsAgree with gonum's, and give the same bits wherever a vector lies.
func TestVectorsAgree(t *testing.T) {
	r, g, own := rand.New(rand.NewPCG(1, 9)), gonum.Implementation{}, gonumBLAS{}
	near := func(what string, got, want []float64) {
		t.Helper()
		for i, v := range want {
			if !(math.Abs(got[i]-v) <= 1e-12*(1+math.Abs(v))) {
				t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], v)
			}
		}
	}
	for _, n := range []int{0, 1, 2, 33, 100} {
		for _, inc := range [][2]int{{1, 1}, {3, 1}, {1, 2}, {-2, 1}, {2, -1}} {
			x, y := numbers[float64](r, 3*n+1), numbers[float64](r, 2*n+1)
			near("dot", []float64{own.Ddot(n, x, inc[0], y, inc[1])}, []float64{g.Ddot(n, x, inc[0], y, inc[1])})
			if inc[0] > 0 {
				near("length", []float64{own.Dnrm2(n, x, inc[0])}, []float64{g.Dnrm2(n, x, inc[0])})
			}
			for _, alpha := range []float64{0, -0.7} {
				got, want := append([]float64(nil), y...), append([]float64(nil), y...)
				own.Daxpy(n, alpha, x, inc[0], got, inc[1])
				g.Daxpy(n, alpha, x, inc[0], want, inc[1])
				near("axpy", got, want)
			}
			if together := own.Ddot(n, contiguous(n, x, inc[0]), 1, contiguous(n, y, inc[1]), 1); together != own.Ddot(n, x, inc[0], y, inc[1]) {
				t.Fatalf("steps %v change the bits of a product", inc)
			}
		}
	}
}

// TestGonumComesHere: what its matrices decompose into is what the packages of
// this project compute.
func TestGonumComesHere(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for _, size := range [][2]int{{7, 4}, {4, 7}, {300, 3}} {
		m, n := size[0], size[1]
		a := mat.NewDense(m, n, numbers[float64](r, m*n))
		for _, kind := range []mat.SVDKind{mat.SVDNone, mat.SVDThin, mat.SVDThinU, mat.SVDThinV, mat.SVDFull} {
			var svd mat.SVD
			if !svd.Factorize(a, kind) {
				t.Fatalf("%d×%d, %v: no singular values", m, n, kind)
			}
			var sum float64
			for _, v := range svd.Values(nil) {
				sum += v * v
			}
			if norm := mat.Norm(a, 2); math.Abs(math.Sqrt(sum)-norm) > 1e-13*norm {
				t.Errorf("%d×%d, %v: singular values have length %v, the matrix %v", m, n, kind, math.Sqrt(sum), norm)
			}
			if kind&mat.SVDThin != mat.SVDThin {
				continue
			}
			var u, v, again mat.Dense
			svd.UTo(&u)
			svd.VTo(&v)
			u.Apply(func(_, j int, x float64) float64 { return x * svd.Values(nil)[j] }, &u)
			again.Mul(&u, v.T())
			if !mat.EqualApprox(&again, a, 1e-13) {
				t.Errorf("%d×%d: U Σ Vᵀ is %v, want %v", m, n, mat.Formatted(&again), mat.Formatted(a))
			}
		}
	}
	square, inverse, product := mat.NewDense(9, 9, numbers[float64](r, 81)), mat.Dense{}, mat.Dense{}
	if err := inverse.Inverse(square); err != nil {
		t.Fatal(err)
	}
	product.Mul(square, &inverse)
	if !mat.EqualApprox(&product, mat.NewDiagDense(9, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}), 1e-11) {
		t.Errorf("A A⁻¹ is %v", mat.Formatted(&product))
	}
	for _, c := range []struct {
		a    *mat.Dense
		want bool
	}{{mat.NewDense(2, 2, []float64{1, 2, 2, 4}), false}, {mat.NewDense(2, 2, []float64{1, 0, 0, 1e-17}), false}, {mat.NewDense(2, 2, []float64{1, 0, 0, 1e-12}), true}} {
		inverse.Reset()
		if err := inverse.Inverse(c.a); (err == nil) != c.want {
			t.Errorf("inverting %v gives %v", mat.Formatted(c.a), err)
		}
	}
	var cholesky mat.Cholesky
	if !cholesky.Factorize(mat.NewSymDense(2, []float64{1, 0, 0, 1e-6})) || math.Abs(cholesky.Cond()-1e6) > 1 {
		t.Errorf("the condition of diag(1, 1e-6) is %v", cholesky.Cond())
	}
}
