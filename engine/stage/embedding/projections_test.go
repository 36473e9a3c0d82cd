package embedding

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/linear/affine"
)

// What sppp is made of.
var (
	kinds = []string{"gaussian", "heavytail", "linear"}
	norms = []string{"none", "conditional", "joint", "global"}
)

// projections reads testdata/projections.json, which testdata/projections.py
// wrote: matrices, lists, or sets of them by a second name.
func projections(t testing.TB, names ...string) *mat.Dense {
	t.Helper()
	data, err := os.ReadFile("testdata/projections.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var all map[string]json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatal(err)
		}
		data = all[name]
	}
	var rows [][]float64
	if json.Unmarshal(data, &rows) == nil {
		return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
	}
	var column []float64
	if err := json.Unmarshal(data, &column); err != nil {
		t.Fatalf("%v: %v", names, err)
	}
	return mat.NewDense(len(column), 1, column)
}

// regressed is a sample with a response.
func regressed(x, y *mat.Dense) engine.Sample {
	return engine.Sample{X: x, Target: engine.Target{Response: y}}
}

// golden is the input of numbers that were worked out apart from this code:
// 12 rows of 3 columns with a response, without any draw.
func golden() engine.Sample {
	x, y := mat.NewDense(12, 3, nil), make([]float64, 12)
	for i := range 12 {
		for j := range 3 {
			a, b := float64(i), float64(j)
			x.Set(i, j, math.Sin(1+1.7*a+0.9*b+0.31*a*b))
		}
		y[i] = math.Cos(0.8 * float64(i))
	}
	return engine.Sample{X: x, Target: engine.Target{Response: mat.NewDense(len(y), 1, y)}}
}

// near fails where got is not want to within a share of its size.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

// sameColumns compares columns up to their signs, by the share of a column's
// length that differs.
func sameColumns(t *testing.T, what string, got, want *mat.Dense, tolerance float64) {
	t.Helper()
	_, dim := want.Dims()
	n, d := got.Dims()
	if d != dim {
		t.Fatalf("%s: %d columns, want %d", what, d, dim)
	}
	for c := range dim {
		g, w := mat.Col(nil, c, got), mat.Col(nil, c, want)
		gv, wv := mat.NewVecDense(n, g), mat.NewVecDense(n, w)
		if mat.Dot(gv, wv) < 0 {
			gv.ScaleVec(-1, gv)
		}
		size := mat.Norm(wv, 2)
		gv.SubVec(gv, wv)
		if rest := mat.Norm(gv, 2) / size; !(rest <= tolerance) {
			t.Errorf("%s: column %d differs by %.3g of its length", what, c+1, rest)
		}
	}
}

// TestPLSAgrees: scikit-learn stops its power iterations at a change of 1e-15
// of a unit vector, so what differs is rounding, multiplied by the conditioning
// of columns whose scales are a million apart.
func TestPLSAgrees(t *testing.T) {
	u, y := projections(t, "u"), projections(t, "y")
	iris := irises(t)
	half := mat.NewDense(60, 1, nil)
	for i := range 60 {
		half.Set(i, 0, y.At(i, 0))
	}
	for name, c := range map[string]struct {
		s   engine.Sample
		dim int
	}{
		"pls iris 3":     {iris, 3},
		"pls u 4":        {regressed(u, y), 4},
		"pls bad 2":      {regressed(projections(t, "bad"), y), 2},
		"pls repeated 3": {regressed(projections(t, "repeated"), half), 3},
	} {
		e := embed(t, &PLS{Dim: c.dim}, c.s)
		sameColumns(t, name+" scores", e.Y, projections(t, name, "scores"), 1e-8)
		x, _, ys, err := centreWithAnswers(t.Context(), c.s)
		if err != nil {
			t.Fatal(err)
		}
		r, err := plsRotations(t.Context(), x, ys, c.dim)
		if err != nil {
			t.Fatal(err)
		}
		sameColumns(t, name+" rotations", r, projections(t, name, "rotations"), 1e-8)
	}
}

func TestPLSGolden(t *testing.T) {
	e := embed(t, &PLS{Dim: 2}, golden())
	for c, want := range [][2]float64{{2.26829796676, 1.10118107431}, {2.25989091763, 1.23815840166}} {
		near(t, "the length of a score", mat.Norm(e.Y.ColView(c), 2), want[0], 1e-9)
		near(t, "the first score", math.Abs(e.Y.At(0, c)), want[1], 1e-9)
	}
}

// TestKPLS: the golden numbers are of the kernel exp(−‖x − x′‖²/2).
func TestKPLS(t *testing.T) {
	e := embed(t, &KPLS{Dim: 2, Mercer: Mercer{Kernel: "rbf", Sigma: 1}}, golden())
	near(t, "the first score", math.Abs(e.Y.At(0, 0)), 0.689812485391, 1e-9)
	near(t, "the second score", math.Abs(e.Y.At(0, 1)), 0.322011900129, 1e-9)

	// The linear kernel gives the scores of PLS, at length one.
	for name, s := range map[string]engine.Sample{"pls u 4": regressed(projections(t, "u"), projections(t, "y")), "pls iris 3": irises(t)} {
		want := mat.DenseCopyOf(projections(t, name, "scores"))
		n, dim := want.Dims()
		scores := embed(t, &KPLS{Dim: dim, Mercer: Mercer{Kernel: "linear"}}, s).Y
		for c := range dim {
			length := mat.Norm(want.ColView(c), 2)
			for i := range n {
				want.Set(i, c, want.At(i, c)/length)
			}
			near(t, "the length of a score", mat.Norm(scores.ColView(c), 2), 1, 1e-10)
		}
		sameColumns(t, name+" by the linear kernel", scores, want, 1e-8)
	}
}

