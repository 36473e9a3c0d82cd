package extension

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/moments"
	"unfold/engine/stage/embedding"
)

// reference reads a matrix that testdata/reference.py wrote.
func reference(t testing.TB, name string) *mat.Dense {
	t.Helper()
	return referenceIn(t, "testdata/reference.json", name)
}

// referenceIn reads a matrix of a file.
func referenceIn(t testing.TB, file, name string) *mat.Dense {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string][][]float64
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	rows := all[name]
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// learned returns the map that m learns from x to y.
func learned(t testing.TB, m engine.Extender, x *mat.Dense, e *engine.Embedding) engine.Map {
	t.Helper()
	extension, err := m.Extend(t.Context(), engine.Sample{X: x}, e)
	if err != nil {
		t.Fatalf("%#v: %v", m, err)
	}
	return extension
}

func images(t testing.TB, m engine.Map, x *mat.Dense) *mat.Dense {
	t.Helper()
	n, _ := x.Dims()
	y := mat.NewDense(n, m.Dim(), nil)
	if err := m.Apply(t.Context(), y, x); err != nil {
		t.Fatal(err)
	}
	return y
}

func near(t *testing.T, what string, got, want *mat.Dense, tolerance float64) {
	t.Helper()
	if !mat.EqualApprox(got, want, tolerance) {
		var diff mat.Dense
		diff.Sub(got, want)
		t.Errorf("%s differs by %g", what, mat.Norm(&diff, 2))
	}
}

// embedded returns the embedding of x at y with the graph and the shortest paths
// that an isomap would keep.
func embedded(t testing.TB, x, y *mat.Dense, k int, eps float64) *engine.Embedding {
	t.Helper()
	d := engine.Euclidean(x)
	var g *engine.Graph
	if k > 0 {
		nb, err := neighbour.Nearest(t.Context(), d, k)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = geodesic.Union(t.Context(), nb); err != nil {
			t.Fatal(err)
		}
	} else {
		var err error
		if g, err = neighbour.Within(t.Context(), d, eps); err != nil {
			t.Fatal(err)
		}
	}
	p, err := geodesic.AllPairs(t.Context(), g, true)
	if err != nil {
		t.Fatal(err)
	}
	return &engine.Embedding{Y: y, Spectrum: []float64{1, 1}, Target: p, Graph: g}
}

func TestAgreesWithScikitLearn(t *testing.T) {
	train, held := reference(t, "train"), reference(t, "held")
	placed := &engine.Embedding{Y: reference(t, "placed")}
	for name, m := range map[string]engine.Extender{
		"krr rbf":        &KRR{Lambda: 0.03, Sigma: 5, Kernel: "rbf", Centre: "no"},
		"krr linear":     &KRR{Lambda: 0.1, Kernel: "linear", Centre: "no"},
		"krr poly":       &KRR{Lambda: 0.5, Sigma: 20, Kernel: "poly", Degree: 3, Offset: 1, Centre: "no"},
		"barycentre k=5": &Barycentre{K: 5, Reg: 1e-3},
	} {
		near(t, name, images(t, learned(t, m, train, placed), held), reference(t, name), 1e-9)
	}
	for _, c := range []struct {
		placed, mapped string
		k              int
		eps            float64
	}{{"placed", "nystrom k=8", 8, 0}, {"placed eps=7", "nystrom eps=7", 0, 7}} {
		e := embedded(t, train, reference(t, c.placed), c.k, c.eps)
		near(t, c.mapped, images(t, learned(t, &Nystrom{}, train, e), held), reference(t, c.mapped), 1e-10)
	}
}

var (
	x4 = mat.NewDense(4, 1, []float64{0, 1, 2, 4})
	z4 = &engine.Embedding{Y: mat.NewDense(4, 2, []float64{0, 1, 1, 0, 2, 1, 0, -1})}
	q3 = mat.NewDense(3, 1, []float64{.5, 3, 50})
)

