package embedding

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/graph/geodesic"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/simd"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
)

// generated is a sample of 900 rows from a source, with a metric's dissimilarities
// if one is given.
func generated(t *testing.T, s engine.Source, m engine.Metric) engine.Sample {
	t.Helper()
	engine.SetDefaults(s)
	switch s := s.(type) {
	case *generator.SwissRoll:
		s.N = 900
	case *generator.SCurve:
		s.N = 900
	case *generator.Waveform:
		s.N = 900
	}
	table, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sample := engine.Sample{X: table.X, Columns: table.Columns, Target: table.Target, Rows: table.Rows}
	if m != nil {
		engine.SetDefaults(m)
		if sample.Distances, err = m.Distances(t.Context(), sample); err != nil {
			t.Fatal(err)
		}
	}
	return sample
}

// TestSinglePrecisionMovesLittle is the gate for float32: a disparity of 1e-5.
func TestSinglePrecisionMovesLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("long: fits twice")
	}
	for name, s := range map[string]engine.Sample{
		"swissroll":           generated(t, &generator.SwissRoll{}, nil),
		"scurve":              generated(t, &generator.SCurve{}, nil),
		"waveform under warp": generated(t, &generator.Waveform{}, new(metric.Warp)),
	} {
		for _, pair := range [][2]engine.Embedder{
			{&Isomap{K: 10, Dim: 2, Precision: "double"}, &Isomap{K: 10, Dim: 2, Precision: "single"}},
			{&MDS{Dim: 2, Precision: "double"}, &MDS{Dim: 2, Precision: "single"}},
		} {
			double, single := embed(t, pair[0], s), embed(t, pair[1], s)
			if d := disparity(single.Y, double.Y); d > 1e-5 {
				t.Errorf("%s, %T: float32 moves rows by a disparity of %g", name, pair[0], d)
			}
			exactly := residual(t, double)
			for p, v := range residual(t, single) {
				if want := exactly[p]; v-want > 1e-5 || want-v > 1e-5 {
					t.Errorf("%s, %T: residual variance of %d dimensions is %v in float32, %v in float64", name, pair[0], p+1, v, want)
				}
			}
		}
	}
}

// procrustes is what is left of want when got is moved, turned and stretched
// onto it, as a share of want's square about its mean.
func procrustes(got, want *mat.Dense) float64 {
	got, _ = centre(got)
	want, _ = centre(want)
	var inner mat.Dense
	inner.Mul(got.T(), want)
	var svd mat.SVD
	svd.Factorize(&inner, mat.SVDNone)
	a, b, sum := mat.Norm(got, 2), mat.Norm(want, 2), 0.0
	for _, v := range svd.Values(nil) {
		sum += v
	}
	return 1 - sum/(a*b)*sum/(a*b)
}

