package unfolding

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/form"
)

// TestSheetLiesFlatByAMap: rows of a flat sheet in space, whose distances a linear map
// can keep.
func TestSheetLiesFlatByAMap(t *testing.T) {
	p := enginetest.Grid(12, 9)
	m := defaultMVU(func(m *MVU) { m.Map = &form.Linear{} })
	e, notes := embedNoted(t, m, p.Sample())
	if off := enginetest.Procrustes(e.Y, p.Flat); !(off < 0.02) {
		t.Errorf("places are %.2g off", off)
	}
	if e.Map == nil || e.Graph.Len() != 108 || !strings.Contains(notes, "kept pairs are off by 0.00") {
		t.Errorf("there is a map: %v, notes %q", e.Map != nil, notes)
	}
	image, err := engine.Image(t.Context(), e.Map, p.Sample().X)
	if err != nil || !mat.Equal(image, e.Y) {
		t.Errorf("rows are not where the map places them: %v", err)
	}
}

// TestColoursDrawClassesApartByAMap: of two columns alike, the one that tells the
// class is seen when a map has one coordinate alone.
func TestColoursDrawClassesApartByAMap(t *testing.T) {
	x, labels := mat.NewDense(100, 2, nil), make([]int, 100)
	for i := range labels {
		x.SetRow(i, []float64{1.01 * float64(i%10), float64(i / 10)})
		labels[i] = i / 50
	}
	s := engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b"}}}
	m := new(MUHSIC)
	engine.SetDefaults(m)
	m.Dim, m.Map = 1, &form.Linear{}
	e, err := m.Embed(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	image, err := engine.Image(t.Context(), e.Map, mat.NewDense(3, 2, []float64{0, 0, 9, 0, 0, 9}))
	if err != nil {
		t.Fatal(err)
	}
	along, across := image.At(1, 0)-image.At(0, 0), image.At(2, 0)-image.At(0, 0)
	if !(across*across > along*along) {
		t.Errorf("the column that tells the class weighs %v, the other %v", across, along)
	}
}

// TestMapsRefuse what is for free points alone.
func TestMapsRefuse(t *testing.T) {
	for param, m := range map[string]*MVU{
		"constraints": defaultMVU(func(m *MVU) { m.Map, m.Constraints = &form.Linear{}, "atmost" }),
		"dim":         defaultMVU(func(m *MVU) { m.Map, m.Dim = &form.Linear{}, engine.Auto }),
	} {
		_, err := m.Embed(t.Context(), enginetest.Grid(5, 4).Sample())
		if refusal, ok := err.(*engine.Error); !ok || refusal.Param != param || len(refusal.Remedy) == 0 {
			t.Errorf("%s: %v", param, err)
		}
	}
}
