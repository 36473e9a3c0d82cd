package semidefinite

import (
	"context"
	"math"
	"testing"

	"unfold/engine"
)

// graphOf joins rows by edges.
func graphOf(n int, edges []engine.Edge) *engine.Graph {
	g := &engine.Graph{Start: make([]int, n+1), Components: 1}
	for i := range n {
		for _, e := range edges {
			switch i {
			case e.I:
				g.End = append(g.End, int32(e.J))
			case e.J:
				g.End = append(g.End, int32(e.I))
			default:
				continue
			}
			g.Length = append(g.Length, e.Length)
		}
		g.Start[i+1] = len(g.End)
	}
	return g
}

// ring joins n rows in a circle of unit edges.
func ring(n int) *engine.Graph {
	var edges []engine.Edge
	for i := range n {
		edges = append(edges, engine.Edge{I: min(i, (i+1)%n), J: max(i, (i+1)%n), Length: 1})
	}
	return graphOf(n, edges)
}

// others weighs by one all pairs that are not kept.
func others(t *testing.T, g *engine.Graph) *Weighted {
	t.Helper()
	n := g.Len()
	w, err := NewWeighted(context.Background(), n, func(dst []float64, i int) {
		for j := range dst {
			dst[j] = 1
		}
		dst[i] = 0
		ends, _ := g.Of(i)
		for _, j := range ends {
			dst[j] = 0
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// solve goes down as far as rounding allows, which must be to the given gap.
func solve(t *testing.T, p Problem, gap float64) *Solution {
	t.Helper()
	p.Tolerance = 1e-18
	s, err := Solve(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if s.Gap > gap {
		t.Fatalf("gap %v, certificate %v after %d steps: no optimum", s.Gap, s.Certificate, s.Steps)
	}
	return s
}

// TestHexagon: a ring of six unit edges whose other pairs are drawn apart becomes a
// regular hexagon. With edges of square 1 + ρ the other pairs are at 3(1 + ρ) six
// times and 4(1 + ρ) three times, their sum is 30(1 + ρ); geodesics make it 51; so
// F = ρ² − ν 30(1 + ρ)/51, the lowest at ρ = ν (30/51)/2.
func TestHexagon(t *testing.T) {
	g := ring(6)
	for _, nu := range []float64{0.1, 0.01} {
		s := solve(t, Problem{Keep: g, Stretch: others(t, g), Nu: nu, Dim: 2}, 1e-12)
		for _, rho := range s.Tension {
			if want := nu * 30 / 51 / 2; math.Abs(rho-want) > 1e-9 {
				t.Errorf("nu = %v: tension %v, want %v", nu, rho, want)
			}
		}
		if math.Abs(s.Reference-51) > 1e-12 || s.Rank() != 2 {
			t.Errorf("nu = %v: reference %v, rank %d", nu, s.Reference, s.Rank())
		}
	}
}

// TestRings: at the limit of hard lengths rings of unit edges have the variance of
// regular polygons, n/(2 − 2 cos(2π/n)).
func TestRings(t *testing.T) {
	for _, n := range []int{5, 9, 16, 30} {
		g := ring(n)
		s := solve(t, Problem{Keep: g, Stretch: Everywhere{}, Nu: 1e-3, Dim: 2}, 1e-7)
		var trace float64
		for _, v := range s.Spectrum {
			trace += v
		}
		want := float64(n) / (2 - 2*math.Cos(2*math.Pi/float64(n)))
		square := trace / (1 + s.Tension[0])
		if math.Abs(square/want-1) > 4e-7 {
			t.Errorf("n = %d: trace %v, want %v", n, square, want)
		}
	}
}
