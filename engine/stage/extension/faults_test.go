package extension

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
)

// blind is a Distances that cannot measure outside rows.
type blind struct{ engine.Distances }

func TestFaults(t *testing.T) {
	x, y := cloud(1, 12, 2), cloud(2, 12, 2)
	nan := mat.DenseCopyOf(x)
	nan.Set(3, 1, math.NaN())
	equal := mat.NewDense(12, 2, nil)
	half := mat.NewDense(12, 2, nil)
	half.Set(0, 0, 1)
	var huge, tiny mat.Dense
	huge.Scale(1e200, x)
	tiny.Scale(1e-158, x)
	kept := &engine.Embedding{Y: y, Spectrum: []float64{2, 1}, Target: engine.Euclidean(x)}
	placed := &engine.Embedding{Y: y}
	labelled := engine.Sample{X: x, Distances: blind{engine.Euclidean(x)}}
	for _, c := range []struct {
		m     engine.Extender
		s     engine.Sample
		e     *engine.Embedding
		param string
		want  string
	}{
		{&KRR{}, engine.Sample{X: nan}, placed, "", "must be finite"},
		{&GRNN{}, engine.Sample{X: nan}, placed, "", "must be finite"},
		{&Barycentre{K: 2}, engine.Sample{X: nan}, placed, "", "must be finite"},
		{&Nystrom{}, engine.Sample{X: nan}, kept, "", "must be finite"},
		{&KRR{Kernel: "rbf"}, engine.Sample{X: equal}, placed, "", "all points are identical"},
		{&KRR{Kernel: "rbf"}, engine.Sample{X: half}, placed, "sigma", "half of all pairs"},
		{&GRNN{}, engine.Sample{X: equal}, placed, "", "all points are identical"},
		{&KRR{Centres: 13, Kernel: "linear"}, engine.Sample{X: x}, placed, "centres", "centres = 13 is more than the 12"},
		{&KRR{Kernel: "poly", Degree: 1, Offset: -100, Lambda: 0.1}, engine.Sample{X: x}, placed, "", "not positive semidefinite"},
		{&Barycentre{K: 13}, engine.Sample{X: x}, placed, "k", "k = 13 is more than the 12"},
		{&Nystrom{K: 13}, engine.Sample{X: x}, kept, "k", "k = 13 is more than the 12"},
		{&Nystrom{}, engine.Sample{X: x}, placed, "", "keeps no dissimilarities"},
		{&Nystrom{}, engine.Sample{X: x}, &engine.Embedding{Y: equal, Spectrum: []float64{2, 1}, Target: engine.Euclidean(x)}, "", "same for all rows"},
		{&Nystrom{}, labelled, kept, "", "reads labels"},
		{&KRR{}, engine.Sample{X: &huge}, placed, "", "cannot be squared"},
		{&GRNN{}, engine.Sample{X: &huge}, placed, "", "cannot be squared"},
		{&KRR{}, engine.Sample{X: &tiny}, placed, "", "too small to be squared"},
		{&KRR{Sigma: 1e-300}, engine.Sample{X: x}, placed, "sigma", "too small to be squared"},
		{&KRR{Kernel: "poly", Degree: 900, Offset: 9, Lambda: 0.1}, engine.Sample{X: x}, placed, "", "beyond the largest number"},
		{&KRR{}, engine.Sample{X: cloud(3, 5, 2)}, placed, "", "have 5 rows and 12"},
		{&ELM{}, engine.Sample{X: nan}, placed, "", "must be finite"},
		{&ELM{}, engine.Sample{X: &huge}, placed, "", "cannot be squared"},
		{&ELM{}, engine.Sample{X: equal}, placed, "", "all points are identical"},
		{&ELM{}, engine.Sample{X: x}, &engine.Embedding{Y: equal}, "", "placed at the same point"},
		{&ELM{Neurons: 13}, engine.Sample{X: x}, placed, "neurons", "neurons = 13 is more than the 12"},
		{&ELM{}, engine.Sample{X: cloud(3, 5, 2)}, placed, "", "have 5 rows and 12"},
	} {
		_, err := c.m.Extend(t.Context(), c.s, c.e)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || !strings.Contains(e.Error(), c.want) || e.Remedy == nil {
			t.Errorf("%#v: error is %v, want one of %q with %q and a remedy", c.m, err, c.param, c.want)
		}
	}
}