// TestLandmarksComeClose compares a few landmarks, and half of the rows, with
// all of them.
func TestLandmarksComeClose(t *testing.T) {
	s := engine.Sample{X: roll(1200)}
	all := embed(t, &Isomap{K: 10, Dim: 2}, s)
	for landmarks, most := range map[int]float64{100: 2e-3, 600: 2e-4} {
		ctx, notes := engine.WithNotes(t.Context(), "isomap")
		e, err := (&Isomap{K: 10, Dim: 2, Landmarks: landmarks}).Embed(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if d := procrustes(e.Y, all.Y); d > most {
			t.Errorf("%d landmarks leave a disparity of %g", landmarks, d)
		}
		if few, most := residual(t, e)[1], residual(t, all)[1]; math.Abs(few-most) > 0.005 {
			t.Errorf("%d landmarks leave a residual variance of %v, all rows %v", landmarks, few, most)
		}
		target, ok := e.Target.(*geodesic.Landmarks)
		if !ok || target.Count() != landmarks || e.Graph.K != 10 {
			t.Errorf("the target is %T, want that of %d landmarks with their rule", e.Target, landmarks)
		}
		if said := notes(); len(said) != 2 || !strings.Contains(said[0].Text, "landmarks") || !strings.Contains(said[1].Text, "too long") {
			t.Errorf("remarks are %q", said)
		}
	}
	if e := embed(t, &Isomap{K: 10, Dim: 2, Landmarks: 5000}, s); disparity(e.Y, all.Y) != 0 {
		t.Error("more landmarks than rows are not all rows")
	}
}

func TestFarFromEuclideanIsTold(t *testing.T) {
	x := mat.NewDense(300, 1, nil)
	for i := range 300 {
		x.Set(i, 0, float64(i))
	}
	for _, dim := range []int{1, engine.Auto} {
		e := embed(t, &MDS{Dim: dim}, engine.Sample{X: x, Distances: squared{cityblock{x}}})
		for range 2 {
			ctx, notes := engine.WithNotes(t.Context(), "spectrum")
			if _, err := e.Scree.Spectrum(ctx); err != nil {
				t.Fatal(err)
			}
			if said := notes(); len(said) != 1 || !strings.Contains(said[0].Text, "negative eigenvalues add up to") {
				t.Errorf("remarks on squared distances are %q", said)
			}
		}
	}
}

// squared are dissimilarities that break the triangle's inequality.
type squared struct{ cityblock }

func (s squared) Row(dst []float64, i int) {
	s.cityblock.Row(dst, i)
	for j, v := range dst {
		dst[j] = v * v
	}
}

func TestLandmarksOfAwkwardRows(t *testing.T) {
	copies := cloud(6, 60, 2)
	for i := range 40 {
		copies.SetRow(i, copies.RawRowView(40+i%5))
	}
	if e := embed(t, &Isomap{K: 4, Dim: 2, Landmarks: 50}, engine.Sample{X: copies}); e.Dim() != 2 {
		t.Errorf("copies are placed in %d dimensions", e.Dim())
	}
	var fault *engine.Error
	for name, m := range map[string]*Isomap{
		"two landmarks, two dimensions": {K: 4, Dim: 2, Landmarks: 2},
		"one landmark":                  {K: 4, Dim: 1, Landmarks: 1},
	} {
		if _, err := m.Embed(t.Context(), engine.Sample{X: cloud(1, 30, 2)}); !errors.As(err, &fault) || fault.Param != "landmarks" || fault.Remedy == nil {
			t.Errorf("%s: error is %v", name, err)
		}
	}
	if _, err := (&Isomap{K: 4, Dim: 1, Landmarks: 5}).Embed(t.Context(), engine.Sample{X: mat.NewDense(20, 2, nil)}); err == nil || !strings.Contains(err.Error(), "all points are identical") {
		t.Errorf("equal rows: error is %v", err)
	}
}

// TestLandmarksWhereMemoryIsShort has room for some geodesics, not for all.
func TestLandmarksWhereMemoryIsShort(t *testing.T) {
	e, err := (&Isomap{K: 8, Dim: 2}).Embed(memory.Limited(t.Context(), 16e6), engine.Sample{X: roll(3500)})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := e.Target.(*geodesic.Landmarks); !ok {
		t.Errorf("the target is %T, want landmarks", e.Target)
	}
	var fault *engine.Error
	if _, err := (&Isomap{K: 8, Dim: 2, Precision: "single"}).Embed(memory.Limited(t.Context(), 16e6), engine.Sample{X: roll(3500)}); !errors.As(err, &fault) || !strings.Contains(fault.Error(), "memory") {
		t.Errorf("single precision is asked for: error is %v", err)
	}
}

// TestSameBitsByEachWay embeds by float32 and by landmarks at other numbers of
// processors and levels of vectors.
func TestSameBitsByEachWay(t *testing.T) {
	s := engine.Sample{X: roll(700)}
	for _, m := range []*Isomap{{K: 8, Dim: 2, Precision: "single"}, {K: 8, Dim: 2, Precision: "double"}, {K: 8, Dim: 2, Landmarks: 300}} {
		want := numbers(t, embed(t, m, s))
		same := func(how string) {
			if got := numbers(t, embed(t, m, s)); !slices.Equal(got, want) {
				t.Errorf("%+v: %s gives other bits", m, how)
			}
		}
		for _, procs := range []int{1, 5} {
			before := runtime.GOMAXPROCS(procs)
			same("another number of processors")
			runtime.GOMAXPROCS(before)
		}
		for l := simd.Portable; l <= simd.Best(); l++ {
			restore := simd.Use(l)
			same(l.String())
			restore()
		}
	}
}
