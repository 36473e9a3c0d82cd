package unfolding

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/stage/generator"
)

// folded is the folded sheet with its kept pairs.
func folded() (engine.Sample, [][]float64) {
	x, _, moves := foldedSheet()
	return engine.Sample{X: x}, moves
}

// apart is how far b is from a, as a share of a's size.
func apart(a, b *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(a, b)
	return mat.Norm(&d, 2) / mat.Norm(a, 2)
}

// TestPlacesDoNotDependOnSigma: while K has full rank the kernel moves unseen rows
// alone, and so does the ridge.
func TestPlacesDoNotDependOnSigma(t *testing.T) {
	s, moves := folded()
	narrow := embed(t, defaultEAT(func(m *EAT) { m.Keep, m.Sigma = moves, 0.4 }), s)
	wide := embed(t, defaultEAT(func(m *EAT) { m.Keep, m.Sigma, m.Lambda = moves, 1.2, 1e-9 }), s)
	if !mat.Equal(narrow.Y, wide.Y) {
		t.Errorf("places differ by %g with sigma", apart(narrow.Y, wide.Y))
	}
	between := mat.NewDense(1, 3, []float64{0.5, 0.2, 0.55})
	a, b := mat.NewDense(1, 2, nil), mat.NewDense(1, 2, nil)
	for _, m := range []struct {
		engine.Map
		to *mat.Dense
	}{{narrow.Map, a}, {wide.Map, b}} {
		if err := m.Apply(t.Context(), m.to, between); err != nil {
			t.Fatal(err)
		}
	}
	if mat.Equal(a, b) {
		t.Error("an unseen row has the same image under both kernels")
	}
}

// TestTheMapGoesThroughPlaces: without a ridge it does, with one it comes near, and
// rows far from all others go to the mean.
func TestTheMapGoesThroughPlaces(t *testing.T) {
	s, moves := folded()
	for lambda, most := range map[float64]float64{1e-12: 1e-6, engine.Auto: 0.02} {
		e := embed(t, defaultEAT(func(m *EAT) { m.Keep, m.Lambda, m.Sigma = moves, lambda, 0.6 }), s)
		images := mat.NewDense(28, 2, nil)
		if err := e.Map.Apply(t.Context(), images, s.X); err != nil {
			t.Fatal(err)
		}
		if off := apart(e.Y, images); off > most {
			t.Errorf("with lambda = %g images are %g off", lambda, off)
		}
		far := mat.NewDense(1, 2, nil)
		if err := e.Map.Apply(t.Context(), far, mat.NewDense(1, 3, []float64{1e3, 0, 0})); err != nil {
			t.Fatal(err)
		}
		if far.At(0, 0) != 0 || far.At(0, 1) != 0 {
			t.Errorf("a row far away goes to %v", far.RawRowView(0))
		}
	}
}

// TestScaleOfDistances: distances s times as long lead to places s times as far, as
// near to what is asked.
func TestScaleOfDistances(t *testing.T) {
	s, moves := folded()
	once := embed(t, defaultEAT(func(m *EAT) { m.Keep = moves }), s)
	var far mat.Dense
	far.Scale(7, s.X)
	times := embed(t, defaultEAT(func(m *EAT) { m.Keep, m.Tau = moves, &far }), s)
	times.Y.Scale(1.0/7, times.Y)
	if d := apart(once.Y, times.Y); d > 1e-4 {
		t.Errorf("places differ by %g", d)
	}
}

// TestMovedRows: the same constant on all rows changes nothing.
func TestMovedRows(t *testing.T) {
	s, moves := folded()
	once := embed(t, defaultEAT(func(m *EAT) { m.Keep = moves }), s)
	moved := mat.DenseCopyOf(s.X)
	moved.Apply(func(_, _ int, v float64) float64 { return v + 8 }, moved)
	if d := apart(once.Y, embed(t, defaultEAT(func(m *EAT) { m.Keep = moves }), engine.Sample{X: moved}).Y); d > 1e-4 {
		t.Errorf("places differ by %g", d)
	}
}

// TestMoreStretchStrainsMore: as nu grows, what is drawn apart is never less far, and
// what is kept never better kept.
func TestMoreStretchStrainsMore(t *testing.T) {
	s, moves := folded()
	var farBefore, strainBefore float64
	for _, nu := range []float64{0.003, 0.03, 0.3} {
		e := embed(t, defaultEAT(func(m *EAT) { m.Keep, m.Nu, m.Dim = moves, nu, 2 }), s)
		var far, strain float64
		kept := make([]bool, 28*28)
		for i := range 28 {
			ends, lengths := e.Graph.Of(i)
			for at, j := range ends {
				kept[28*i+int(j)] = true
				rho := squared(e.Y, i, int(j))/(lengths[at]*lengths[at]) - 1
				strain += rho * rho
			}
			for j := range 28 {
				if i != j && !kept[28*i+j] {
					far += squared(e.Y, i, j) / squared(s.X, i, j)
				}
			}
		}
		if far < farBefore*(1-1e-6) || strain < strainBefore*(1-1e-6) {
			t.Errorf("at nu = %g others are %g apart after %g, kept pairs off by %g after %g", nu, far, farBefore, strain, strainBefore)
		}
		farBefore, strainBefore = far, strain
	}
}

