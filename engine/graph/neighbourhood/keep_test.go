package neighbourhood

import (
	"slices"
	"sync/atomic"
	"testing"

	"unfold/engine"
)

func TestKeptListsGiveTheSameBits(t *testing.T) {
	x := cloud(300, 3, 7)
	d := engine.Euclidean(x)
	with := Keep(engine.Sample{X: x}, d)
	for _, f := range append(all(), KNN{K: 3}, KNN{K: 40}, Entropy{Perplexity: 4, Nearest: 12}) {
		a, err := f.Graph(t.Context(), with, responses(x))
		if err != nil {
			t.Fatal(err)
		}
		b := graphOf(t, f, x, responses(x))
		if !slices.Equal(a.Weight, b.Weight) || !slices.Equal(a.End, b.End) {
			t.Errorf("%v: kept lists give another graph", f)
		}
	}
}

// counted are dissimilarities by rows, which count how often all are asked for.
type counted struct {
	engine.Distances
	rows *atomic.Int64
}

func (c counted) Row(dst []float64, i int) {
	c.rows.Add(1)
	c.Distances.Row(dst, i)
}

func TestOneSearchServesManyK(t *testing.T) {
	x, asked := cloud(300, 3, 7), new(atomic.Int64)
	d := Keep(engine.Sample{X: x}, counted{engine.Euclidean(x), asked})
	for _, k := range []int{20, 5, 10, 15, 20} {
		if _, err := d.(engine.Nearer).Nearest(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	if asked.Load() != 300 {
		t.Errorf("%d rows were asked for, want those of one search", asked.Load())
	}
}
