package embedding

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// everySetting are the projections with every word that they take.
func everySetting() map[string]engine.Embedder {
	all := map[string]engine.Embedder{}
	add := func(name string, m engine.Embedder, set func()) {
		engine.SetDefaults(m)
		set()
		all[name] = m
	}
	pls := &PLS{}
	add("pls", pls, func() {})
	for _, kernel := range []string{"rbf", "linear", "poly"} {
		kpca, kpls, ksdpp := &KPCA{}, &KPLS{}, &KSDPP{}
		add("kpca "+kernel, kpca, func() { kpca.Kernel = kernel })
		add("kpls "+kernel, kpls, func() { kpls.Kernel = kernel })
		add("ksdpp "+kernel, ksdpp, func() { ksdpp.Kernel = kernel })
	}
	for _, kernel := range []string{"rbf", "linear"} {
		spca := &SPCA{}
		add("spca "+kernel, spca, func() { spca.Kernel = kernel })
	}
	for _, features := range []int{engine.Auto, 30} {
		kdr := &KDR{}
		add(fmt.Sprintf("kdr %d", features), kdr, func() { kdr.Features, kdr.Iterations, kdr.Starts = features, 4, 3 })
	}
	for _, graph := range []string{"knn", "epsilon", "enclosing", "natural", "gabriel", "entropy", "crossentropy", "student"} {
		sdpp := &SDPP{}
		add("sdpp "+graph, sdpp, func() { sdpp.Near.Graph = graph })
	}
	for _, kind := range kinds {
		for _, by := range norms {
			sppp := &SPPP{}
			add("sppp "+kind+" "+by, sppp, func() { sppp.Kind, sppp.Normalise = kind, by })
		}
	}
	return all
}

// rough are samples that a projection may refuse but must not fall over: by
// responses and by classes.
func rough() map[string]engine.Sample {
	r := random.New(9, "rough")
	all := map[string]engine.Sample{}
	add := func(name string, n, d int, change func(s *engine.Sample)) {
		for _, what := range []string{"response", "classes"} {
			x, y := mat.NewDense(n, d, nil), make([]float64, n)
			x.Apply(func(_, _ int, _ float64) float64 { return r.Normal() }, x)
			for i := range y {
				y[i] = x.At(i, 0) + 0.3*r.Normal()
			}
			s := engine.Sample{X: x, Target: engine.Target{Response: mat.NewDense(n, 1, y)}}
			if what == "classes" {
				s.Target = engine.Target{Labels: make([]int, n), Classes: []string{"a", "b", "c"}}
				for i := range n {
					s.Labels[i] = i % 3
				}
			}
			change(&s)
			all[name+", "+what] = s
		}
	}
	add("three rows", 3, 4, func(*engine.Sample) {})
	add("one row", 1, 4, func(*engine.Sample) {})
	add("two columns", 24, 2, func(*engine.Sample) {}) // as many as dimensions
	add("more columns", 9, 20, func(*engine.Sample) {})
	add("NaN", 24, 3, cell(math.NaN()))
	add("infinity", 24, 3, cell(math.Inf(1)))
	add("constant columns", 24, 4, each(func(_, j int, v float64) float64 {
		if j > 1 {
			return 5
		}
		return v
	}))
	add("one direction", 24, 3, func(s *engine.Sample) {
		for i := range 24 {
			v := s.X.At(i, 0)
			s.X.SetRow(i, []float64{v, 2 * v, 1 - v})
		}
	})
	add("all rows equal", 24, 3, each(func(_, j int, _ float64) float64 { return float64(j) }))
	add("half of the rows equal", 24, 3, func(s *engine.Sample) {
		for i := range 12 {
			s.X.SetRow(2*i, s.X.RawRowView(0))
		}
	})
	add("every row twice", 24, 3, func(s *engine.Sample) {
		for i := range 12 {
			s.X.SetRow(2*i+1, s.X.RawRowView(2*i))
		}
	})
	add("tiny", 24, 3, each(func(_, _ int, v float64) float64 { return 1e-100 * v }))
	add("huge", 24, 3, each(func(_, _ int, v float64) float64 { return 1e100 * v }))
	add("units", 24, 3, each(func(_, j int, v float64) float64 { return v * math.Pow(10, float64(12*j-12)) }))
	add("far away", 24, 3, each(func(_, _ int, v float64) float64 { return 1e9 + v }))
	roughAnswers(add)
	return all
}

// each changes all features.
func each(f func(i, j int, v float64) float64) func(s *engine.Sample) {
	return func(s *engine.Sample) { s.X.Apply(f, s.X) }
}

// cell changes one feature.
func cell(v float64) func(s *engine.Sample) {
	return func(s *engine.Sample) { s.X.Set(3, 1, v) }
}

// roughAnswers adds rows whose answers are in the way.
func roughAnswers(add func(name string, n, d int, change func(s *engine.Sample))) {
	add("constant answers", 24, 3, func(s *engine.Sample) {
		if s.HasClasses() {
			clear(s.Labels)
			return
		}
		s.Response.Zero()
	})
	add("two answers", 24, 3, func(s *engine.Sample) {
		if s.HasClasses() {
			clear(s.Labels)
			s.Labels[7] = 2
			return
		}
		s.Response.Apply(func(i, _ int, _ float64) float64 { return float64(i / 23) }, s.Response)
	})
	add("answers that are no numbers", 24, 3, func(s *engine.Sample) {
		if s.HasResponse() {
			s.Response.Set(5, 0, math.NaN())
		}
	})
	add("nothing to learn", 24, 3, func(s *engine.Sample) { s.Target = engine.Target{} })
}

// TestProjectionsBearRoughRows: what comes out is finite, as is the image of a
// row, or an error that says what to do; where something is to be found, it is.
func TestProjectionsBearRoughRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long: descends from many starts")
	}
	samples := rough()
	soluble := regexp.MustCompile(`^(three rows|two columns|constant columns|every row twice|half of the rows equal),`)
	for name, m := range everySetting() {
		t.Run(name, func(t *testing.T) {
			for _, kind := range slices.Sorted(maps.Keys(samples)) {
				s := samples[kind]
				e, err := m.Embed(t.Context(), s)
				if err != nil {
					var told *engine.Error
					if !errors.As(err, &told) || told.Cause == "" || told.Remedy == nil || soluble.MatchString(kind) {
						t.Errorf("%s: %v", kind, err)
					}
					continue
				}
				image := mat.NewDense(1, e.Map.Dim(), nil)
				if err := e.Map.Apply(t.Context(), image, mat.DenseCopyOf(s.X.Slice(0, 1, 0, s.X.RawMatrix().Cols))); err != nil {
					t.Errorf("%s: a row has no image: %v", kind, err)
				}
				for what, z := range map[string]*mat.Dense{"rows": e.Y, "an image": image} {
					if sum := mat.Sum(z); math.IsNaN(sum) || math.IsInf(sum, 0) {
						t.Errorf("%s: %s are placed at %v", kind, what, mat.Formatted(z, mat.Excerpt(2)))
					}
				}
			}
		})
	}
}
