package dependence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/spectral"
)

// rows are centred x, and V with V Vᵀ = G_y.
type rows struct{ x, v *mat.Dense }

// centre takes the means off the columns.
func centre(x *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(x)
	n, d := x.Dims()
	for c := range d {
		mean := mat.Sum(x.ColView(c)) / float64(n)
		for i := range n {
			out.Set(i, c, x.At(i, c)-mean)
		}
	}
	return out
}

// factored is V for responses y and their bandwidth.
func factored(t *testing.T, y *mat.Dense, sigma float64) *mat.Dense {
	t.Helper()
	v, err := Factor(t.Context(), gram.RBF{Sigma: sigma}, y, 1e-13)
	if err != nil {
		t.Fatal(err)
	}
	return centre(v)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// TestGolden compares cost and gradient with numbers worked out apart, at
// σ = σ_y = 1 and ε = 0.01.
func TestGolden(t *testing.T) {
	x, y := mat.NewDense(12, 3, nil), mat.NewDense(12, 1, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		a, b := float64(i), float64(j)
		return math.Sin(1 + 1.7*a + 0.9*b + 0.31*a*b)
	}, x)
	y.Apply(func(i, _ int, _ float64) float64 { return math.Cos(0.8 * float64(i)) }, y)
	x = centre(x)
	w := mat.NewDense(3, 2, nil)
	w.Apply(func(j, k int, _ float64) float64 { return math.Cos(0.5 + 1.1*float64(j) + 2.3*float64(k)) }, w)
	at, err := NewExact(x, factored(t, y, 1), 0.12).At(t.Context(), spectral.Orthonormal(w), 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := at.Gradient(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the cost", at.Value(), 22.5934094808, 1e-9)
	near(t, "the length of the gradient", mat.Norm(g, 2), 17.674417538, 1e-9)
}

// cases are rows drawn at random, rows that repeat, and columns whose scales
// are a million apart, with a response and with classes.
func cases(t *testing.T) map[string]rows {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	draw := func(n int, scale ...float64) *mat.Dense {
		x := mat.NewDense(n, 4, nil)
		x.Apply(func(_, j int, _ float64) float64 { return scale[j] * r.NormFloat64() }, x)
		return x
	}
	plain, repeated, bad := draw(30, 1, 1, 1, 1), draw(30, 1, 1, 1, 1), draw(30, 1, 1e3, 1e-3, 10)
	for i := range 15 {
		repeated.SetRow(15+i, repeated.RawRowView(i))
	}
	cases := map[string]rows{}
	for name, x := range map[string]*mat.Dense{"plain": plain, "repeated": repeated, "bad": bad} {
		y, indicators := mat.NewDense(30, 1, nil), mat.NewDense(30, 3, nil)
		for i := range 30 {
			y.Set(i, 0, math.Sin(x.At(i%15, 0))+0.1*float64(i%15))
			indicators.Set(i, i%3, 1)
		}
		median, err := gram.MedianDistance(t.Context(), y)
		if err != nil {
			t.Fatal(err)
		}
		cases[name+" response"] = rows{centre(x), factored(t, y, median)}
		cases[name+" classes"] = rows{centre(x), centre(indicators)}
	}
	return cases
}

// TestGradient holds gradients against central differences. Steps are in
// units of each row of w, since columns differ in scale; what is left is their
// own error.
func TestGradient(t *testing.T) {
	for name, c := range cases(t) {
		x, v := c.x, c.v
		w := mat.NewDense(4, 2, nil)
		size := make([]float64, 4)
		for j := range 4 {
			size[j] = 1 / mat.Norm(x.ColView(j), 2)
			for p := range 2 {
				w.Set(j, p, 5*size[j]*math.Cos(float64(1+3*j+7*p)))
			}
		}
		for kind, cost := range map[string]Cost{
			"exact":    NewExact(x, v, 0.3),
			"features": NewCosines(x, v, 0.3, 2, 40, random.New(1, "test")),
		} {
			const sigma = 0.7
			at, err := cost.At(t.Context(), w, sigma)
			if err != nil {
				t.Fatal(err)
			}
			g, err := at.Gradient(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var wrong, all float64
			for j := range 4 {
				for p := range 2 {
					h := 1e-4 * size[j]
					value := func(k float64) float64 {
						moved := mat.DenseCopyOf(w)
						moved.Set(j, p, w.At(j, p)+k*h)
						at, err := cost.At(t.Context(), moved, sigma)
						if err != nil {
							t.Fatal(err)
						}
						return at.Value()
					}
					// Richardson's combination, whose error is of the fourth order.
					slope := (8*(value(1)-value(-1)) - (value(2) - value(-2))) / (12 * h)
					diff := (slope - g.At(j, p)) * size[j]
					wrong += diff * diff
					all += slope * slope * size[j] * size[j]
				}
			}
			if rest := math.Sqrt(wrong / all); !(rest < 1e-6) {
				t.Errorf("%s, %s: the gradient is off by %.2g", name, kind, rest)
			}
		}
	}
}

// TestFeaturesApproach: more cosines come closer to the kernel.
func TestFeaturesApproach(t *testing.T) {
	c := cases(t)["plain classes"]
	x, v := c.x, c.v
	w := spectral.Orthonormal(mat.NewDense(4, 2, []float64{1, 0, 0, 1, 0.5, 0, 0, 0.2}))
	want, err := NewExact(x, v, 0.3).At(t.Context(), w, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, tolerance := range map[int]float64{200: 0.2, 4000: 0.02} {
		got, err := NewCosines(x, v, 0.3, 2, m, random.New(1, "test")).At(t.Context(), w, 1)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the cost by random cosines", got.Value(), want.Value(), tolerance)
	}
}

// TestFactor: the factor of a Gram matrix multiplies to it.
func TestFactor(t *testing.T) {
	y := mat.NewDense(60, 1, nil)
	y.Apply(func(i, _ int, _ float64) float64 { return 2 * math.Sin(float64(i*i)) }, y)
	k := gram.RBF{Sigma: 0.3}
	v, err := Factor(t.Context(), k, y, 1e-13)
	if err != nil {
		t.Fatal(err)
	}
	var product mat.Dense
	product.Mul(v, v.T())
	for i := range 60 {
		for j := range 60 {
			if want := k.Of(y.RawRowView(i), y.RawRowView(j)); math.Abs(product.At(i, j)-want) > 1e-11 {
				t.Fatalf("entry %d, %d is %g, want %g", i, j, product.At(i, j), want)
			}
		}
	}
	if _, r := v.Dims(); r > 40 {
		t.Errorf("%d columns for 60 rows", r)
	}
}

func TestSincos(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100000 {
		x := r.NormFloat64() * math.Pow(10, 6*r.Float64()-2)
		s, c := sincos(x)
		ws, wc := math.Sincos(x)
		if tolerance := 3e-16 + 1e-21*math.Abs(x); !(math.Abs(s-ws) < tolerance && math.Abs(c-wc) < tolerance) {
			t.Fatalf("sine and cosine of %g are %g, %g, want %g, %g", x, s, c, ws, wc)
		}
	}
	if s, _ := sincos(math.Inf(1)); !math.IsNaN(s) {
		t.Errorf("sine of infinity is %g", s)
	}
}

// TestUnconstrainedGradient holds the gradient by a matrix of full rank against
// central differences, through its factor of orthonormal columns.
func TestUnconstrainedGradient(t *testing.T) {
	c := cases(t)["plain classes"]
	x, v := c.x, c.v
	for kind, cost := range map[string]Cost{
		"exact":    NewExact(x, v, 0.3),
		"features": NewCosines(x, v, 0.3, 2, 40, random.New(1, "test")), // which minds how Q is turned
	} {
		f := unconstrained{cost, 0.7, 4, parallel.Count(t.Context(), "steps", 100)}
		w, g := []float64{1, 0.3, -0.4, 2, 0.7, 0.1, 0.2, -1.5}, make([]float64, 8)
		if _, err := f.Value(t.Context(), w, g); err != nil {
			t.Fatal(err)
		}
		for k := range w {
			value := func(step float64) float64 {
				moved := slices.Clone(w)
				moved[k] += step
				v, err := f.Value(t.Context(), moved, make([]float64, 8))
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			const h = 1e-4
			slope := (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
			near(t, kind, g[k], slope, 1e-7*(1+math.Abs(slope)))
		}
	}
}
