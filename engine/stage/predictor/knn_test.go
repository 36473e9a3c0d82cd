package predictor

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func TestKNNAgreesWithScikit(t *testing.T) {
	ref := readReference(t)
	queries := dense(ref.Queries)
	two := engine.Sample{Target: engine.Target{Classes: []string{"a", "b", "c"}}}
	var rows [][]float64
	for i, l := range ref.Labels {
		if l < 2 {
			rows, two.Labels = append(rows, ref.X[i]), append(two.Labels, l)
		}
	}
	two.X = dense(rows)
	wantClose(t, "classes", predict(t, &KNN{K: ref.KNN.K}, two, queries), ref.KNN.Classes, 0)
	wantClose(t, "response", predict(t, &KNN{K: ref.KNN.K}, ref.responses(), queries), ref.KNN.Response, 1e-12)
}

func TestKNNSettlesTies(t *testing.T) {
	for _, c := range []struct {
		name   string
		k      int
		x      []float64
		labels []int
		at     float64
		want   float64
	}{
		{"majority", 3, []float64{0, 2, 3}, []int{0, 1, 1}, 0, 1},
		{"equal votes, nearer sum wins", 2, []float64{-1, 2}, []int{1, 0}, 0, 1},
		{"sums are of distances, not squares", 4, []float64{-3, 3, -0.5, 5}, []int{0, 0, 1, 1}, 0, 1},
		{"equal votes and sums, smaller class wins", 2, []float64{-1, 1}, []int{1, 0}, 0, 0},
		{"equal distances, earlier row asked", 1, []float64{1, -1, 1}, []int{2, 0, 1}, 0, 2},
		{"duplicates", 3, []float64{1, 1, 1, 1}, []int{1, 1, 0, 0}, 1, 1},
	} {
		s := engine.Sample{X: mat.NewDense(len(c.x), 1, c.x), Target: engine.Target{Labels: c.labels, Classes: []string{"a", "b", "c"}}}
		if got := predict(t, &KNN{K: c.k}, s, mat.NewDense(1, 1, []float64{c.at}))[0]; got != c.want {
			t.Errorf("%s: class %v, want %v", c.name, got, c.want)
		}
	}
}

func TestOneNeighbourRepeatsItsRow(t *testing.T) {
	ref := readReference(t)
	wantClose(t, "response", predict(t, &KNN{K: 1}, ref.responses(), dense(ref.X)), ref.Response, 0)
}