// TestSmallestBandwidth: where no weight but that of the nearest row is left,
// images are those of the nearest.
func TestSmallestBandwidth(t *testing.T) {
	x, y := cloud(4, 30, 2), cloud(5, 30, 1)
	for _, sigma := range []float64{1e-150, 1e-200, 5e-324} {
		if got := images(t, learned(t, &GRNN{Sigma: sigma}, x, &engine.Embedding{Y: y}), x); !mat.EqualApprox(got, y, 1e-12) {
			t.Errorf("sigma = %g does not map rows to where they were placed", sigma)
		}
	}
}

func TestCopiesOfRows(t *testing.T) {
	x, y := cloud(4, 30, 2), cloud(5, 30, 1)
	for i := range 10 {
		x.SetRow(i, x.RawRowView(10+i/2))
	}
	e := &engine.Embedding{Y: y}
	for _, m := range []engine.Extender{&KRR{Lambda: 0.03}, &GRNN{}, &Barycentre{K: 5, Reg: 1e-3}} {
		got := images(t, learned(t, m, x, e), x)
		if v := mat.Norm(got, 2); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%T: images of copies have norm %v", m, v)
		}
	}
	ctx, notes := engine.WithNotes(t.Context(), "krr")
	if _, err := (&KRR{Lambda: 1e-300}).Extend(ctx, engine.Sample{X: x}, e); err != nil {
		t.Fatal(err)
	}
	if said := notes(); len(said) != 1 || !strings.Contains(said[0].Text, "raised to") {
		t.Errorf("remarks are %v", said)
	}
}

