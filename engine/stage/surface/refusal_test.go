package surface

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
)

// changed is a method with its defaults, but for some.
func changed[M engine.Method](m M, change func(m M)) M {
	engine.SetDefaults(m)
	change(m)
	return m
}

// line is rows along a line in three columns.
func line(n int) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 { return float64((j + 1) * i) }, x)
	return x
}

// TestRefusals: each names what is wrong, with the numbers, and what to do.
func TestRefusals(t *testing.T) {
	spoilt := bent(40)
	spoilt.Set(3, 1, math.NaN())
	huge := bent(40)
	huge.Scale(1e200, huge)
	for name, c := range map[string]struct {
		m     engine.Embedder
		x     *mat.Dense
		cause string
		param string
	}{
		"units":         {som(10, 5), bent(40), "a grid of 10 × 5 has 50 units, more than the 40 rows", "width"},
		"high":          {som(5, 10), bent(40), "a grid of 5 × 10 has 50 units, more than the 40 rows", "height"},
		"line":          {som(3, 3), line(40), "the rows vary along one line, which 3 rows of units cannot be spread across", "height"},
		"equal":         {som(0, 0), mat.NewDense(40, 3, nil), "all", ""},
		"missing":       {som(0, 0), spoilt, "row 3, column 2 is NaN", ""},
		"huge":          {som(0, 0), huge, "values are so large that their squares are no numbers", ""},
		"one":           {som(0, 0), bent(1), "too few rows to embed: 1", ""},
		"gtm line":      {changed(new(GTM), func(*GTM) {}), line(40), "dim = 2 is more than the number of directions with any variance, 1", "dim"},
		"gtm basis":     {changed(new(GTM), func(m *GTM) { m.Basis = 7 }), bent(40), "basis = 7 makes 49 functions, more than the 40 rows", "basis"},
		"gtm missing":   {changed(new(GTM), func(*GTM) {}), spoilt, "row 3, column 2 is NaN", ""},
		"coder line":    {changed(new(Autoencoder), func(*Autoencoder) {}), line(40), "dim = 2 is more than the number of directions with any variance, 1", "dim"},
		"coder missing": {changed(new(Autoencoder), func(*Autoencoder) {}), spoilt, "row 3, column 2 is NaN", ""},
		"coder rate":    {changed(new(Autoencoder), func(m *Autoencoder) { m.Rate, m.Activation, m.Batch = 1e200, "relu", 16 }), bent(40), "steps are too long", "rate"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.m.Embed(t.Context(), engine.Sample{X: c.x})
			var refused *engine.Error
			if !errors.As(err, &refused) || !strings.Contains(refused.Cause, c.cause) || refused.Param != c.param || refused.Remedy == nil {
				t.Errorf("error is %v, want %q of %q", err, c.cause, c.param)
			}
		})
	}
}

// methods are all of the family, with their defaults.
func methods() map[string]engine.Embedder {
	all := map[string]engine.Embedder{}
	for _, s := range Stages() {
		all[s.Name] = s.Make().(engine.Embedder)
	}
	return all
}

// TestOneColumnIsPlaced: in order, on a line; constant columns change nothing.
func TestOneColumnIsPlaced(t *testing.T) {
	one := mat.NewDense(60, 1, nil)
	constant := mat.NewDense(60, 3, nil)
	for i := range 60 {
		v := math.Sqrt(float64(i))
		one.Set(i, 0, v)
		constant.SetRow(i, []float64{7, v, -1e6})
	}
	for name, m := range map[string]engine.Embedder{
		"som":         som(0, 0),
		"gtm":         changed(new(GTM), func(m *GTM) { m.Dim = 1 }),
		"autoencoder": changed(new(Autoencoder), func(m *Autoencoder) { m.Dim = 1 }),
	} {
		for _, x := range []*mat.Dense{one, constant} {
			e, _ := embed(t, m, x)
			rising := e.Y.At(59, 0) > e.Y.At(0, 0)
			for i := range 59 {
				if step := e.Y.At(i+1, 0) - e.Y.At(i, 0); step < 0 && rising || step > 0 && !rising {
					t.Errorf("%s: rows %d and %d of %d columns lie at %v and %v, not in order", name, i, i+1, x.RawMatrix().Cols, e.Y.At(i, 0), e.Y.At(i+1, 0))
				}
			}
		}
	}
}

// TestNewRowsAreRefused: with other columns, cells that are no numbers, or too far
// away for a distance.
func TestNewRowsAreRefused(t *testing.T) {
	for name, m := range methods() {
		e, _ := embed(t, m, bent(60))
		for _, row := range [][]float64{{1, 2}, {1, 2, math.NaN(), 4, 5}, {1, math.Inf(1), 3, 4, 5}} {
			var refused *engine.Error
			if err := e.Map.Apply(t.Context(), mat.NewDense(1, e.Dim(), nil), mat.NewDense(1, len(row), row)); !errors.As(err, &refused) || refused.Remedy == nil {
				t.Errorf("%s: error of a row %v is %v", name, row, err)
			}
		}
		if name == "autoencoder" {
			continue // its neurons saturate
		}
		far := mat.NewDense(1, 5, []float64{1e300, 1e300, 0, 0, 0})
		var refused *engine.Error
		if err := e.Map.Apply(t.Context(), mat.NewDense(1, e.Dim(), nil), far); !errors.As(err, &refused) || !strings.Contains(refused.Cause, "too far") {
			t.Errorf("%s: error of a row far away is %v", name, err)
		}
	}
}

// TestEmbeddersEndWithTheirContext has 10000 rows.
func TestEmbeddersEndWithTheirContext(t *testing.T) {
	s := engine.Sample{X: bent(10000)}
	for name, m := range methods() {
		t.Run(name, func(t *testing.T) {
			enginetest.Cancels(t, func(ctx context.Context) error {
				_, err := m.Embed(ctx, s)
				return err
			})
		})
	}
}
