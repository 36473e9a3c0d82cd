package spectral

import (
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// TestTriangulationOfARectangle is worked out by hand: landmarks at the corners
// of a rectangle, from which the point (1, 1) is √2, √5, √10 and √13 away.
func TestTriangulationOfARectangle(t *testing.T) {
	corners := mat.NewDense(4, 2, []float64{0, 0, 3, 0, 0, 4, 3, 4})
	d, err := Gather(t.Context(), engine.Euclidean(corners), true)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := Triangulate(t.Context(), d, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(tr.Values[0]-16) > 1e-12 || math.Abs(tr.Values[1]-9) > 1e-12 {
		t.Errorf("eigenvalues are %v, want 16 and 9", tr.Values)
	}
	far := []float64{2, 5, 10, 13}
	y, err := tr.Place(t.Context(), 1, 2, func(dst []float64, l, _, _ int) { dst[0] = far[l] })
	if err != nil {
		t.Fatal(err)
	}
	z := tr.Coordinates(2)
	for l, want := range far {
		if got := euclidean(y.RawRowView(0), z.RawRowView(l)); math.Abs(got*got-want) > 1e-12 {
			t.Errorf("squared distance to landmark %d is %v, want %v", l, got*got, want)
		}
	}
}

// TestTriangulationReturnsPoints: distances to landmarks that span the points
// give the points back, landmarks where scaling has put them, at any number of
// processors.
func TestTriangulationReturnsPoints(t *testing.T) {
	const n, landmarks = 700, 30
	x := points(6, n, 3)
	all := engine.Euclidean(x)
	near := engine.Euclidean(mat.DenseCopyOf(x.Slice(0, landmarks, 0, 3)))
	d, err := Gather(t.Context(), near, true)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := Triangulate(t.Context(), d, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	rows := mat.NewDense(landmarks, n, nil)
	for l := range landmarks {
		all.Row(rows.RawRowView(l), l)
	}
	place := func() *mat.Dense {
		y, err := tr.Place(t.Context(), n, 3, func(dst []float64, l, from, to int) {
			for i, v := range rows.RawRowView(l)[from:to] {
				dst[i] = v * v
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return y
	}
	y := place()
	if z := tr.Coordinates(3); !mat.EqualApprox(y.Slice(0, landmarks, 0, 3), z, 1e-9) {
		t.Error("landmarks are placed elsewhere")
	}
	for i := range n {
		if got, want := euclidean(y.RawRowView(i), y.RawRowView(0)), rows.At(0, i); math.Abs(got-want) > 1e-9 {
			t.Fatalf("row %d is placed %v from the first, want %v", i, got, want)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if !mat.Equal(place(), y) {
		t.Error("one processor gives other bits")
	}
}
