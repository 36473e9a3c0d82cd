package layout

import (
	"context"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/internal/simd"
)

// usual are openTSNE's settings.
func usual() Settings { return Settings{DoF: 1, Steps: 750, Repulsion: "auto"} }

// drawnStart returns points drawn near the origin.
func drawnStart(a *Affinities, dim int) *Points {
	r, z := random.New(1, "start"), NewPoints(a.Mass, dim)
	for c := range z.At {
		for i := range z.At[c] {
			z.At[c][i] = 1e-4 * r.Normal()
		}
	}
	return z
}

// TestRepulsionsComeToOneEnd: descents by the tree and the grid end as low as one by
// all pairs.
func TestRepulsionsComeToOneEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("long: lays out three times to the end")
	}
	x, of := drawnRows(300, 3, 20)
	a := affinitiesOf(t, x, 15, 45, of)
	ends := map[string]float64{}
	for _, method := range []string{"exact", "tree", "grid"} {
		s := usual()
		s.Repulsion = method
		r, err := Lay(t.Context(), a, drawnStart(a, 2), s)
		if err != nil {
			t.Fatal(err)
		}
		ends[method] = r.Divergence
	}
	for method, end := range ends {
		if math.Abs(end-ends["exact"]) > 0.02*ends["exact"] {
			t.Errorf("%s ends at %.4f, all pairs at %.4f", method, end, ends["exact"])
		}
	}
}

// few are settings of a short descent.
func few(method string) Settings {
	s := usual()
	s.Steps, s.Repulsion = 45, method
	return s
}

// TestLayIsTheSameBits under every level of instructions and number of processors.
func TestLayIsTheSameBits(t *testing.T) {
	x, of := drawnRows(500, 5, 7)
	for _, method := range []string{"exact", "tree", "grid"} {
		t.Run(method, func(t *testing.T) {
			var want *mat.Dense
			for level := simd.Portable; level <= simd.Best(); level++ {
				for procs := 1; procs <= 3; procs++ {
					if testing.Short() && procs > 1 && level < simd.Best() {
						continue
					}
					got := layAt(t, level, procs, x, of, method)
					if want == nil {
						want = got
					}
					if !mat.Equal(got, want) {
						t.Errorf("%v on %d processors gives other bits", level, procs)
					}
				}
			}
		})
	}
}

// layAt lays rows out under a level and so many processors.
func layAt(t *testing.T, level simd.Level, procs int, x *mat.Dense, of []int, method string) *mat.Dense {
	t.Helper()
	defer simd.Use(level)()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
	a := affinitiesOf(t, x, 10, 30, of)
	r, err := Lay(t.Context(), a, drawnStart(a, 2), few(method))
	if err != nil {
		t.Fatal(err)
	}
	return r.Matrix(a.Of)
}

// TestLayIsWatched at each step.
func TestLayIsWatched(t *testing.T) {
	x, of := drawnRows(60, 3, 0)
	a := affinitiesOf(t, x, 9, 30, of)
	var notes []string
	s := few("exact")
	s.Watch = func(_ context.Context, p engine.Progress, z *Points) bool {
		if z.Len() != 60 {
			t.Errorf("%d points are handed on", z.Len())
		}
		notes = append(notes, p.Note)
		return false
	}
	if _, err := Lay(t.Context(), a, drawnStart(a, 2), s); err != nil {
		t.Fatal(err)
	}
	if len(notes) != 46 || !strings.HasPrefix(notes[40], "step 40 of 45, divergence ") {
		t.Errorf("it told %q", notes)
	}
}

// TestLayEndsEarly where who watches has enough, with the layout that it has come to.
func TestLayEndsEarly(t *testing.T) {
	x, of := drawnRows(60, 3, 0)
	a := affinitiesOf(t, x, 9, 30, of)
	s := few("exact")
	s.Watch = func(_ context.Context, p engine.Progress, _ *Points) bool { return p.Fraction > 0.6 }
	r, err := Lay(t.Context(), a, drawnStart(a, 2), s)
	if err != nil || !r.Asked || r.Step != 28 || !(r.Divergence > 0) {
		t.Fatalf("it ended at step %d of divergence %v: %v", r.Step, r.Divergence, err)
	}
	if want, err := Divergence(t.Context(), a, r.Points, 1); err != nil || r.Divergence != want {
		t.Errorf("it tells a divergence of %v, where it is %v: %v", r.Divergence, want, err)
	}
}

// TestLaySettles where the gradient vanishes.
func TestLaySettles(t *testing.T) {
	x, of := drawnRows(60, 3, 0)
	a := affinitiesOf(t, x, 15, 59, of)
	s := usual()
	s.Steps = 6000
	r, err := Lay(t.Context(), a, drawnStart(a, 2), s)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Settled || r.Step >= s.Steps || r.Gradient > leastGradient {
		t.Errorf("after %d steps the gradient is %.2g, settled: %v", r.Step, r.Gradient, r.Settled)
	}
}

// TestRepulsionRefused: what a repulsion is not for.
func TestRepulsionRefused(t *testing.T) {
	for _, c := range []struct {
		method string
		dim    int
	}{{"tree", 1}, {"tree", 4}, {"grid", 3}, {"springs", 2}} {
		if _, err := NewRepulsion(c.method, c.dim, 1); err == nil {
			t.Errorf("%s was taken for %d dimensions", c.method, c.dim)
		}
	}
}