// TestCopiesHaveOnePlace: rows that are there again change no other row's place.
func TestCopiesHaveOnePlace(t *testing.T) {
	s, _ := folded()
	once := embed(t, defaultEAT(func(m *EAT) { m.K = 4 }), s)
	twice := mat.NewDense(31, 3, nil)
	for i := range 31 {
		twice.SetRow(i, s.X.RawRowView(i*i%28*boolToInt(i >= 28)+i*boolToInt(i < 28)))
	}
	again, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.K = 4 }), engine.Sample{X: twice})
	if !mat.Equal(again.Y.Slice(0, 28, 0, 2), once.Y) {
		t.Error("copies move other rows")
	}
	for i := 28; i < 31; i++ {
		if !mat.Equal(again.Y.RowView(i), again.Y.RowView(i*i%28)) {
			t.Errorf("row %d is not where the row is that it equals", i)
		}
	}
	if !strings.Contains(notes, "3 of 31 rows are copies") {
		t.Errorf("notes are %v", notes)
	}
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSameBitsAnywhere compares one processor with all.
func TestSameBitsAnywhere(t *testing.T) {
	s, moves := folded()
	m := defaultEAT(func(m *EAT) { m.Keep = moves })
	all := embed(t, m, s)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := embed(t, m, s); !mat.Equal(all.Y, one.Y) {
		t.Error("one processor finds other places")
	}
}

// TestPartsAreJoined: what a bridge joins is told.
func TestPartsAreJoined(t *testing.T) {
	x := mat.NewDense(8, 2, nil)
	for i := range 8 {
		x.SetRow(i, []float64{float64(i%4) + float64(i/4*20), float64(i * i % 3)})
	}
	e, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.K = 2 }), engine.Sample{X: x, Rows: []int{10, 11, 12, 13, 14, 15, 16, 17}})
	if len(e.Graph.Bridges) != 1 || !strings.Contains(notes, "2 components, joined by 1 bridge: row 13 to row 14") {
		t.Errorf("bridges are %v, notes %v", e.Graph.Bridges, notes)
	}
	var pairs [][]float64 // the same by a list
	for i := range 8 {
		for _, j := range []int{i + 1, i + 2} {
			if j/4 == i/4 && j < 8 {
				pairs = append(pairs, []float64{float64(10 + i), float64(10 + j)})
			}
		}
	}
	if _, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.Keep = pairs }), engine.Sample{X: x, Rows: []int{10, 11, 12, 13, 14, 15, 16, 17}}); !strings.Contains(notes, "keep list had 2 components") {
		t.Errorf("notes are %v", notes)
	}
}

// TestPolynomialUnrolls: places in the range of a polynomial kernel, whose rank is that
// of its monomials, unroll an Archimedean roll, whose length is nearly a quadratic form.
func TestPolynomialUnrolls(t *testing.T) {
	x, flat, moves := roll(4, 15)
	e, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.Kernel, m.Degree, m.Keep, m.Nu = "poly", 2, moves, 0.1 }), engine.Sample{X: x})
	if !strings.Contains(notes, "rank 10 of 60 rows") {
		t.Errorf("notes are %v", notes)
	}
	if left := unexplained(e.Y, flat); left > 0.01 {
		t.Errorf("a share of %g is not on the sheet", left)
	}
	images := mat.NewDense(60, 2, nil)
	if err := e.Map.Apply(t.Context(), images, x); err != nil {
		t.Fatal(err)
	}
	if off := apart(e.Y, images); off > 0.05 {
		t.Errorf("images are %g off", off)
	}
}

// roll is a sheet of h by l rows, rolled up to one turn, and flat, with the pairs a
// king could move between.
func roll(h, l int) (x, flat *mat.Dense, moves [][]float64) {
	x, flat = mat.NewDense(h*l, 3, nil), mat.NewDense(h*l, 2, nil)
	for a := range l {
		turn := 1.5*math.Pi + 2*math.Pi*float64(a)/float64(l-1)
		length := (turn*math.Sqrt(1+turn*turn) + math.Asinh(turn)) / 2
		for b := range h {
			x.SetRow(a*h+b, []float64{turn * math.Cos(turn), 10 * float64(b) / float64(h-1), turn * math.Sin(turn)})
			flat.SetRow(a*h+b, []float64{length, 10 * float64(b) / float64(h-1)})
			for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				if c, d := a+step[0], b+step[1]; c < l && d >= 0 && d < h {
					moves = append(moves, []float64{float64(h*a + b), float64(h*c + d)})
				}
			}
		}
	}
	return x, flat, moves
}

