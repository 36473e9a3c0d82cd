package metric

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// waves is data that no draw is in, of three classes.
func waves() engine.Sample {
	x := mat.NewDense(12, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		return math.Sin(1 + 1.7*float64(i) + 0.9*float64(j) + 0.31*float64(i*j))
	}, x)
	return sample(x, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2)
}

// TestFisherOfWaves: the eigenvalues of J, and the length of a line, are those of a
// program written by the formulas.
func TestFisherOfWaves(t *testing.T) {
	s := waves()
	p := newParzen(s)
	p.setSigma(math.Sqrt(0.5))
	w := p.newPath()
	w.leave(s.X.RawRowView(0))
	if got := w.length(s.X.RawRowView(1), 10); !close(got, 1.784840891303871, 1e-12) {
		t.Errorf("the line is %.15g long", got)
	}
	at := func(v ...float64) float64 { // vᵀ J v at x_0 + 0.1, the middle of its line
		a, b := make([]float64, 3), make([]float64, 3)
		for c := range a {
			middle := s.X.At(0, c) + 0.1
			a[c], b[c] = middle-v[c]/2, middle+v[c]/2
		}
		w.leave(a)
		length := w.length(b, 1)
		return length * length
	}
	xx, yy, zz := at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)
	j := mat.NewSymDense(3, []float64{
		xx, (at(1, 1, 0) - xx - yy) / 2, (at(1, 0, 1) - xx - zz) / 2,
		0, yy, (at(0, 1, 1) - yy - zz) / 2,
		0, 0, zz,
	})
	var e mat.EigenSym
	e.Factorize(j, false)
	for k, want := range []float64{0, 0.0460066725, 1.20739786} {
		if got := e.Values(nil)[k]; !(math.Abs(got-want) < 1e-8) {
			t.Errorf("eigenvalue %d is %.10g, want %.10g", k, got, want)
		}
	}
}

// TestFisherIsTheDivergenceOfClasses: for a short step h, KL(p(·|x) ‖ p(·|x+h)) is
// half of its square.
func TestFisherIsTheDivergenceOfClasses(t *testing.T) {
	s := waves()
	p := newParzen(s)
	p.setSigma(0.8)
	a := []float64{0.2, -0.1, 0.3}
	b := []float64{0.2 + 1e-3, -0.1 + 2e-3, 0.3 - 1e-3}
	likely := func(x []float64) []float64 {
		w := p.newPath()
		w.leave(x)
		w.length(x, 1)
		sum := w.mass[0] + w.mass[1] + w.mass[2]
		return []float64{w.mass[0] / sum, w.mass[1] / sum, w.mass[2] / sum}
	}
	var divergence float64
	for c, v := range likely(a) {
		divergence += v * math.Log(v/likely(b)[c])
	}
	w := p.newPath()
	w.leave(a)
	if q := w.length(b, 1); !(math.Abs(q*q/2-divergence) < 5e-3*divergence) {
		t.Errorf("half the square is %v, the divergence %v", q*q/2, divergence)
	}
}

// TestFisherLeavesOutWhatTellsNothing: of two columns the second does not tell the
// class, and is hardly in any distance.
func TestFisherLeavesOutWhatTellsNothing(t *testing.T) {
	x, labels := mat.NewDense(64, 2, nil), make([]int, 64)
	for i := range 64 {
		x.SetRow(i, []float64{float64(i / 8), float64(i % 8)})
		labels[i] = i / 32
	}
	q := matrix(distances(t, &Fisher{K: 8, Sigma: 2, Steps: 10}, sample(x, labels...)))
	if across, along := q.At(3*8+3, 4*8+3), q.At(3*8, 3*8+7); !(along < 0.1*across) {
		t.Errorf("seven steps along are %v, one step across %v", along, across)
	}
}

// TestFisherMeasuresRowsWithoutAClass by the others' densities.
func TestFisherMeasuresRowsWithoutAClass(t *testing.T) {
	s := waves()
	all := matrix(distances(t, &Fisher{K: 11, Sigma: 0.7, Steps: 10}, s))
	s.Labels[4] = engine.Hidden
	some := matrix(distances(t, &Fisher{K: 11, Sigma: 0.7, Steps: 10}, s))
	if v := some.At(4, 0); !(v > 0) || v == all.At(4, 0) {
		t.Errorf("with its class the row is %v from the first, without it %v", all.At(4, 0), v)
	}
}

// TestFisherRefuses fewer than two classes.
func TestFisherRefuses(t *testing.T) {
	s := waves()
	for i := range s.Labels {
		s.Labels[i] = min(s.Labels[i], 0)
	}
	_, err := new(Fisher).Distances(t.Context(), s)
	var refusal *engine.Error
	if !errors.As(err, &refusal) || refusal.Remedy == nil {
		t.Errorf("error is %v", err)
	}
}

// TestFisherChoosesItsWidth: classes that alternate in stripes need narrow densities,
// classes that are drawn wide ones.
func TestFisherChoosesItsWidth(t *testing.T) {
	x, stripes, draws := mat.NewDense(144, 2, nil), make([]int, 144), make([]int, 144)
	r := rand.New(rand.NewPCG(3, 0))
	for i := range 144 {
		x.SetRow(i, []float64{float64(i / 12), float64(i % 12)})
		stripes[i], draws[i] = i/24%2, r.IntN(2)
	}
	width := func(labels []int) float64 {
		p := newParzen(sample(x, labels...))
		if err := p.choose(context.Background()); err != nil {
			t.Fatal(err)
		}
		return p.square
	}
	if narrow, wide := width(stripes), width(draws); !(narrow < wide) {
		t.Errorf("σ² is %v for stripes, %v for draws", narrow, wide)
	}
}

// TestSupervisedIsomap: by reading "outside" and rule "distance", warp is the
// dissimilarity of Geng, Zhan and Zhou.
func TestSupervisedIsomap(t *testing.T) {
	m := &Warp{Alpha: 0.5, Beta: engine.Auto, Reading: "outside", Rule: "distance"}
	q := matrix(distances(t, m, waves()))
	for j, want := range map[int]float64{1: 3.159362415884541, 3: 0.762904688184324} {
		if got := q.At(0, j); !close(got, want, 1e-12) {
			t.Errorf("rows 0 and %d are %.15g apart, want %.15g", j, got, want)
		}
	}
}
