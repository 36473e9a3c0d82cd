package unfolding

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/graph/geodesic"
	"unfold/engine/stage/generator"
)

func defaultMVU(change func(m *MVU)) *MVU {
	m := new(MVU)
	engine.SetDefaults(m)
	change(m)
	return m
}

// looseRoll are n points of a rolled sheet whose turns lie well apart, and the sheet.
func looseRoll(t *testing.T, n int) (engine.Sample, *mat.Dense) {
	t.Helper()
	source := new(generator.SwissRoll)
	engine.SetDefaults(source)
	source.N, source.Turns, source.Height = n, 1, 10
	table, err := source.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	flat := mat.NewDense(n, 2, nil)
	for i, way := range table.Truth() {
		flat.SetRow(i, []float64{way, table.X.At(i, 1)})
	}
	return engine.Sample{X: table.X, Target: table.Target}, flat
}

// TestRollUnrolls: the sheet comes back, with its spectrum, graph, proof and a note of
// it, by kept distances, by bounds and with rigid neighbourhoods.
func TestRollUnrolls(t *testing.T) {
	s, flat := looseRoll(t, 250)
	for name, m := range map[string]*MVU{
		"equal":   defaultMVU(func(*MVU) {}),
		"at most": defaultMVU(func(m *MVU) { m.Constraints = "atmost" }),
		"cliques": defaultMVU(func(m *MVU) { m.Cliques, m.K = "yes", 4 }),
	} {
		if testing.Short() && name != "equal" {
			continue
		}
		e, notes := embedNoted(t, m, s)
		if left := unexplained(e.Y, flat); left > 0.03 {
			t.Errorf("%s: %.3g of the sheet is not explained", name, left)
		}
		if e.Proof == nil || !e.Proof.Certified || e.Proof.Gap > 1e-4 || !strings.Contains(notes, "certified to a gap of") {
			t.Errorf("%s: proof %+v, notes %q", name, e.Proof, notes)
		}
		if len(e.Spectrum) < 2 || e.Graph.Len() != 250 || e.Target.Len() != 250 {
			t.Errorf("%s: spectrum %v, graph of %d, target of %d", name, e.Spectrum, e.Graph.Len(), e.Target.Len())
		}
		residual, err := e.Scree.Residual(t.Context())
		if err != nil || residual[1] > 0.05 {
			t.Errorf("%s: residual variances %v, error %v", name, residual, err)
		}
	}
}

// TestSquareGrid: a square grid has no diagonals among its four nearest, and shears;
// with the neighbours of rows kept from each other it lies as it was.
func TestSquareGrid(t *testing.T) {
	x := mat.NewDense(36, 3, nil)
	for i := range 36 {
		bend := 0.2 * float64(i/6)
		x.SetRow(i, []float64{math.Sin(bend) / 0.2, math.Cos(bend) / 0.2, 0.99 * float64(i%6)})
	}
	m := defaultMVU(func(m *MVU) { m.K, m.Cliques, m.Nu = 4, "yes", 0.001 })
	e := embed(t, m, engine.Sample{X: x})
	flat := mat.NewDense(36, 2, nil)
	for i := range 36 {
		flat.SetRow(i, []float64{float64(i / 6), 0.99 * float64(i%6)})
	}
	if left := unexplained(e.Y, flat); left > 1e-3 {
		t.Errorf("%.3g of the grid is not explained", left)
	}
}

// TestUnfoldedLandmarks: some rows are unfolded and the others placed between them,
// which a note tells; landmarks are all that the programme knows.
func TestUnfoldedLandmarks(t *testing.T) {
	s, flat := looseRoll(t, 600)
	e, notes := embedNoted(t, defaultMVU(func(m *MVU) { m.Landmarks = 150 }), s)
	if left := unexplained(e.Y, flat); left > 0.03 {
		t.Errorf("%.3g of the sheet is not explained", left)
	}
	if !strings.Contains(notes, "150 of 600 rows are unfolded") {
		t.Errorf("notes %q", notes)
	}
	if _, is := e.Target.(atPlaces).between.(*geodesic.Landmarks); !is {
		t.Errorf("target is a %T", e.Target)
	}
}

