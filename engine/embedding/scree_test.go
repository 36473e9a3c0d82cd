package embedding

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"

	"unfold/engine"
	"unfold/engine/spectral"
)

// TestScreeLooksFurther: at once there are the pairs of the dimensions alone,
// later those among others, the same for all who ask at once; who gives up
// spoils nothing.
func TestScreeLooksFurther(t *testing.T) {
	x := roll(900)
	for name, c := range map[string]struct {
		m engine.Embedder
		s engine.Sample
	}{
		"isomap":    {&Isomap{K: 8, Dim: 2}, engine.Sample{X: x}},
		"landmarks": {&Isomap{K: 8, Dim: 2, Landmarks: 400}, engine.Sample{X: x}},
		"mds":       {&MDS{Dim: 2}, engine.Sample{X: x, Distances: cityblock{x}}},
	} {
		e := embed(t, c.m, c.s)
		if len(e.Spectrum) != 2 {
			t.Errorf("%s: %d eigenvalues were found at once, want 2", name, len(e.Spectrum))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := e.Scree.Residual(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: cancelled, error is %v", name, err)
		}
		var asked sync.WaitGroup
		for range 3 {
			asked.Go(func() {
				if _, err := e.Scree.Residual(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		asked.Wait()
		if again := numbers(t, embed(t, c.m, c.s)); !slices.Equal(again, numbers(t, e)) {
			t.Errorf("%s: who asks first changes what is found", name)
		}
		further := spectrum(t, e)
		if len(further) != screeDimensions+2 {
			t.Errorf("%s: %d eigenvalues in all, want %d", name, len(further), screeDimensions+2)
		}
		for i, v := range e.Spectrum {
			if math.Abs(v-further[i]) > 1e-10*v {
				t.Errorf("%s: eigenvalue %d is %v, among others %v", name, i+1, v, further[i])
			}
		}
		own, err := spectral.Residual(t.Context(), e.Target, e.Y)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range residual(t, e)[:2] {
			if math.Abs(v-own[i]) > 1e-10 {
				t.Errorf("%s: %d dimensions leave %v, among others %v", name, i+1, own[i], v)
			}
		}
	}
}
