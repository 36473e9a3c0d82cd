package embedding

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"unfold/engine"
	"unfold/engine/linear/spectral"
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

// TestElbowOfEigenvalues: behind the last that stands out by 2 % of the largest, of
// points with four wide columns and of geodesics between them, which have one more,
// the same as that many dimensions when they are given.
func TestElbowOfEigenvalues(t *testing.T) {
	x := cloud(3, 200, 8)
	for i := range 200 {
		for c := range 8 {
			x.Set(i, c, x.At(i, c)/math.Pow(0.6, float64(c))*[]float64{9, 8, 7, 6, 0.4, 0.3, 0.2, 0.1}[c])
		}
	}
	s := engine.Sample{X: x}
	for name, c := range map[string]struct {
		dim         int
		auto, given engine.Embedder
	}{
		"isomap": {5, &Isomap{K: 12, Elbow: "eigenvalues"}, &Isomap{K: 12, Dim: 5}},
		"mds":    {4, &MDS{Elbow: "eigenvalues"}, &MDS{Dim: 4}},
	} {
		ctx, notes := engine.WithNotes(t.Context(), name)
		e, err := c.auto.Embed(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if e.Dim() != c.dim || !e.ByEigenvalues || !slices.ContainsFunc(notes(), func(n engine.Note) bool {
			return strings.Contains(n.Text, fmt.Sprintf("dim = %d is where eigenvalues become stable", c.dim))
		}) {
			t.Errorf("%s: %d dimensions, notes %v", name, e.Dim(), notes())
		}
		if off := disparity(e.Y, embed(t, c.given, s).Y); off > 1e-12 {
			t.Errorf("%s: rows are off by %.2g of their spread", name, off)
		}
	}
}