// TestColoursPart: drawn apart by their classes, rows of different ones lie farther
// from each other, beside rows of one, than where all are drawn apart.
func TestColoursPart(t *testing.T) {
	s := enginetest.Blobs(60).Sample()
	ratio := func(y *mat.Dense) float64 {
		var within, between, ofOne, ofTwo float64
		for i := range 60 {
			for j := range i {
				if s.Labels[i] == s.Labels[j] {
					within, ofOne = within+squared(y, i, j), ofOne+1
				} else {
					between, ofTwo = between+squared(y, i, j), ofTwo+1
				}
			}
		}
		return between / ofTwo * ofOne / within
	}
	coloured := new(MUHSIC)
	engine.SetDefaults(coloured)
	got, plain := ratio(embed(t, coloured, s).Y), ratio(embed(t, defaultMVU(func(*MVU) {}), s).Y)
	if got < plain {
		t.Errorf("different classes are %.3g times as far apart as one, and %.3g without colours", got, plain)
	}
}

// TestColoursOfResponses: the sheet unrolls along its response.
func TestColoursOfResponses(t *testing.T) {
	s, _ := looseRoll(t, 200)
	for _, kernel := range []string{"rbf", "linear"} {
		m := new(MUHSIC)
		engine.SetDefaults(m)
		m.KernelY = kernel
		e := embed(t, m, s)
		first, way := mat.NewDense(200, 1, mat.Col(nil, 0, e.Y)), mat.NewDense(200, 1, mat.Col(nil, 0, s.Response))
		if left := unexplained(first, way); left > 0.05 {
			t.Errorf("%s: %.3g of the way along the sheet is not explained by the first axis", kernel, left)
		}
	}
}

// TestRollBits: the same bits on one processor and on many.
func TestRollBits(t *testing.T) {
	s, _ := looseRoll(t, 120)
	var before *mat.Dense
	for _, processors := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(processors)
		e := embed(t, defaultMVU(func(*MVU) {}), s)
		runtime.GOMAXPROCS(was)
		if before != nil && !mat.Equal(before, e.Y) {
			t.Errorf("%d processors give other bits", processors)
		}
		before = e.Y
	}
}

// TestMVUCancels: it ends when its context does.
func TestMVUCancels(t *testing.T) {
	s, _ := looseRoll(t, 500)
	m := defaultMVU(func(*MVU) {})
	enginetest.Cancels(t, func(ctx context.Context) error { _, err := m.Embed(ctx, s); return err })
}

// TestMVURefuses gives what cannot be unfolded.
func TestMVURefuses(t *testing.T) {
	s, _ := looseRoll(t, 30)
	line := mat.NewDense(10, 2, nil)
	for i := range 10 {
		line.Set(i, 0, float64(i))
	}
	for name, c := range map[string]struct {
		change      func(m *MVU)
		x           *mat.Dense
		param, want string
	}{
		"too many":       {func(m *MVU) { m.K = 30 }, s.X, "k", "k = 30"},
		"all equal":      {func(*MVU) {}, mat.NewDense(5, 2, nil), "", "identical"},
		"one row":        {func(*MVU) {}, mat.NewDense(1, 2, nil), "", "too few rows"},
		"above the rank": {func(m *MVU) { m.K, m.Dim = 1, 3 }, line, "dim", "dim = 3 is more than"},
		"no stretching":  {func(m *MVU) { m.Nu = -1 }, s.X, "nu", "nu = -1 must be above zero"},
	} {
		_, err := defaultMVU(c.change).Embed(t.Context(), engine.Sample{X: c.x})
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || e.Remedy == nil || !strings.Contains(e.Cause, c.want) {
			t.Errorf("%s: error is %v, want one that blames %q, says %q and what to do", name, err, c.param, c.want)
		}
	}
	m := new(MUHSIC)
	engine.SetDefaults(m)
	var e *engine.Error
	if _, err := m.Embed(t.Context(), engine.Sample{X: s.X}); !errors.As(err, &e) || e.Remedy == nil {
		t.Errorf("without anything to learn the error is %v", err)
	}
}
