package embedding

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

var six = mat.NewDense(6, 2, []float64{0, 0, 1, 0, 1, 1, 5, 0, 6, 0, 6, 2})

// reference reads a matrix that testdata/reference.py wrote.
func reference(t testing.TB, name string) *mat.Dense {
	t.Helper()
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	var rows [][]float64
	if json.Unmarshal(all[name], &rows) != nil {
		var column []float64
		if err := json.Unmarshal(all[name], &column); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return mat.NewDense(len(column), 1, column)
	}
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// irises is the sample with its classes.
func irises(t testing.TB) engine.Sample {
	classes := reference(t, "classes")
	labels := make([]int, 150)
	for i := range labels {
		labels[i] = int(classes.At(i, 0))
	}
	return engine.Sample{X: reference(t, "iris"), Target: engine.Target{Labels: labels, Classes: []string{"setosa", "versicolor", "virginica"}}}
}

func embed(t testing.TB, m engine.Embedder, s engine.Sample) *engine.Embedding {
	t.Helper()
	e, err := m.Embed(t.Context(), s)
	if err != nil {
		t.Fatalf("%#v: %v", m, err)
	}
	return e
}

// disparity is what is left of want when got, its columns turned to the same
// sign, is taken off: a share of want's square, as Procrustes' is.
func disparity(got, want *mat.Dense) float64 {
	n, dim := want.Dims()
	if m, d := got.Dims(); m != n || d != dim {
		return math.Inf(1)
	}
	var rest, all float64
	for c := range dim {
		var agree float64
		for i := range n {
			agree += got.At(i, c) * want.At(i, c)
		}
		for i := range n {
			diff := got.At(i, c)*math.Copysign(1, agree) - want.At(i, c)
			rest += diff * diff
			all += want.At(i, c) * want.At(i, c)
		}
	}
	return rest / all
}

// TestAgreesWithScikitLearn: the tolerance is that of a squared relative
// error of 1e-10 in each coordinate.
func TestAgreesWithScikitLearn(t *testing.T) {
	roll, pair, iris := engine.Sample{X: reference(t, "roll")}, engine.Sample{X: reference(t, "pair")}, irises(t)
	city := iris
	city.Distances = cityblock{iris.X}
	for name, c := range map[string]struct {
		m engine.Embedder
		s engine.Sample
	}{
		"isomap roll k=7 dim=3":    {&Isomap{K: 7, Dim: 3}, roll},
		"isomap pair k=8 dim=2":    {&Isomap{K: 8, Dim: 2}, pair},
		"isomap roll eps=6 dim=2":  {&Isomap{Eps: 6, Dim: 2}, roll},
		"mds iris cityblock dim=3": {&MDS{Dim: 3}, city},
		"pca iris dim=3":           {&PCA{Dim: 3}, iris},
		"pca wide dim=4":           {&PCA{Dim: 4}, engine.Sample{X: reference(t, "wide")}},
		"lda iris dim=2":           {&LDA{}, iris},
	} {
		if d := disparity(embed(t, c.m, c.s).Y, reference(t, name)); d > 1e-20 {
			t.Errorf("%s: disparity %g", name, d)
		}
	}
	pca := embed(t, &PCA{Dim: 3}, iris)
	for i, want := range mat.Col(nil, 0, reference(t, "pca iris variances")) {
		if math.Abs(pca.Spectrum[i]-want) > 1e-12 {
			t.Errorf("variance %d is %v, want %v", i, pca.Spectrum[i], want)
		}
	}
	probe := reference(t, "probe")
	for name, m := range map[string]engine.Embedder{"pca iris": &PCA{Dim: 3}, "lda iris": &LDA{}} {
		e, want := embed(t, m, iris), reference(t, name+" probe")
		got := mat.NewDense(5, e.Dim(), nil)
		if err := e.Map.Apply(t.Context(), got, probe); err != nil {
			t.Fatal(err)
		}
		if d := disparity(got, want); d > 1e-20 {
			t.Errorf("%s maps new rows with disparity %g", name, d)
		}
	}
}

type cityblock struct{ x *mat.Dense }

func (d cityblock) Len() int { n, _ := d.x.Dims(); return n }
func (d cityblock) Row(dst []float64, i int) {
	for j := range dst {
		dst[j] = 0
		for c, v := range d.x.RawRowView(i) {
			dst[j] += math.Abs(v - d.x.At(j, c))
		}
	}
}

// spectrum is what a scree tells of eigenvalues.
func spectrum(t testing.TB, e *engine.Embedding) []float64 {
	t.Helper()
	values, err := e.Scree.Spectrum(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// residual is what a scree tells of dimensions.
func residual(t testing.TB, e *engine.Embedding) []float64 {
	t.Helper()
	values, err := e.Scree.Residual(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// numbers are all that an embedding tells, at once and when asked.
func numbers(t testing.TB, e *engine.Embedding) []float64 {
	t.Helper()
	all := slices.Concat(mat.DenseCopyOf(e.Y).RawMatrix().Data, e.Spectrum)
	if e.Scree == nil {
		return all
	}
	return slices.Concat(all, spectrum(t, e), residual(t, e))
}

// TestSixPoints is the worked example, with numbers of an independent program.
func TestSixPoints(t *testing.T) {
	ctx, notes := engine.WithNotes(t.Context(), "isomap")
	e, err := (&Isomap{K: 1, Dim: engine.Auto}).Embed(ctx, engine.Sample{X: six, Rows: []int{10, 11, 12, 13, 14, 15}})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got []float64, want ...float64) {
		t.Helper()
		for i, w := range want {
			if math.Abs(got[i]-w) > 1e-9 {
				t.Errorf("%s %d is %.12g, want %.12g", what, i, got[i], w)
			}
		}
	}
	near("eigenvalue", spectrum(t, e), 58.5916654933, 2, 0, 0, 0, -0.5916654933)
	near("residual variance", residual(t, e), .03429439879, .00163878018)
	if e.Dim() != 2 {
		t.Fatalf("%d dimensions by the rule, want 2", e.Dim())
	}
	flip := math.Copysign(1, e.Y.At(5, 0)) // the largest entry is the last
	first, second := mat.Col(nil, 0, e.Y), mat.Col(nil, 1, e.Y)
	for i := range 6 {
		first[i] *= flip
	}
	near("first coordinate", first, -3.2795244194, -2.3852231598, -3.2795244194, 1.6397622097, 2.6460085521, 4.6585012368)
	if math.Abs(second[0]) < 0.5 || math.Signbit(second[0]) == math.Signbit(second[2]) {
		t.Errorf("second coordinate is %v, want ∓1, 0, ±1, 0, 0, 0", second)
	}
	near("its size at row", []float64{math.Abs(second[0]), second[1], math.Abs(second[2]), second[3]}, 1, 0, 1, 0)
	said := notes()
	if len(said) != 2 || said[0].Text != "neighbourhood graph had 2 components, joined by 1 bridge: row 11 to row 13 (length 4)" {
		t.Errorf("remarks are %q", said)
	}
	if e.Graph == nil || len(e.Graph.Bridges) != 1 || e.Target == nil {
		t.Fatal("the embedding does not keep its graph and geodesics")
	}
	if e.Graph.K != 1 || e.Graph.Eps != 0 {
		t.Errorf("the graph was made with k = %d and eps = %v, want 1 and none", e.Graph.K, e.Graph.Eps)
	}
}

func cloud(seed uint64, n, d int) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			x.Set(i, c, r.NormFloat64()*math.Pow(0.6, float64(c)))
		}
	}
	return x
}

// TestAllNeighboursIsClassicalScaling: with every pair joined, geodesics are
// the distances.
func TestAllNeighboursIsClassicalScaling(t *testing.T) {
	s := engine.Sample{X: cloud(1, 50, 4)}
	scaled, mapped := embed(t, &MDS{Dim: 3}, s), embed(t, &Isomap{K: 49, Dim: 3}, s)
	if d := disparity(mapped.Y, scaled.Y); d > 1e-20 {
		t.Errorf("disparity %g", d)
	}
	if d := disparity(embed(t, &PCA{Dim: 3}, s).Y, scaled.Y); d > 1e-20 {
		t.Errorf("pca differs from mds of distances by %g", d)
	}
}

// TestScalingReturnsThePoints: distances come back exactly, nothing is left.
func TestScalingReturnsThePoints(t *testing.T) {
	x := cloud(2, 40, 3)
	e := embed(t, &MDS{Dim: 3}, engine.Sample{X: x})
	want, got := make([]float64, 40), make([]float64, 40)
	for i := range 40 {
		engine.Euclidean(x).Row(want, i)
		engine.Euclidean(e.Y).Row(got, i)
		for j := range want {
			if math.Abs(got[j]-want[j]) > 1e-10 {
				t.Fatalf("distance %d–%d is %v, was %v", i, j, got[j], want[j])
			}
		}
	}
	if left := residual(t, e)[2]; left > 1e-13 {
		t.Errorf("residual variance of all dimensions is %v", left)
	}
}

// TestMotionsScaleAndOrder: rigid motions change nothing, scale scales, and
// moved rows move their images.
func TestMotionsScaleAndOrder(t *testing.T) {
	x := cloud(3, 90, 3)
	var qr mat.QR
	qr.Factorize(cloud(4, 3, 3))
	var q, turned mat.Dense
	qr.QTo(&q)
	turned.Mul(x, &q)
	turned.Apply(func(_, c int, v float64) float64 { return v + float64(5*c) }, &turned)
	large := mat.DenseCopyOf(x)
	large.Scale(7, large)
	perm := rand.New(rand.NewPCG(5, 5)).Perm(90)
	moved := mat.NewDense(90, 3, nil)
	for i, p := range perm {
		moved.SetRow(i, x.RawRowView(p))
	}
	for _, m := range []engine.Embedder{&Isomap{K: 8, Dim: 2}, &MDS{Dim: 2}, &PCA{Dim: 2}} {
		y := embed(t, m, engine.Sample{X: x}).Y
		if d := disparity(embed(t, m, engine.Sample{X: &turned}).Y, y); d > 1e-17 {
			t.Errorf("%T: a rigid motion changes the embedding by %g", m, d)
		}
		big := embed(t, m, engine.Sample{X: large}).Y
		big.Scale(1.0/7, big)
		if d := disparity(big, y); d > 1e-17 {
			t.Errorf("%T: scale changes the embedding by %g", m, d)
		}
		got, want := embed(t, m, engine.Sample{X: moved}).Y, mat.NewDense(90, 2, nil)
		for i, p := range perm {
			want.SetRow(i, y.RawRowView(p))
		}
		if d := disparity(got, want); d > 1e-17 {
			t.Errorf("%T: the order of rows changes the embedding by %g", m, d)
		}
	}
}

func TestClassNumbersDoNotMatterToLDA(t *testing.T) {
	s := irises(t)
	y := embed(t, &LDA{}, s).Y
	s.Labels = slices.Clone(s.Labels)
	for i, l := range s.Labels {
		s.Labels[i] = 2 - l
	}
	if d := disparity(embed(t, &LDA{}, s).Y, y); d > 1e-20 {
		t.Errorf("disparity %g", d)
	}
	constant := mat.NewDense(150, 6, nil) // a constant column and a copy of one
	for i := range 150 {
		copy(constant.RawRowView(i), append(slices.Clone(s.X.RawRowView(i)), 3, s.X.At(i, 0)))
	}
	s.X = constant
	if d := disparity(embed(t, &LDA{}, s).Y, y); d > 1e-18 {
		t.Errorf("columns that add nothing change the embedding by %g", d)
	}
}

func TestAwkwardInput(t *testing.T) {
	copies := cloud(6, 60, 2)
	for i := range 40 {
		copies.SetRow(i, copies.RawRowView(40+i%5)) // eight copies of each: more than k
	}
	for _, m := range []engine.Embedder{&Isomap{K: 4, Dim: 2}, &MDS{Dim: 2}, &PCA{Dim: 2}} {
		y := embed(t, m, engine.Sample{X: copies}).Y
		if v := mat.Norm(y, 2); math.IsNaN(v) || math.IsInf(v, 0) || v == 0 {
			t.Errorf("%T: embedding of copies has norm %v", m, v)
		}
	}
	two := engine.Sample{X: mat.NewDense(2, 3, []float64{0, 0, 0, 2, 1, 2})}
	if y := embed(t, &Isomap{K: 1, Dim: 1}, two).Y; math.Abs(math.Abs(y.At(0, 0)-y.At(1, 0))-3) > 1e-12 {
		t.Errorf("two rows at distance 3 are placed at %v", mat.Formatted(y))
	}
}

func TestFaults(t *testing.T) {
	line := mat.NewDense(20, 1, nil)
	far := cloud(7, 30, 2)
	for i := range 30 {
		line.Set(i%20, 0, float64(i%20))
		far.Set(i, 0, far.At(i, 0)+float64(i%3)*50)
	}
	nan := mat.DenseCopyOf(six)
	nan.Set(2, 1, math.NaN())
	equal := mat.NewDense(9, 2, nil)
	one := engine.Target{Labels: make([]int, 6), Classes: []string{"a"}}
	sample := func(x *mat.Dense) engine.Sample { return engine.Sample{X: x} }
	for _, c := range []struct {
		m     engine.Embedder
		s     engine.Sample
		param string
		want  string
	}{
		{&Isomap{K: 6, Dim: 2}, sample(six), "k", "k = 6 must be between 1 and 5"},
		{&Isomap{K: 3, Dim: 2}, sample(line), "dim", "dim = 2 is more than the number of positive eigenvalues, 1; set dim to 1"},
		{&MDS{Dim: 3}, sample(six), "dim", "dim = 3 is more than the number of positive eigenvalues, 2; lower dim to 2 or less"},
		{&PCA{Dim: 3}, sample(six), "dim", "dim = 3 is more than the number of directions with any variance, 2"},
		{&LDA{Dim: 3}, irises(t), "dim", "dim = 3 is more than the number of directions that separate the 3 classes, 2"},
		{&Isomap{K: 4, Dim: 2, Connect: "error"}, sample(far), "k", "has 3 components (sizes 10, 10, 10) at k = 4; raise k to 10, which connects it"},
		{&Isomap{Eps: 5, Dim: 2, Connect: "error"}, sample(far), "eps", "has 3 components"},
		{&Isomap{K: 2, Dim: 1}, sample(equal), "", "all points are identical"},
		{&MDS{Dim: 1}, sample(equal), "", "all points are identical"},
		{&PCA{Dim: 1}, sample(equal), "", "all points are identical"},
		{&Isomap{K: 2, Dim: 1}, sample(nan), "", "must be finite"},
		{&MDS{Dim: 1}, sample(nan), "", "must be finite"},
		{&PCA{Dim: 1}, sample(nan), "", "must be finite"},
		{&LDA{}, engine.Sample{X: six, Target: one}, "", "need at least two classes, found 1"},
		{&LDA{}, sample(six), "", "class labels"},
		{&PCA{Dim: 1}, sample(mat.NewDense(1, 2, nil)), "", "too few rows to embed: 1"},
		{&Isomap{K: 1, Dim: 1}, engine.Sample{}, "", "too few rows to embed: 0"},
	} {
		_, err := c.m.Embed(t.Context(), c.s)
		e, ok := err.(*engine.Error)
		if !ok || e.Param != c.param || !strings.Contains(e.Error(), c.want) || e.Remedy == nil {
			t.Errorf("%#v: error is %v (%+v), want one of %q with %q and a remedy", c.m, err, e, c.param, c.want)
		}
	}
}

func TestStagesAreDeclared(t *testing.T) {
	want := map[string]string{
		"isomap": `isomap(k=10, dim=2, eps=auto, connect="agglomerate", landmarks=auto, precision="auto", search="auto", elbow="residual", map=free, share=auto, rest="mapped")`, "mds": `mds(dim=2, precision="auto", elbow="residual", stress="classical", k=10, map=free, share=auto, rest="mapped")`, "pca": "pca(dim=2)", "lda": "lda(dim=auto)",
		"pls": "pls(dim=2)", "spca": `spca(dim=2, kernel="rbf", sigma=auto)`,
		"kspca": `kspca(dim=2, kernel="rbf", sigma=auto, width=1, degree=3, offset=1, ridge=0.001, kernely="rbf", sigmay=auto)`,
		"kpca":  `kpca(dim=2, kernel="rbf", sigma=auto, width=1, degree=3, offset=1)`, "kpls": `kpls(dim=2, kernel="rbf", sigma=auto, width=1, degree=3, offset=1)`,
		"lpp": `lpp(k=10, dim=2, connect="agglomerate", weights="heat", t=auto)`, "npe": `npe(k=10, dim=2, connect="agglomerate", reg=0.001)`,
		"kdr":   "kdr(dim=2, width=1, widthy=1, eps=0.0001, iterations=200, starts=6, features=auto, anneal=4, sigma=auto, sigmay=auto, seed=1)",
		"sdpp":  `sdpp(dim=2, graph="auto", k=auto, perplexity=auto, eps=auto, method="lbfgs", polish="none", starts=16, seed=1)`,
		"sppp":  `sppp(dim=2, kind="heavytail", normalise="none", floor=0.001, scale="unit", graph="auto", k=auto, perplexity=auto, eps=auto, method="lbfgs", starts=16, seed=1)`,
		"ksdpp": `ksdpp(dim=2, graph="auto", k=auto, perplexity=auto, eps=auto, ridge=0.01, centres=500, kernel="rbf", sigma=auto, width=1, degree=3, offset=1, method="lbfgs", starts=16, seed=1)`,
	}
	for _, s := range Stages() {
		if got := s.Signature(); got != want[s.Name] {
			t.Errorf("signature is %s, want %s", got, want[s.Name])
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("not declared: %v", want)
	}
}

// TestLDALeavesOutColumnsConstantInsideClasses: their spread is nothing but
// rounding, by which the other columns must not be drowned.
func TestLDALeavesOutColumnsConstantInsideClasses(t *testing.T) {
	s := irises(t)
	want := embed(t, &LDA{}, s).Y
	n, d := s.X.Dims()
	x := mat.NewDense(n, d+2, nil)
	for i := range n {
		class := float64(s.Labels[i])
		copy(x.RawRowView(i), append(slices.Clone(s.X.RawRowView(i)), 0.1+class/3, 7.3))
	}
	s.X = x
	for _, name := range []string{"a", "b", "c", "d", "code", "seven"} {
		s.Columns = append(s.Columns, engine.Column{Name: name})
	}
	ctx, notes := engine.WithNotes(t.Context(), "lda")
	e, err := (&LDA{}).Embed(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if d := disparity(e.Y, want); d > 1e-18 {
		t.Errorf("a column that is constant inside classes moves the embedding by %g", d)
	}
	if text := fmt.Sprint(notes()); !strings.Contains(text, "left out: code") || strings.Contains(text, "seven") {
		t.Errorf("the notes are %s", text)
	}
}
