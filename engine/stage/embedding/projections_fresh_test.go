package embedding

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// imagesOf maps the probe of testdata/projections.py.
func imagesOf(t *testing.T, e *engine.Embedding) *mat.Dense {
	t.Helper()
	probe := projections(t, "probe")
	n, _ := probe.Dims()
	image := mat.NewDense(n, e.Map.Dim(), nil)
	if err := e.Map.Apply(t.Context(), image, probe); err != nil {
		t.Fatal(err)
	}
	return image
}

// TestNewRowsAgree: rows that were not learned from go where other programs put
// them, for responses and for classes. Both ends of a column turn together.
func TestNewRowsAgree(t *testing.T) {
	u := projections(t, "u")
	response := regressed(u, projections(t, "y"))
	classes := engine.Sample{X: u, Target: engine.Target{Classes: []string{"a", "b", "c"}}}
	for _, c := range mat.Col(nil, 0, projections(t, "classes")) {
		classes.Labels = append(classes.Labels, int(c))
	}
	for name, c := range map[string]struct {
		m engine.Embedder
		s engine.Sample
	}{
		"pls u 4":        {&PLS{Dim: 4}, response},
		"pls classes 2":  {&PLS{Dim: 2}, classes},
		"kpls u 3":       {&KPLS{Dim: 3, Mercer: Mercer{Kernel: "rbf", Sigma: 0.8}}, response},
		"kpls classes 3": {&KPLS{Dim: 3, Mercer: Mercer{Kernel: "rbf", Sigma: 0.8}}, classes},
	} {
		e := embed(t, c.m, c.s)
		both := func(scores, probe *mat.Dense) *mat.Dense {
			all := new(mat.Dense)
			all.Stack(scores, probe)
			return all
		}
		want := both(projections(t, name, "scores"), projections(t, name, "probe"))
		sameColumns(t, name, both(e.Y, imagesOf(t, e)), want, 1e-8)
	}
}

// TestLinearKernelsAreTheLinearProjections, of new rows too: of KPCA that is
// PCA, of KPLS it is PLS at scores of length one.
func TestLinearKernelsAreTheLinearProjections(t *testing.T) {
	s := regressed(projections(t, "u"), projections(t, "y"))
	for name, c := range map[string]struct{ bent, straight engine.Embedder }{
		"kpca": {&KPCA{Dim: 3, Mercer: Mercer{Kernel: "linear"}}, &PCA{Dim: 3}},
		"kpls": {&KPLS{Dim: 3, Mercer: Mercer{Kernel: "linear"}}, &PLS{Dim: 3}},
	} {
		got, want := embed(t, c.bent, s), embed(t, c.straight, s)
		images, wanted := imagesOf(t, got), imagesOf(t, want)
		for p := range 3 {
			size := mat.Norm(got.Y.ColView(p), 2) / mat.Norm(want.Y.ColView(p), 2)
			if name == "kpca" && math.Abs(size-1) > 1e-10 {
				t.Errorf("column %d of kpca is %g times that of pca", p+1, size)
			}
			for i := range 7 {
				wanted.Set(i, p, size*wanted.At(i, p))
			}
		}
		sameColumns(t, name, images, wanted, 1e-8)
	}
}

// TestResponsesInTheSpanAreRecovered: of responses that are a linear map of the
// rows, and no more of them than dimensions, every cost has a zero where mapped
// rows are as far apart as responses, whatever the kernel and the normaliser. The
// least squares for M find it, and no descent leaves it.
func TestResponsesInTheSpanAreRecovered(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits every projection")
	}
	u := projections(t, "u")
	a := mat.NewDense(5, 2, []float64{1, -0.5, 0.3, 2, 0, 1, -1, 0.7, 0.2, 0})
	y := new(mat.Dense)
	y.Mul(u, a)
	s := engine.Sample{X: u, Target: engine.Target{Response: y}}
	want := engine.Euclidean(y)
	row, goal := make([]float64, 60), make([]float64, 60)
	for _, kind := range kinds {
		for _, normalise := range norms {
			m := &SPPP{}
			engine.SetDefaults(m)
			m.Kind, m.Normalise = kind, normalise
			z := engine.Euclidean(embed(t, m, s).Y)
			var off float64
			for i := range 60 {
				z.Row(row, i)
				want.Row(goal, i)
				for j := range row {
					off = max(off, math.Abs(row[j]-goal[j]))
				}
			}
			if off > 1e-12 {
				t.Errorf("%s, %s: a distance is off by %.2g", kind, normalise, off)
			}
		}
	}
}
