package embedding

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	around "unfold/engine/graph/neighbourhood"
)

// rootsOf are dissimilarities that only their rows tell.
type rootsOf struct{ engine.Pointed }

func (r rootsOf) Row(dst []float64, i int) {
	r.Pointed.Row(dst, i)
	for j, e := range dst {
		dst[j] = math.Sqrt(e)
	}
}

// rowwise hides that points are behind.
type rowwise struct{ engine.Distances }

// TestEmbeddersEndWithTheirContext has 10000 rows, by points and by rows.
func TestEmbeddersEndWithTheirContext(t *testing.T) {
	const n, d = 10_000, 12
	x := mat.NewDense(n, d, nil)
	x.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i*(j+3))) + float64(i%3) }, x)
	s := engine.Sample{X: x, Target: engine.Target{Labels: make([]int, n), Classes: []string{"a", "b", "c"}}}
	for i := range s.Labels {
		s.Labels[i] = i % 3
	}
	byRows := s
	byRows.Distances = rowwise{rootsOf{engine.Euclidean(x)}}
	for name, c := range map[string]struct {
		of engine.Sample
		m  engine.Embedder
	}{
		"isomap":           {s, &Isomap{K: 10, Dim: 2}},
		"isomap by rows":   {byRows, &Isomap{K: 10, Dim: 2}},
		"isomap eps":       {s, &Isomap{Eps: 3, Dim: 2}},
		"isomap landmarks": {s, &Isomap{K: 10, Dim: 2, Landmarks: 500}},
		"mds":              {s, &MDS{Dim: 2}},
		"mds by rows":      {byRows, &MDS{Dim: 2}},
		"pca":              {s, &PCA{Dim: 2}},
		"lda":              {s, &LDA{Dim: 2}},
		"sdpp":             {s, &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 64}, Method: "lbfgs"}},
		"kdr":              {s, &KDR{Dim: 2, Eps: 1e-4, Width: 1, WidthY: 1, Anneal: 4, Iterations: 50, Starts: 6, Features: 300}},
	} {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				_, err := c.m.Embed(ctx, c.of)
				return err
			})
		})
	}
}
