package stochastic

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
	"unfold/engine/stage/form"
)

// TestSpreadDrawsOneOfEachCell: as many as asked for, no row twice, and as far spread
// as all rows are.
func TestSpreadDrawsOneOfEachCell(t *testing.T) {
	x := drawnRows(1000, 4)
	for _, count := range []int{1, 7, 100, 999, 1000} {
		rows, err := spread(t.Context(), x, count, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != count || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != count {
			t.Errorf("%d rows drawn for %d, or some of them twice", len(rows), count)
		}
		var sum float64
		for _, i := range rows {
			sum += x.At(i, 0)
		}
		if mean := sum / float64(count); count >= 100 && math.Abs(mean) > 0.15 { // of normal numbers, 0.1 is one deviation of a mean of 100
			t.Errorf("the mean of %d rows is %.2f", count, mean)
		}
	}
}

// TestLandmarkMapPlacesRowsByTheirLandmarks: a landmark and its copies where it is, others
// where linear places are about, alone as in company.
func TestLandmarkMapPlacesRowsByTheirLandmarks(t *testing.T) {
	landmarks := drawnRows(800, 2)
	linear := func(x []float64) []float64 { return []float64{x[0] - 2*x[1], 3 * x[0]} }
	y := mat.NewDense(800, 2, nil)
	for i := range 800 {
		y.SetRow(i, linear(landmarks.RawRowView(i)))
	}
	r, x := random.New(9, "others"), mat.NewDense(300, 2, nil)
	x.Apply(func(int, int, float64) float64 { return 0.5 * r.Normal() }, x)
	x.SetRow(7, landmarks.RawRowView(70))
	place := func(x *mat.Dense) *mat.Dense {
		placed, err := engine.Image(t.Context(), newLandmarkMap(landmarks, y), x)
		if err != nil {
			t.Fatal(err)
		}
		return placed
	}
	placed := place(x)
	if !slices.Equal(placed.RawRowView(7), y.RawRowView(70)) {
		t.Errorf("a landmark at %v is placed at %v", y.RawRowView(70), placed.RawRowView(7))
	}
	for i := range 300 {
		alone := place(mat.DenseCopyOf(x.Slice(i, i+1, 0, 2)))
		if !slices.Equal(alone.RawRowView(0), placed.RawRowView(i)) {
			t.Errorf("row %d is placed at %v alone, at %v in company", i, alone.RawRowView(0), placed.RawRowView(i))
		}
		want := linear(x.RawRowView(i))
		if off := math.Hypot(placed.At(i, 0)-want[0], placed.At(i, 1)-want[1]); off > 0.5 {
			t.Errorf("row %d is %.2f from where it belongs", i, off)
		}
	}
}

// TestTSNEOfLandmarks places all rows by some: their clusters stay apart, and a note
// tells the loss.
func TestTSNEOfLandmarks(t *testing.T) {
	const n = 900
	r, x := random.New(4, "clusters"), mat.NewDense(n, 4, nil)
	x.Apply(func(i, j int, _ float64) float64 { return r.Normal() + 12*float64(i%3)*float64((j+i)%3) }, x)
	s := engine.Sample{X: x, Rows: make([]int, n)}
	for name, shape := range map[string]engine.Form{"free": nil, "linear": new(form.Linear)} {
		t.Run(name, func(t *testing.T) {
			m := usualTSNE()
			m.Landmarks, m.Map = 200, shape
			ctx, notes := engine.WithNotes(t.Context(), "tsne")
			e, err := m.Embed(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(notes(), func(n engine.Note) bool {
				return strings.HasPrefix(n.Text, "200 of 900 rows were laid out") && strings.Contains(n.Text, "Q_NX = 0.")
			}) {
				t.Errorf("notes are %v", notes())
			}
			apart := 0
			for i := range n {
				far := make([]float64, n)
				engine.Euclidean(e.Y).Row(far, i)
				if near := nearestTo(nil, far, engine.Euclidean(e.Y), i, 1); int(near[0].Index)%3 != i%3 {
					apart++
				}
			}
			if apart > n/100 {
				t.Errorf("%d of %d rows have their nearest in another cluster", apart, n)
			}
		})
	}
}

// TestTSNERefusesLandmarks of distances that are not those of points, and too few for
// their perplexity.
func TestTSNERefusesLandmarks(t *testing.T) {
	x := drawnRows(60, 3)
	for param, s := range map[string]engine.Sample{
		"landmarks":  {X: x, Rows: make([]int, 60), Distances: hidden{engine.Euclidean(x)}},
		"perplexity": {X: x, Rows: make([]int, 60)},
	} {
		m := usualTSNE()
		m.Landmarks, m.Perplexity = 30, 15
		_, err := m.Embed(t.Context(), s)
		if refusal, ok := err.(*engine.Error); !ok || refusal.Param != param || len(refusal.Remedy) == 0 {
			t.Errorf("%s: got %v", param, err)
		}
	}
}

// TestTSNEMapsAmongLandmarks: unseen rows are mapped as the rows beyond the landmarks were
// placed, one alone as all at once, where distances are those of the columns.
func TestTSNEMapsAmongLandmarks(t *testing.T) {
	x := drawnRows(400, 5)
	copy(x.RawRowView(9), x.RawRowView(8))
	for dim := 1; dim <= 3; dim++ {
		m := usualTSNE()
		m.Landmarks, m.Dim = 120, dim
		e := embed(t, m, engine.Sample{X: x, Rows: make([]int, 400)})
		if e.Map == nil {
			t.Fatal("there is no map")
		}
		alone := mat.NewDense(1, dim, nil)
		for i := range 400 {
			if err := e.Map.Apply(t.Context(), alone, mat.DenseCopyOf(x.Slice(i, i+1, 0, 5))); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(alone.RawRowView(0), e.Y.RawRowView(i)) {
				t.Fatalf("row %d is placed at %v, and mapped to %v", i, e.Y.RawRowView(i), alone.RawRowView(0))
			}
		}
		if !slices.Equal(e.Y.RawRowView(8), e.Y.RawRowView(9)) {
			t.Errorf("copies are at %v and %v", e.Y.RawRowView(8), e.Y.RawRowView(9))
		}
	}
	m := usualTSNE()
	m.Landmarks = 120
	if e := embed(t, m, engine.Sample{X: x, Rows: make([]int, 400), Distances: engine.Euclidean(mat.DenseCopyOf(x))}); e.Map != nil {
		t.Error("rows are mapped by columns that were not measured")
	}
}

// TestTSNEPlacesRowsByTheirOwnDescent: on a bent sheet they keep more of their neighbours
// than the means that they start from.
func TestTSNEPlacesRowsByTheirOwnDescent(t *testing.T) {
	const n = 1200
	r, x := random.New(6, "sheet"), mat.NewDense(n, 8, nil)
	for i := range n {
		u, v := 3*r.Uniform(), 3*r.Uniform()
		for j := range 8 {
			x.Set(i, j, math.Sin(u*float64(j%3+1)+v*float64(j%2+1)+float64(j))+0.05*r.Normal())
		}
	}
	rows, err := spread(t.Context(), x, 300, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, landmarks := usualTSNE(), engine.Sample{X: x, Rows: evenly(n, n)}.Only(rows).X
	y := embed(t, m, engine.Sample{X: landmarks}).Y
	down, err := m.landmarkMap(t.Context(), landmarks, y)
	if err != nil {
		t.Fatal(err)
	}
	var others []int
	for i := range n {
		if !slices.Contains(rows, i) {
			others = append(others, i)
		}
	}
	kept := func(by engine.Map) float64 {
		placed, err := engine.Image(t.Context(), by, x)
		if err != nil {
			t.Fatal(err)
		}
		share, err := agreement(t.Context(), engine.Euclidean(x), engine.Euclidean(placed), others, 30)
		if err != nil {
			t.Fatal(err)
		}
		return share
	}
	if means, descended := kept(newLandmarkMap(landmarks, y)), kept(down); !(descended > 1.02*means) {
		t.Errorf("Q_NX(30) is %.3f by means, %.3f by descent", means, descended)
	}
}

// TestTSNERefusesRowsBeyondMeasure: too far from all landmarks to tell which are near.
func TestTSNERefusesRowsBeyondMeasure(t *testing.T) {
	m := usualTSNE()
	m.Landmarks = 40
	e := embed(t, m, engine.Sample{X: drawnRows(60, 3), Rows: make([]int, 60)})
	err := e.Map.Apply(t.Context(), mat.NewDense(1, 2, nil), mat.NewDense(1, 3, []float64{1e200, -1e200, 1e200}))
	if refusal, ok := err.(*engine.Error); !ok || len(refusal.Remedy) == 0 {
		t.Errorf("got %v", err)
	}
}
