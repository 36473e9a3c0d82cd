package neighbour

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// lattice returns n points of a lattice in three dimensions, whose squared
// distances are whole numbers.
func lattice(n int) *mat.Dense {
	r := rand.New(rand.NewPCG(9, 9))
	x := mat.NewDense(n, 3, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return float64(r.IntN(12)) }, x)
	return x
}

// turned returns x turned in space by an angle, and made larger: all distances
// change in proportion, each with a rounding of its own.
func turned(x *mat.Dense, angle float64) *mat.Dense {
	sin, cos := math.Sincos(angle)
	turn := mat.NewDense(3, 3, []float64{cos, -sin, 0, sin * cos, cos * cos, -sin, sin * sin, cos * sin, cos})
	turn.Scale(1/3.0, turn)
	y := new(mat.Dense)
	y.Mul(x, turn)
	return y
}

// TestTiesSurviveProjection: rows of a lattice have the neighbours that they had,
// once the lattice is turned, however they are found.
func TestTiesSurviveProjection(t *testing.T) {
	x := lattice(500)
	want, err := Nearest(t.Context(), engine.Euclidean(x), 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, angle := range []float64{0.3, 1, 2.2} {
		y := turned(x, angle)
		check := func(way string, got *engine.Neighbours, err error) {
			if err != nil || !slices.Equal(got.Index, want.Index) {
				t.Errorf("turned by %g, %s: other neighbours (%v)", angle, way, err)
			}
		}
		got, err := Nearest(t.Context(), engine.Euclidean(y), 9)
		check("chosen", got, err)
		got, err = Nearest(t.Context(), rowsOnly{engine.Euclidean(y)}, 9)
		check("by rows", got, err)
		for _, sweeping := range []bool{false, true} {
			got, err = forced(t.Context(), y, 9, sweeping)
			check("forced", got, err)
		}
		ix, err := NewIndex(t.Context(), y)
		if err != nil {
			t.Fatal(err)
		}
		exact, _ := NewIndex(t.Context(), x)
		for i := range 500 {
			near, _ := ix.Query(nil, y.RawRowView(i), 9)
			due, _ := exact.Query(nil, x.RawRowView(i), 9)
			if !slices.EqualFunc(near, due, func(a, b Candidate) bool { return a.Index == b.Index }) {
				t.Fatalf("turned by %g: row %d is told other neighbours", angle, i)
			}
		}
	}
}

// TestEdgesSurviveProjection: of edges between groups that are equally long the
// first one is the shortest, also of a turned lattice, and what lies within a
// distance of the lattice does so then.
func TestEdgesSurviveProjection(t *testing.T) {
	x := lattice(300)
	y := turned(x, 0.7)
	of := make([]int32, 300)
	for i := range of {
		of[i] = int32(i % 40)
	}
	want, err := Shortest(t.Context(), engine.Euclidean(x), of, 40)
	if err != nil {
		t.Fatal(err)
	}
	for way, d := range map[string]engine.Distances{"points": engine.Euclidean(y), "rows": rowsOnly{engine.Euclidean(y)}} {
		got, err := Shortest(t.Context(), d, of, 40)
		if err != nil || !slices.EqualFunc(got, want, func(a, b engine.Edge) bool { return a.I == b.I && a.J == b.J }) {
			t.Errorf("%s: other edges (%v)", way, err)
		}
	}
	near, err := Within(t.Context(), engine.Euclidean(x), math.Sqrt(6))
	if err != nil {
		t.Fatal(err)
	}
	for way, d := range map[string]engine.Distances{"points": engine.Euclidean(y), "rows": rowsOnly{engine.Euclidean(y)}} {
		got, err := Within(t.Context(), d, math.Sqrt(6)/3)
		if err != nil || !slices.Equal(got.End, near.End) {
			t.Errorf("%s: other rows lie within (%v)", way, err)
		}
	}
}
