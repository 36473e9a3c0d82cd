package logit

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/fit/optimum"
	"unfold/engine/internal/moments"
)

// likelihoodOf is the problem of n rows of d columns, of classes that overlap.
func likelihoodOf(n, d, classes int, c float64) *likelihood {
	r, x, class := rand.New(rand.NewPCG(3, uint64(n))), mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = i % classes
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		x.Set(i, class[i]%d, x.At(i, class[i]%d)+1)
	}
	p := newLikelihood(classes, d, c)
	p.take(x, class, moments.ColumnMeans(x), 1)
	return p
}

// TestDerivatives holds first derivatives to differences of f, and second ones to
// differences of the first.
func TestDerivatives(t *testing.T) {
	for _, classes := range []int{2, 3} {
		p := likelihoodOf(700, 3, classes, 3)
		x := make([]float64, p.size())
		for k := range x {
			x[k] = math.Sin(float64(k + 1))
		}
		off, err := optimum.Difference(t.Context(), &evened{p, p.units()}, x)
		if err != nil || off > 1e-8 {
			t.Errorf("first derivatives are off by %v (%v)", off, err)
		}
		here, err := p.at(t.Context(), x, true)
		if err != nil {
			t.Fatal(err)
		}
		for k := range x {
			const h = 1e-5
			x[k] += h
			above, _ := p.at(t.Context(), x, false)
			x[k] -= 2 * h
			below, _ := p.at(t.Context(), x, false)
			x[k] += h
			for l := k; l < len(x); l++ {
				want := (above.first[l] - below.first[l]) / (2 * h)
				if got := here.second[k*p.size()+l]; math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
					t.Errorf("second derivative %d, %d is %v, want %v", k, l, got, want)
				}
			}
		}
	}
}

// TestBothSearchesEndAtOnePoint: f is convex.
func TestBothSearchesEndAtOnePoint(t *testing.T) {
	for _, classes := range []int{2, 3} {
		for _, c := range []float64{1e-3, 1, 1e4} {
			p := likelihoodOf(400, 5, classes, c)
			newton, err := p.newton(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			descent, err := p.descend(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if newton.Steepness > 1e-9 || newton.Iterations > 12 {
				t.Errorf("C=%g: %d steps of Newton's method leave %v of the gradient", c, newton.Iterations, newton.Steepness)
			}
			for k, v := range newton.X {
				if math.Abs(descent.X[k]-v) > 1e-6*max(1, math.Abs(v)) {
					t.Errorf("C=%g: coefficient %d is %v, want %v", c, k, descent.X[k], v)
				}
			}
		}
	}
}

// TestPosteriors add up to one, and are the likelihood of the classes.
func TestPosteriors(t *testing.T) {
	for _, classes := range []int{2, 3} {
		p := likelihoodOf(300, 4, classes, 1)
		x := mat.NewDense(300, 4, nil)
		x.Apply(func(i, j int, _ float64) float64 { return p.rows[i*p.wide+j] + p.mean[j] }, x)
		m, err := Fit(t.Context(), x, p.labels, classes, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		posteriors, err := m.Posteriors(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		var loss float64
		for i := range 300 {
			row := posteriors.RawRowView(i)
			if sum := mat.Sum(mat.NewVecDense(classes, row)); math.Abs(sum-1) > 1e-12 {
				t.Errorf("%d classes: the probabilities of row %d add up to %v", classes, i, sum)
			}
			loss -= math.Log(row[p.labels[i]])
		}
		var w []float64
		for f, b := range m.Intercepts {
			w = append(append(w, m.Weights.RawRowView(f)...), b)
		}
		here, err := p.at(t.Context(), w, false)
		if err != nil {
			t.Fatal(err)
		}
		var size float64
		for f := range m.Intercepts {
			row := m.Weights.RawRowView(f)
			size += mat.Dot(mat.NewVecDense(4, row), mat.NewVecDense(4, row))
		}
		if want := p.a*loss + p.r*size/2; math.Abs(here.value-want) > 1e-9*want {
			t.Errorf("%d classes: the likelihood is %v, by the probabilities %v", classes, here.value, want)
		}
	}
}
