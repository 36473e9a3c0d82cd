package embedding

import (
	"errors"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	around "unfold/engine/graph/neighbourhood"
)

func TestProjectionsRefuse(t *testing.T) {
	good := chequers(60, 1)
	flat := good
	flat.Response = mat.NewDense(60, 1, nil)
	parted := engine.Sample{X: mat.NewDense(60, 5, nil), Target: engine.Target{Labels: make([]int, 60), Classes: []string{"a", "b"}}}
	parted.X.Copy(good.X)
	for i := range 60 {
		if i%2 == 1 {
			parted.Labels[i] = 1
			parted.X.Set(i, 0, 100+parted.X.At(i, 0))
		}
	}
	mixed := engine.Sample{X: good.X, Target: parted.Target}
	twin := good
	twin.X = mat.DenseCopyOf(good.X)
	for i := range 60 {
		for c := 2; c < 5; c++ {
			twin.X.Set(i, c, float64(c))
		}
	}
	entropy, knn := around.Choice{Graph: "entropy"}, around.Choice{Graph: "knn", K: 5}
	for _, c := range []struct {
		name       string
		m          engine.Embedder
		s          engine.Sample
		param, why string
	}{
		{"equal responses", &SDPP{Dim: 2, Near: entropy}, flat, "", "equal"},
		{"classes far apart", &SDPP{Dim: 2, Near: knn}, parted, "", "neighbours have equal responses"},
		{"no floor", &SPPP{Dim: 2, Kind: "linear", Near: entropy, Scale: "unit"}, mixed, "floor", "pairs have equal responses"},
		{"dimensions", &SDPP{Dim: 3, Near: entropy}, twin, "dim", "dim = 3"},
		{"perplexity", &SPPP{Dim: 2, Kind: "gaussian", Near: around.Choice{Graph: "entropy", Perplexity: 70}}, good, "perplexity", "perplexity"},
		{"neighbours", &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", K: 60}}, good, "k", "60"},
		{"idle setting", &SDPP{Dim: 2, Near: around.Choice{Graph: "knn", Perplexity: 5}}, good, "perplexity", "knn"},
	} {
		_, err := c.m.Embed(t.Context(), c.s)
		var e *engine.Error
		if !errors.As(err, &e) || e.Param != c.param || !strings.Contains(e.Cause, c.why) || e.Remedy == nil {
			t.Errorf("%s: %#v", c.name, err)
		}
	}
}