// TestGivenKernel: a table that holds the values of a kernel leads to the places that
// the kernel leads to, if the distances are those of its feature space.
func TestGivenKernel(t *testing.T) {
	x, _, moves := foldedSheet()
	var k mat.Dense
	k.Mul(x, x.T())
	table := mat.DenseCopyOf(&k)
	given := embed(t, defaultEAT(func(m *EAT) { m.Kernel, m.Keep, m.Nu = precomputed, moves, 0.01 }), engine.Sample{X: table})
	linear := embed(t, defaultEAT(func(m *EAT) { m.Kernel, m.Keep, m.Nu = "linear", moves, 0.01 }), engine.Sample{X: x})
	if d := unexplained(given.Y, linear.Y); d > 1e-6 {
		t.Errorf("places differ by a share of %g", d)
	}
	images := mat.NewDense(28, 2, nil)
	if err := given.Map.Apply(t.Context(), images, table); err != nil {
		t.Fatal(err)
	}
	if off := apart(given.Y, images); off > 0.02 {
		t.Errorf("images are %g off", off)
	}
}

// TestKnownPlaces: a globe laid out by its latitudes and longitudes, which are known of
// the training rows alone.
func TestKnownPlaces(t *testing.T) {
	x, places := mat.NewDense(181, 3, nil), mat.NewDense(181, 2, nil)
	for i := range 181 {
		latitude, longitude := (-72+12*float64(i/14))*math.Pi/180, (-84.5+13*float64(i%14))*math.Pi/180
		x.SetRow(i, []float64{math.Cos(latitude) * math.Cos(longitude), math.Cos(latitude) * math.Sin(longitude), math.Sin(latitude)})
		places.SetRow(i, []float64{latitude, longitude})
	}
	s := engine.Sample{X: x, Aside: engine.Aside{X: places, Columns: []engine.Column{{Name: "lat"}, {Name: "long"}}}}
	e := embed(t, defaultEAT(func(m *EAT) { m.Targets, m.K, m.Nu, m.Sigma = []string{"lat", "long"}, 6, 0.01, 0.3 }), s)
	if left := unexplained(e.Y, places); left > 1e-4 {
		t.Errorf("a share of %g is off the known places", left)
	}
}

// TestShortCircuitsArePruned: a kept pair across the turns of a roll is dropped, told,
// and the roll then unrolled.
func TestShortCircuitsArePruned(t *testing.T) {
	x, flat, keep := roll(4, 15)
	keep = append(keep, []float64{1, 58}) // from the inner end to the outer
	with := embed(t, defaultEAT(func(m *EAT) { m.Keep = keep }), engine.Sample{X: x})
	pruned, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.Keep, m.Prune = keep, "yes" }), engine.Sample{X: x})
	if before, after := unexplained(with.Y, flat), unexplained(pruned.Y, flat); !(after < before/10) || after > 0.01 {
		t.Errorf("a share of %g is off the sheet with a short circuit, %g when it is pruned", before, after)
	}
	if !strings.Contains(notes, "no longer kept: rows 1 and 58") {
		t.Errorf("notes are %v", notes)
	}
}

// TestLandmarks: some rows are unfolded, the map takes the others along.
func TestLandmarks(t *testing.T) {
	source := new(generator.SwissRoll)
	engine.SetDefaults(source)
	source.N, source.Height = 300, 10
	table, err := source.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Sample{X: table.X, Rows: table.Rows}
	e, notes := embedNoted(t, defaultEAT(func(m *EAT) { m.Landmarks, m.K, m.Nu = 60, 3, 0.03 }), s)
	if !strings.Contains(notes, "60 of 300 rows are unfolded") || e.Graph.Len() != 300 {
		t.Errorf("notes are %v", notes)
	}
	images := mat.NewDense(300, 2, nil)
	if err := e.Map.Apply(t.Context(), images, s.X); err != nil {
		t.Fatal(err)
	}
	unmoved := 0
	for i := range 300 {
		if mat.Equal(images.RowView(i), e.Y.RowView(i)) {
			unmoved++
		}
	}
	if unmoved != 240 {
		t.Errorf("%d rows are where the map takes them, want 240", unmoved)
	}
}
