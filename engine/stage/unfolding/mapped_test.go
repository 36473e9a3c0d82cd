package unfolding

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/internal/random"
	"unfold/engine/stage/form"
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

// scattered are n rows of three classes, which two of twelve columns tell apart and the
// others hide from two coordinates that keep distances.
func scattered(n int) engine.Sample {
	stream := random.New(1, "scattered")
	x, labels := mat.NewDense(n, 12, nil), make([]int, n)
	for i := range labels {
		labels[i] = i % 3
		for c := range 12 {
			x.Set(i, c, stream.Normal())
		}
		x.Set(i, 0, x.At(i, 0)+3*float64(labels[i]))
		x.Set(i, 1, x.At(i, 1)+3*float64(labels[i]%2))
	}
	return engine.Sample{X: x, Target: engine.Target{Labels: labels, Classes: []string{"a", "b", "c"}}}
}

// TestClassesShowWhereNoMapKeepsDistances: what distances cost would outweigh classes;
// nu = auto has both count, and a number that is given is kept, which notes tell.
func TestClassesShowWhereNoMapKeepsDistances(t *testing.T) {
	s, unseen := scattered(150), scattered(300)
	right := func(m *MUHSIC) (share float64, notes string) {
		e, notes := embedNoted(t, m, s)
		image, err := engine.Image(t.Context(), e.Map, unseen.X)
		if err != nil {
			t.Fatal(err)
		}
		known := unseen.Target.Hide(nil)
		for i := 150; i < 300; i++ { // the rows before are those learned from
			known.Labels[i] = engine.Hidden
		}
		for i := 150; i < 300; i++ {
			if unseen.Labels[nearestKnown(image, known, i)] == unseen.Labels[i] {
				share += 1. / 150
			}
		}
		return share, notes
	}
	share, notes := right(defaultMUHSIC(byMap))
	if share < 0.8 || !strings.Contains(notes, "the map cannot keep distances: nu = 0.") {
		t.Errorf("by auto, %.2g of unseen rows lie beside their class; notes %q", share, notes)
	}
	given, notes := right(defaultMUHSIC(func(m *MUHSIC) { m.Map, m.Nu = &form.Linear{}, 0.01 }))
	if given > share-0.1 || !strings.Contains(notes, "outweighs what is drawn apart at nu = 0.01") {
		t.Errorf("by nu = 0.01, %.2g of unseen rows lie beside their class, by auto %.2g; notes %q", given, share, notes)
	}
}

// TestMapsThatKeepDistances have the ν of free points, and no note of another.
func TestMapsThatKeepDistances(t *testing.T) {
	s := enginetest.Grid(12, 9).Sample()
	auto, notes := embedNoted(t, defaultMVU(func(m *MVU) { m.Map = &form.Linear{} }), s)
	given := embed(t, defaultMVU(func(m *MVU) { m.Map, m.Nu = &form.Linear{}, 0.01 }), s)
	if !mat.Equal(auto.Y, given.Y) || strings.Contains(notes, "nu =") {
		t.Errorf("auto is not 0.01; notes %q", notes)
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
