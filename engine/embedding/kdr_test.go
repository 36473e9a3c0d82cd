package embedding

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/gram"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/random"
	"unfold/engine/spectral"
)

// TestKDRGolden compares cost and gradient with numbers worked out apart, at
// σ = σ_y = 1 and ε = 0.01.
func TestKDRGolden(t *testing.T) {
	s := golden()
	x, _ := centred(s.X)
	w := mat.NewDense(3, 2, nil)
	w.Apply(func(j, k int, _ float64) float64 { return math.Cos(0.5 + 1.1*float64(j) + 2.3*float64(k)) }, w)
	v, err := (&KDR{SigmaY: 1}).answers(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	at, err := (&exactDependence{x: x, v: v, c: 0.12}).at(t.Context(), spectral.Orthonormal(w), 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := at.gradient(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the cost", at.value(), 22.5934094808, 1e-9)
	near(t, "the length of the gradient", mat.Norm(g, 2), 17.674417538, 1e-9)
}

// kdrCases are rows drawn at random, rows that repeat, and columns whose scales
// are a million apart, with a response and with classes.
func kdrCases() map[string]engine.Sample {
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
	cases := map[string]engine.Sample{}
	for name, x := range map[string]*mat.Dense{"plain": plain, "repeated": repeated, "bad": bad} {
		y, labels := make([]float64, 30), make([]int, 30)
		for i := range y {
			y[i] = math.Sin(x.At(i%15, 0)) + 0.1*float64(i%15)
			labels[i] = i % 3
		}
		cases[name+" response"] = engine.Sample{X: x, Target: engine.Target{Response: mat.NewDense(len(y), 1, y)}}
		cases[name+" classes"] = engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b", "c"}}}
	}
	return cases
}

// TestKDRGradient holds gradients against central differences. Steps are in
// units of each row of w, since columns differ in scale; what is left is their
// own error.
func TestKDRGradient(t *testing.T) {
	for name, s := range kdrCases() {
		x, _ := centred(s.X)
		v, err := (&KDR{WidthY: 1}).answers(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		w := mat.NewDense(4, 2, nil)
		size := make([]float64, 4)
		for j := range 4 {
			size[j] = 1 / mat.Norm(x.ColView(j), 2)
			for p := range 2 {
				w.Set(j, p, 5*size[j]*math.Cos(float64(1+3*j+7*p)))
			}
		}
		for kind, cost := range map[string]dependence{
			"exact":    &exactDependence{x: x, v: v, c: 0.3},
			"features": newFeaturedDependence(x, v, 0.3, 2, 40, random.New(1, "test")),
		} {
			const sigma = 0.7
			at, err := cost.at(t.Context(), w, sigma)
			if err != nil {
				t.Fatal(err)
			}
			g, err := at.gradient(t.Context())
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
						at, err := cost.at(t.Context(), moved, sigma)
						if err != nil {
							t.Fatal(err)
						}
						return at.value()
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

// TestKDRFeaturesApproach: more cosines come closer to the kernel.
func TestKDRFeaturesApproach(t *testing.T) {
	s := kdrCases()["plain classes"]
	x, _ := centred(s.X)
	v, _ := (&KDR{}).answers(t.Context(), s)
	w := spectral.Orthonormal(mat.NewDense(4, 2, []float64{1, 0, 0, 1, 0.5, 0, 0, 0.2}))
	want, err := (&exactDependence{x: x, v: v, c: 0.3}).at(t.Context(), w, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, tolerance := range map[int]float64{200: 0.2, 4000: 0.02} {
		got, err := newFeaturedDependence(x, v, 0.3, 2, m, random.New(1, "test")).at(t.Context(), w, 1)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "the cost by random cosines", got.value(), want.value(), tolerance)
	}
}

// TestKDRFactor: the factor of a Gram matrix multiplies to it.
func TestKDRFactor(t *testing.T) {
	y := projections(t, "y")
	k := gram.RBF{Sigma: 0.3}
	v, err := factored(t.Context(), k, y, 1e-13)
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

// TestKDRFinds the plane that a response lives on, which no direction of it
// shows alone.
func TestKDRFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(200, 5, nil), make([]float64, 200)
	for i := range 200 {
		for j := range 5 {
			x.Set(i, j, r.Float64())
		}
		y[i] = math.Sin(2*math.Pi*x.At(i, 0)) * math.Sin(2*math.Pi*x.At(i, 1))
	}
	s := engine.Sample{X: x, Target: engine.Target{Response: mat.NewDense(len(y), 1, y)}}
	for _, features := range []int{engine.Auto, 300} {
		m := &KDR{}
		engine.SetDefaults(m)
		m.Features = features
		own := embed(t, m, s).Map.(linear)
		var outside float64
		for _, w := range own.columns {
			for _, v := range w[2:] {
				outside += v * v / 2
			}
		}
		t.Logf("features %d: share outside the plane %.3g", features, outside)
		if outside > 0.02 {
			t.Errorf("features %d: %.3g of the directions lies outside the plane", features, outside)
		}
	}
}

func TestKDRSameBitsAtAnyProcs(t *testing.T) {
	s := irises(t)
	for _, features := range []int{engine.Auto, 50} {
		m := &KDR{}
		engine.SetDefaults(m)
		m.Features, m.Iterations = features, 5
		want := embed(t, m, s)
		for _, procs := range []int{1, 2, 7} {
			before := runtime.GOMAXPROCS(procs)
			got := embed(t, m, s)
			runtime.GOMAXPROCS(before)
			if !mat.Equal(got.Y, want.Y) {
				t.Errorf("features %d: GOMAXPROCS = %d gives other bits", features, procs)
			}
		}
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

// TestKDRUnconstrainedGradient holds the gradient by a matrix of full rank against
// central differences, through its factor of orthonormal columns.
func TestKDRUnconstrainedGradient(t *testing.T) {
	s := kdrCases()["plain classes"]
	x, _ := centred(s.X)
	v, err := (&KDR{}).answers(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for kind, cost := range map[string]dependence{
		"exact":    &exactDependence{x: x, v: v, c: 0.3},
		"features": newFeaturedDependence(x, v, 0.3, 2, 40, random.New(1, "test")), // which minds how Q is turned
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

// TestKDREndsByItsGradient, and says so where its steps are used up before.
func TestKDREndsByItsGradient(t *testing.T) {
	s := irises(t)
	for iterations, early := range map[int]bool{2: true, 500: false} {
		m := &KDR{}
		engine.SetDefaults(m)
		m.Iterations = iterations
		ctx, notes := engine.WithNotes(t.Context(), "kdr")
		if _, err := m.Embed(ctx, s); err != nil {
			t.Fatal(err)
		}
		if text := fmt.Sprint(notes()); strings.Contains(text, "still falling after 2 steps, where its gradient was") != early {
			t.Errorf("%d iterations: the notes are %s", iterations, text)
		}
	}
}
