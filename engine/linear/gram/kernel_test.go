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

// TestSlopes: those of a weighted sum of kernel values, by central differences.
func TestSlopes(t *testing.T) {
	const n, d, step = 70, 5, 1e-5
	x, at, w := points(1, n, d), points(2, 1, d).RawRowView(0), points(3, 1, n).RawRowView(0)
	p := NewProfile(x)
	for _, k := range []Kernel{Linear{}, RBF{Sigma: 2}, Polynomial{Sigma: 2, Offset: 1, Degree: 3}, Polynomial{Sigma: 1, Degree: 1}, Sigmoid{Sigma: 3, Offset: -0.5}} {
		sum := func() (sum float64) {
			for i := range n {
				sum += w[i] * k.Of(at, x.RawRowView(i))
			}
			return sum
		}
		slope := make([]float64, d)
		p.Slope(k, slope, at, w)
		for c, got := range slope {
			was := at[c]
			at[c] = was + step
			above := sum()
			at[c] = was - step
			want := (above - sum()) / (2 * step)
			at[c] = was
			if math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%#v: the slope by column %d is %v, want %v", k, c, got, want)
			}
		}
	}
}