// TestEveryRowTwice: a bandwidth that asks for the nearest other row looks
// past copies, so that each row may have one.
func TestEveryRowTwice(t *testing.T) {
	x, twice := cloud(9, 12, 2), mat.NewDense(24, 2, nil)
	for i := range 24 {
		twice.SetRow(i, x.RawRowView(i/2))
	}
	want, err := medianNearest(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := medianNearest(t.Context(), twice); err != nil || math.Abs(got-want) > 1e-15 {
		t.Errorf("median distance to the nearest other is %v, want %v (%v)", got, want, err)
	}
	if _, err := medianNearest(t.Context(), mat.NewDense(5, 2, nil)); err == nil {
		t.Error("rows that are all equal have a median distance")
	}
}

// TestKRRChoosesItsRidge: noise asks for a larger ridge than a smooth function,
// and the choice is told.
func TestKRRChoosesItsRidge(t *testing.T) {
	x, noise := cloud(4, 200, 2), cloud(5, 200, 1)
	chosen := func(share float64) float64 {
		y := mat.NewDense(200, 1, nil)
		for i := range 200 {
			y.Set(i, 0, math.Sin(x.At(i, 0))+share*noise.At(i, 0))
		}
		ctx, notes := engine.WithNotes(t.Context(), "krr")
		if _, err := (&KRR{}).Extend(ctx, engine.Sample{X: x}, &engine.Embedding{Y: y}); err != nil {
			t.Fatal(err)
		}
		var lambda float64
		said := notes()
		if len(said) != 1 {
			t.Fatalf("remarks are %v", said)
		}
		if _, err := fmt.Sscanf(said[0].Text, "lambda = auto, which 0 stands for, is %g: leaving out each of 200 rows", &lambda); err != nil {
			t.Fatalf("%q: %v", said[0].Text, err)
		}
		return lambda
	}
	if smooth, noisy := chosen(1e-4), chosen(1); !(smooth < 0.01 && noisy > 0.1) {
		t.Errorf("ridges are %v for a smooth function and %v for noise", smooth, noisy)
	}
}

// TestKRRByCentres: a map by some of the rows is close to that by all, and one
// by more rows than exact solutions take says so.
func TestKRRByCentres(t *testing.T) {
	x := cloud(4, 500, 2)
	y := mat.NewDense(500, 1, nil)
	for i := range 500 {
		y.Set(i, 0, math.Sin(2*x.At(i, 0)))
	}
	e, held := &engine.Embedding{Y: y}, cloud(6, 40, 2)
	exact := images(t, learned(t, &KRR{Lambda: 0.03, Sigma: 1}, x, e), held)
	near(t, "krr by 150 centres", images(t, learned(t, &KRR{Lambda: 0.03, Sigma: 1, Centres: 150}, x, e), held), exact, 0.01)
	near(t, "krr by all centres", images(t, learned(t, &KRR{Lambda: 0.03, Sigma: 1, Centres: 500}, x, e), held), exact, 1e-12)
	ctx, notes := engine.WithNotes(t.Context(), "krr")
	if rows, err := (&KRR{}).centres(ctx, 15_001); len(rows) != 2000 || err != nil || len(notes()) != 1 {
		t.Errorf("%d centres of many rows, %v, %v", len(rows), err, notes())
	}
	for free, want := range map[uint64]int{1000: 100, 60e6: 1125, 90e6: 1500} {
		ctx, notes := engine.WithNotes(memory.Limited(t.Context(), free), "krr")
		if rows, err := (&KRR{Centres: engine.Auto}).centres(ctx, 5000); len(rows) != want || err != nil || !strings.Contains(notes()[0].Text, "no memory") {
			t.Errorf("%d centres in %d bytes, want %d (%v, %v)", len(rows), free, want, err, notes())
		}
	}
	if _, err := (&KRR{Centres: engine.Auto}).centres(ctx, 100); err != nil || len(notes()) != 1 {
		t.Errorf("few rows have centres: %v, %v", err, notes())
	}
}

func TestTrainWords(t *testing.T) {
	x, y := cloud(6, 10, 2), cloud(7, 10, 1)
	for word, want := range map[string]bool{"mapped": true, "placed": false} {
		for _, m := range []engine.Extender{&KRR{Train: word}, &GRNN{Train: word}, &Barycentre{K: 3, Reg: 1e-3, Train: word}} {
			if e, err := m.Extend(t.Context(), engine.Sample{X: x}, &engine.Embedding{Y: y}); err != nil || e.LearnMapped != want {
				t.Errorf("%T, train = %s: predictors learn from mapped rows: %v (%v)", m, word, e.LearnMapped, err)
			}
		}
	}
}

func TestSameBitsAtAnyProcsAndCancelled(t *testing.T) {
	train, held := reference(t, "train"), reference(t, "held")
	e := embedded(t, train, reference(t, "placed"), 8, 0)
	for _, x := range extenders() {
		want := images(t, learned(t, x, train, e), held)
		for _, procs := range []int{1, 6} {
			before := runtime.GOMAXPROCS(procs)
			got := images(t, learned(t, x, train, e), held)
			runtime.GOMAXPROCS(before)
			if !slices.Equal(got.RawMatrix().Data, want.RawMatrix().Data) {
				t.Errorf("%#v: GOMAXPROCS = %d gives other bits", x, procs)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, x := range []engine.Extender{&KRR{Lambda: 1}, &GRNN{}} {
		if _, err := x.Extend(ctx, engine.Sample{X: train}, e); !errors.Is(err, context.Canceled) {
			t.Errorf("%T: error after cancel is %v", x, err)
		}
	}
	m := learned(t, &Barycentre{K: 3, Reg: 1e-3}, train, e)
	if err := m.Apply(ctx, mat.NewDense(20, 2, nil), held); !errors.Is(err, context.Canceled) {
		t.Errorf("error of a cancelled map is %v", err)
	}
}

func TestMemoryIsAskedFor(t *testing.T) {
	_, err := (&KRR{Lambda: 1}).Extend(memory.Limited(t.Context(), 1000), engine.Sample{X: cloud(8, 50, 2)}, &engine.Embedding{Y: cloud(9, 50, 2)})
	if err == nil || !strings.Contains(err.Error(), "would take 20 kB of memory") {
		t.Errorf("error is %v", err)
	}
}

func TestStagesAreDeclared(t *testing.T) {
	want := map[string]string{
		"krr":        `krr(lambda=0.03, sigma=auto, kernel="rbf", degree=3, offset=1, centre="yes", centres=auto, train="mapped")`,
		"grnn":       `grnn(sigma=auto, train="mapped")`,
		"barycentre": `barycentre(k=5, reg=0.001, train="mapped")`,
		"elm":        `elm(neurons=auto, ridge=0.0001, constant="yes", draws=auto, seed=1, train="mapped")`,
		"nystrom":    `nystrom(k=auto, train="mapped")`,
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

func BenchmarkKRR(b *testing.B) {
	for _, n := range []int{1000, 3500} {
		x, e := cloud(1, n, 21), &engine.Embedding{Y: cloud(2, n, 2)}
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				learned(b, &KRR{Lambda: 0.03}, x, e)
			}
		})
	}
}

func BenchmarkGRNN(b *testing.B) {
	x, e := cloud(1, 1000, 21), &engine.Embedding{Y: cloud(2, 1000, 2)}
	b.Run("n=1000", func(b *testing.B) {
		for b.Loop() {
			learned(b, &GRNN{}, x, e)
		}
	})
}
