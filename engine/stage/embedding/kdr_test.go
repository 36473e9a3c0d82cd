package embedding

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/linear/affine"
)

// TestKDRFinds the plane that a response lives on, which no direction of it
// shows alone.
func TestKDRFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("long: descends from several starts")
	}
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
		own := embed(t, m, s).Map.(affine.Map)
		var outside float64
		for _, w := range own.Columns {
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