func TestKPCA(t *testing.T) {
	e := embed(t, &KPCA{Dim: 2, Mercer: Mercer{Kernel: "rbf", Sigma: 1}}, golden())
	for c, want := range [][2]float64{{2.61003061425, 0.127440441321}, {2.09048043577, 0.104504259011}} {
		near(t, "an eigenvalue", e.Spectrum[c], want[0], 1e-9)
		near(t, "the first row", math.Abs(e.Y.At(0, c)), want[1], 1e-9)
	}
	u, probe := projections(t, "u"), projections(t, "probe")
	for name, m := range map[string]*KPCA{
		"kpca rbf 0.8 4": {Dim: 4, Mercer: Mercer{Kernel: "rbf", Sigma: 0.8}},
		"kpca poly 2 3":  {Dim: 3, Mercer: Mercer{Kernel: "poly", Sigma: 2, Degree: 2, Offset: 1}},
	} {
		e := embed(t, m, engine.Sample{X: u})
		sameColumns(t, name, e.Y, projections(t, name, "scores"), 1e-8)
		image := mat.NewDense(7, m.Dim, nil)
		if err := e.Map.Apply(t.Context(), image, probe); err != nil {
			t.Fatal(err)
		}
		sameColumns(t, name+" of new rows", image, projections(t, name, "probe"), 1e-8)
		values := projections(t, name, "values")
		for c, v := range e.Spectrum {
			near(t, name+": an eigenvalue", v, values.At(c, 0), 1e-8)
		}
	}
}

func TestSPCA(t *testing.T) {
	e := embed(t, &SPCA{Dim: 3, Kernel: "rbf", Sigma: 1}, golden())
	for c, want := range []float64{3.20057022303, 0.893306160764, 0.0737074081706} {
		near(t, "an eigenvalue", e.Spectrum[c], want, 1e-9)
	}
	// One direction depends on a response by the linear kernel; those that fill
	// up are orthogonal to it.
	e = embed(t, &SPCA{Dim: 3, Kernel: "linear"}, golden())
	if e.Spectrum[0] <= 0 || e.Spectrum[1] != 0 || e.Spectrum[2] != 0 {
		t.Errorf("spectrum %v, want one eigenvalue above zero", e.Spectrum)
	}
	own := e.Map.(affine.Map)
	for p, a := range own.Columns {
		for q, b := range own.Columns {
			want := 0.0
			if p == q {
				want = 1
			}
			if got := mat.Dot(mat.NewVecDense(3, a), mat.NewVecDense(3, b)); math.Abs(got-want) > 1e-10 {
				t.Errorf("directions %d and %d have the inner product %g", p, q, got)
			}
		}
	}
}

// TestSPCAMoreColumnsThanRows: in the span of the rows it finds what it finds in
// all columns.
func TestSPCAMoreColumnsThanRows(t *testing.T) {
	s := golden()
	wide := mat.NewDense(12, 30, nil)
	for i := range 12 {
		copy(wide.RawRowView(i), s.X.RawRowView(i))
	}
	narrow := embed(t, &SPCA{Dim: 3, Kernel: "rbf"}, s)
	s.X = wide
	sameColumns(t, "idle columns", embed(t, &SPCA{Dim: 3, Kernel: "rbf"}, s).Y, narrow.Y, 1e-8)
}

// baselines are the projections with settings of every kind.
func baselines() []engine.Embedder {
	return []engine.Embedder{
		&PLS{Dim: 2}, &SPCA{Dim: 2, Kernel: "rbf"},
		&KPCA{Dim: 2, Mercer: Mercer{Kernel: "rbf", Width: 1}}, &KPLS{Dim: 2, Mercer: Mercer{Kernel: "rbf", Width: 1}},
	}
}

func TestProjectionsSameBitsAtAnyProcs(t *testing.T) {
	for _, s := range []engine.Sample{irises(t), regressed(projections(t, "u"), projections(t, "y"))} {
		for _, m := range baselines() {
			want := embed(t, m, s)
			for _, procs := range []int{1, 2, 7} {
				before := runtime.GOMAXPROCS(procs)
				got := embed(t, m, s)
				runtime.GOMAXPROCS(before)
				if !mat.Equal(got.Y, want.Y) {
					t.Errorf("%T: GOMAXPROCS = %d gives other bits", m, procs)
				}
			}
			again := mat.NewDense(s.Len(), 2, nil)
			if err := want.Map.Apply(t.Context(), again, s.X); err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(again, want.Y) {
				t.Errorf("%T maps training rows elsewhere than it placed them", m)
			}
		}
	}
}

// TestBaselinesEndWithTheirContext at several moments of their work.
func TestBaselinesEndWithTheirContext(t *testing.T) {
	x := roll(3000)
	y := make([]float64, 3000)
	for i := range y {
		y[i] = math.Sin(x.At(i, 0))
	}
	s := regressed(x, mat.NewDense(3000, 1, y))
	exact, featured := &KDR{}, &KDR{}
	engine.SetDefaults(exact)
	engine.SetDefaults(featured)
	featured.Features = 300
	few := s
	few.X, few.Target = mat.DenseCopyOf(x.Slice(0, 1200, 0, 3)), engine.Target{Response: mat.NewDense(1200, 1, y[:1200])}
	for _, m := range append(baselines(), featured) {
		enginetest.Cancels(t, func(ctx context.Context) error {
			_, err := m.Embed(ctx, s)
			return err
		})
	}
	enginetest.Cancels(t, func(ctx context.Context) error {
		_, err := exact.Embed(ctx, few)
		return err
	})
}
