package embedding

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
)

// roll is a swiss roll.
func roll(n int) *mat.Dense {
	r := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		a := 1.5 * math.Pi * (1 + 2*r.Float64())
		x.SetRow(i, []float64{a * math.Cos(a), 21 * r.Float64(), a * math.Sin(a)})
	}
	return x
}

func TestSameBitsAtAnyProcs(t *testing.T) {
	s := irises(t)
	for _, m := range []engine.Embedder{&Isomap{K: 6, Dim: 2}, &MDS{Dim: 2}, &PCA{Dim: 2}, &LDA{}} {
		want := numbers(t, embed(t, m, s))
		for _, procs := range []int{1, 5} {
			before := runtime.GOMAXPROCS(procs)
			got := numbers(t, embed(t, m, s))
			runtime.GOMAXPROCS(before)
			if !slices.Equal(got, want) {
				t.Errorf("%T: GOMAXPROCS = %d gives other bits", m, procs)
			}
		}
	}
}

// TestMapsRowByRow: the image of a batch is the images of its rows, to the
// bit, and training rows are mapped to where they were placed.
func TestMapsRowByRow(t *testing.T) {
	s := irises(t)
	for _, m := range []engine.Embedder{&PCA{Dim: 2}, &LDA{}} {
		e := embed(t, m, s)
		batch, single := mat.NewDense(150, e.Map.Dim(), nil), mat.NewDense(1, e.Map.Dim(), nil)
		if err := e.Map.Apply(t.Context(), batch, s.X); err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(batch, e.Y) {
			t.Errorf("%T maps training rows elsewhere than it placed them", m)
		}
		for i := range 150 {
			row := mat.NewDense(1, 4, slices.Clone(s.X.RawRowView(i)))
			if err := e.Map.Apply(t.Context(), single, row); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(single.RawRowView(0), batch.RawRowView(i)) {
				t.Fatalf("%T: row %d has another image alone", m, i)
			}
		}
	}
}

// TestCancelAnywhere cancels at each part of the work in turn.
func TestCancelAnywhere(t *testing.T) {
	s := engine.Sample{X: roll(1500)}
	for _, at := range []float64{0, 0.1, 0.3, 0.6, 0.85} {
		ctx, cancel := context.WithCancel(t.Context())
		ctx = engine.WithProgress(ctx, func(p engine.Progress) {
			if p.Fraction >= at && ctx.Err() == nil {
				cancel()
			}
		})
		if _, err := (&Isomap{K: 8, Dim: 2}).Embed(ctx, s); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at %v: error is %v", at, err)
		}
	}
}

func TestMemoryIsAskedFor(t *testing.T) {
	for _, m := range []engine.Embedder{&Isomap{K: 3, Dim: 2}, &MDS{Dim: 2}} {
		_, err := m.Embed(memory.Limited(t.Context(), 1000), engine.Sample{X: roll(30), Distances: cityblock{roll(30)}})
		var e *engine.Error
		if !errors.As(err, &e) || e.Remedy == nil {
			t.Errorf("%T: error is %v", m, err)
		}
	}
}

// BenchmarkIsomap reports the residual variance of two dimensions, and how far
// the process has grown in MB at most, which for one size at a time is that
// size's peak:
//
//	go test ./engine/stage/embedding -run - -bench 'Isomap/n=5000$' -benchtime 5x
func BenchmarkIsomap(b *testing.B) {
	for _, c := range []struct{ n, landmarks int }{{1000, engine.Auto}, {5000, engine.Auto}, {10000, engine.Auto}, {40000, engine.Auto}, {200000, 1000}} {
		b.Run(fmt.Sprintf("n=%d", c.n), func(b *testing.B) {
			if c.n > 10000 && os.Getenv("UNFOLD_LONG") == "" {
				b.Skip("set UNFOLD_LONG=1 for sizes that take a minute and gigabytes")
			}
			s := engine.Sample{X: roll(c.n)}
			var e *engine.Embedding
			for b.Loop() {
				e = embed(b, &Isomap{K: 10, Dim: 2, Landmarks: c.landmarks}, s)
			}
			b.ReportMetric(residual(b, e)[1], "residual")
			b.ReportMetric(peak(), "peak-MB")
		})
	}
}

// peak is the most memory that the process has held, where the system tells.
func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	var kB float64
	_, _ = fmt.Sscan(rest, &kB) // zero if there is no such line
	return kB / 1000
}
