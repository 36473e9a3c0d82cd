package embedding

import (
	"slices"
	"sync/atomic"
	"testing"

	"unfold/engine"
	"unfold/engine/memo"
)

// counted are dissimilarities by rows, which count how often all are asked for.
type counted struct {
	engine.Distances
	rows *atomic.Int64
}

func (c counted) Row(dst []float64, i int) {
	c.rows.Add(1)
	c.Distances.Row(dst, i)
}

// TestIsomapSharesGeodesicsAndLists: settings that meet the same rows find neighbours
// once, those that differ in dim alone find geodesics once, and none has other bits.
func TestIsomapSharesGeodesicsAndLists(t *testing.T) {
	x, asked := roll(300), new(atomic.Int64)
	shared := engine.Sample{X: x, Distances: counted{engine.Euclidean(x), asked}, Pairs: memo.New(memo.Unlimited).Rows(memo.Unique())}
	target := map[*Isomap]engine.Distances{}
	for _, m := range []*Isomap{{K: 9, Dim: 2}, {K: 9, Dim: 3}, {K: 7, Dim: 2}, {K: 7, Dim: 2, Precision: "single"}, {K: 7, Dim: 2, Landmarks: 40}} {
		got := embed(t, m, shared)
		target[m] = got.Target
		if want := embed(t, m, engine.Sample{X: x}); !slices.Equal(got.Y.RawMatrix().Data, want.Y.RawMatrix().Data) {
			t.Errorf("%+v: what is shared changes the embedding", m)
		}
		if got.Graph.K != m.K {
			t.Errorf("%+v: the graph says it was made with k = %d", m, got.Graph.K)
		}
		for other, g := range target {
			if same := other.K == m.K && other.Precision == m.Precision && other.Landmarks == m.Landmarks; same != (g == got.Target) {
				t.Errorf("%+v, %+v: one and the same geodesics is %v", m, other, !same)
			}
		}
	}
	if asked.Load() != 300 {
		t.Errorf("%d rows were asked for, want those of one search", asked.Load())
	}
}

// TestNewRowsEnterByTheRuleOfTheGraph: bridges do not change it, nor does a radius.
func TestNewRowsEnterByTheRuleOfTheGraph(t *testing.T) {
	apart := cloud(3, 40, 2)
	for i := range 20 {
		apart.Set(i, 0, apart.At(i, 0)+50)
	}
	for _, m := range []*Isomap{{K: 3, Dim: 2}, {Eps: 1.5, K: 3, Dim: 2}, {K: 3, Dim: 2, Landmarks: 12}} {
		g := embed(t, m, engine.Sample{X: apart}).Graph
		k := m.K
		if m.Eps > 0 {
			k = 0
		}
		if len(g.Bridges) == 0 || g.K != k || g.Eps != m.Eps {
			t.Errorf("%+v: the graph has %d bridges, k = %d, eps = %v", m, len(g.Bridges), g.K, g.Eps)
		}
	}
}
