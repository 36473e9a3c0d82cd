package gram

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func points(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64())
		}
	}
	return x
}

func TestKernels(t *testing.T) {
	x, y := []float64{1, 2, 3, 4, 5}, []float64{2, 0, 1, 1, 7}
	for _, c := range []struct {
		kernel Kernel
		want   float64
	}{
		{Linear{}, 2 + 3 + 4 + 35},
		{RBF{Sigma: 3}, math.Exp(-(1 + 4 + 4 + 9 + 4) / 18.0)},
		{Polynomial{Sigma: 2, Offset: 1, Degree: 3}, math.Pow(44.0/4+1, 3)},
		{Sigmoid{Sigma: 8, Offset: -0.5}, math.Tanh(44.0/64 - 0.5)},
		{Sigmoid{Sigma: 1, Offset: 1}, 1},
	} {
		if got := c.kernel.Of(x, y); math.Abs(got-c.want) > 1e-13*c.want || got != c.kernel.Of(y, x) {
			t.Errorf("%#v of x and y is %v, want %v and symmetric", c.kernel, got, c.want)
		}
	}
}