// TestFourPoints are worked examples with numbers of an independent program.
func TestFourPoints(t *testing.T) {
	for name, c := range map[string]struct {
		m    engine.Extender
		want []float64
	}{
		"krr":         {&KRR{Lambda: 0.1, Sigma: 1, Centre: "no"}, []float64{.407695294, .4052798958, .9933010637, .2473632656, 0, 0}},
		"centred krr": {&KRR{Lambda: 0.1, Sigma: 1, Centre: "yes"}, []float64{.4127990418, .406981145, 1.0544283311, .2677390214, .75, .25}},
		"grnn":        {&GRNN{Sigma: 1}, []float64{.7322770403, .5760313748, .9918286497, .0081713503, 0, -1}},
	} {
		near(t, name, images(t, learned(t, c.m, x4, z4), q3), mat.NewDense(3, 2, c.want), 1e-9)
	}
	narrow := images(t, learned(t, &GRNN{Sigma: 0.5}, x4, z4), q3)
	near(t, "narrow grnn", narrow.Slice(0, 1, 0, 2).(*mat.Dense), mat.NewDense(1, 2, []float64{.5136120723, .5045373574}), 1e-9)

	square := mat.NewDense(4, 2, []float64{0, 0, 1, 0, 0, 1, 1, 1})
	identity := &engine.Embedding{Y: mat.NewDense(4, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})}
	weights := images(t, learned(t, &Barycentre{K: 4, Reg: 1e-3}, square, identity), mat.NewDense(1, 2, []float64{.3, .4}))
	near(t, "weights", weights, mat.NewDense(1, 4, []float64{.3996707244, .2001097585, .2998902415, .1003292756}), 1e-9)
}

func cloud(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64())
		}
	}
	return x
}

// TestLimitsReproducePlaces: small ridges and bandwidths map training rows to
// their places, a large ridge to the mean.
func TestLimitsReproducePlaces(t *testing.T) {
	x, y := cloud(1, 60, 3), cloud(2, 60, 2)
	e := &engine.Embedding{Y: y}
	near(t, "krr without ridge", images(t, learned(t, &KRR{Lambda: 1e-12, Sigma: 0.3}, x, e), x), y, 1e-6)
	near(t, "narrow grnn", images(t, learned(t, &GRNN{Sigma: 1e-3}, x, e), x), y, 1e-12)
	near(t, "barycentre of one", images(t, learned(t, &Barycentre{K: 1, Reg: 1e-3}, x, e), x), y, 1e-12)
	mean := mat.DenseCopyOf(y)
	centre := moments.Centre(mat.DenseCopyOf(y))
	for i := range 60 {
		mean.SetRow(i, centre)
	}
	near(t, "krr with a large ridge", images(t, learned(t, &KRR{Lambda: 1e12, Sigma: 1}, x, e), x), mean, 1e-9)
}

// TestGRNNStaysInside: images are among the placed rows, constants come back,
// and by itself the bandwidth beats the ends of its grid.
func TestGRNNStaysInside(t *testing.T) {
	x, y := cloud(3, 80, 2), cloud(4, 80, 2)
	far := cloud(5, 50, 2)
	far.Scale(100, far)
	y.Apply(func(_, c int, v float64) float64 { return v*0.1 + []float64{7, -3}[c] }, y)
	got := images(t, learned(t, &GRNN{}, x, &engine.Embedding{Y: y}), far)
	for c := range 2 {
		low, high := slices.Min(mat.Col(nil, c, y)), slices.Max(mat.Col(nil, c, y))
		for i := range 50 {
			if v := got.At(i, c); !(v >= low-1e-12 && v <= high+1e-12) {
				t.Errorf("image %v lies outside %v to %v", v, low, high)
			}
		}
	}
	smooth := mat.NewDense(80, 1, nil)
	for i := range 80 {
		smooth.Set(i, 0, math.Sin(x.At(i, 0)))
	}
	unit, err := medianNearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	sigma, err := chooseBandwidth(t.Context(), x, smooth, unit)
	if err != nil || sigma <= 0.1*unit || sigma > 2*unit {
		t.Errorf("bandwidth %v for spacing %v (%v)", sigma, unit, err)
	}
}

// TestNystromOfScaling: after classical scaling, training rows and new points
// of the same space keep their distances.
func TestNystromOfScaling(t *testing.T) {
	x := cloud(6, 40, 2)
	moments.Centre(x)
	var svd mat.SVD
	svd.Factorize(x, mat.SVDThin)
	var v, y mat.Dense
	svd.VTo(&v)
	y.Mul(x, &v) // classical scaling of Euclidean distances
	e := &engine.Embedding{Y: &y, Spectrum: []float64{1, 1}, Target: engine.Euclidean(x)}
	m := learned(t, &Nystrom{}, x, e)
	near(t, "training rows", images(t, m, x), &y, 1e-10)
	var want mat.Dense
	probe := cloud(7, 9, 2)
	want.Mul(probe, &v)
	near(t, "new rows", images(t, m, probe), &want, 1e-10)
}

func extenders() []engine.Extender {
	var all []engine.Extender
	for _, s := range Stages() {
		m := s.Make().(engine.Extender)
		if elm, ok := m.(*ELM); ok { // what it chooses depends on how rows are dealt to folds
			elm.Neurons, elm.Draws = 20, 1
		}
		all = append(all, m)
	}
	return append(all, &KRR{Lambda: 0.1, Kernel: "linear"}, &KRR{Lambda: 0.1, Kernel: "poly", Degree: 2}, &GRNN{Sigma: 1})
}

// TestBatchesAreTheirRows: any way to cut a batch gives the same bits.
func TestBatchesAreTheirRows(t *testing.T) {
	train, held := reference(t, "train"), reference(t, "held")
	e := embedded(t, train, reference(t, "placed"), 8, 0)
	for _, x := range extenders() {
		m := learned(t, x, train, e)
		batch := images(t, m, held)
		for i := range 20 {
			alone := images(t, m, mat.NewDense(1, 3, slices.Clone(held.RawRowView(i))))
			if !slices.Equal(alone.RawRowView(0), batch.RawRowView(i)) {
				t.Errorf("%#v: row %d has another image alone", x, i)
			}
		}
	}
}

// TestOrderOfTrainingRows: it does not matter beyond rounding.
func TestOrderOfTrainingRows(t *testing.T) {
	train, held, y := reference(t, "train"), reference(t, "held"), reference(t, "placed")
	perm := rand.New(rand.NewPCG(8, 8)).Perm(100)
	moved, placed := mat.NewDense(100, 3, nil), mat.NewDense(100, 2, nil)
	for i, p := range perm {
		moved.SetRow(i, train.RawRowView(p))
		placed.SetRow(i, y.RawRowView(p))
	}
	for _, x := range extenders() {
		before := images(t, learned(t, x, train, embedded(t, train, y, 8, 0)), held)
		after := images(t, learned(t, x, moved, embedded(t, moved, placed, 8, 0)), held)
		near(t, fmt.Sprintf("%T", x), after, before, 1e-7)
	}
}

// TestFourLandmarks: distances to the corners of a rectangle are kept exactly, also
// beside a graph that does not tell how rows enter it.
func TestFourLandmarks(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 0, 3, 0, 0, 4, 3, 4})
	y := mat.NewDense(4, 2, []float64{-2, -1.5, -2, 1.5, 2, -1.5, 2, 1.5}) // eigenvalues 16 and 9
	for _, graph := range []*engine.Graph{nil, {Start: make([]int, 5)}} {
		e := &engine.Embedding{Y: y, Spectrum: []float64{16, 9}, Target: engine.Euclidean(x), Graph: graph}
		image := images(t, learned(t, &Nystrom{}, x, e), mat.NewDense(1, 2, []float64{1, 1}))
		for i, want := range []float64{2, 5, 10, 13} {
			dx, dy := image.At(0, 0)-y.At(i, 0), image.At(0, 1)-y.At(i, 1)
			if got := dx*dx + dy*dy; math.Abs(got-want) > 1e-12 {
				t.Errorf("graph %v: squared distance to landmark %d is %v, want %v", graph, i, got, want)
			}
		}
	}
}

// TestNystromAfterLandmarks: training rows go where landmarks placed them.
func TestNystromAfterLandmarks(t *testing.T) {
	x := cloud(8, 300, 2)
	isomap := new(embedding.Isomap)
	engine.SetDefaults(isomap)
	isomap.K, isomap.Landmarks = 8, 40
	e, err := isomap.Embed(t.Context(), engine.Sample{X: x})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := e.Target.(*geodesic.Landmarks); !ok {
		t.Fatalf("the embedding keeps a %T", e.Target)
	}
	near(t, "training rows", images(t, learned(t, &Nystrom{}, x, e), x), e.Y, 1e-5)
}
