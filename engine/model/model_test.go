package model_test

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/embedding"
	"unfold/engine/evaluate"
	"unfold/engine/extension"
	"unfold/engine/generator"
	"unfold/engine/model"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
)

// words is the README's kind of sentence, on few rows.
func words(n int) engine.Pipeline {
	p := engine.Pipe(&generator.Waveform{N: n, Seed: 1}, new(prepare.Scale), new(embedding.PCA), new(extension.KRR), new(predictor.SVM))
	for _, s := range p.Steps[1:] {
		engine.SetDefaults(s.Method)
	}
	return p
}

// TestSavedModelsGiveTheSameBits: what is opened places and predicts as what was saved,
// which is as the run of the report does.
func TestSavedModelsGiveTheSameBits(t *testing.T) {
	m, err := model.Learn(t.Context(), words(120), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "waveform.unfold")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	later, err := (&generator.Waveform{N: 50, Seed: 2}).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for what, of := range map[string]func(*model.Model, *mat.Dense) []float64{
		"places": func(m *model.Model, x *mat.Dense) []float64 {
			y, err := m.Place(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			return engine.Flat(y)
		},
		"classes": func(m *model.Model, x *mat.Dense) []float64 {
			said, err := m.Predict(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			return said
		},
	} {
		want := of(m, later.X)
		if got := of(opened, later.X); !same(got, want) {
			t.Errorf("%s differ", what)
		}
		each := len(want) / later.Len()
		for i := range later.Len() {
			one := mat.DenseCopyOf(later.X.Slice(i, i+1, 0, later.X.RawMatrix().Cols))
			if got := of(opened, one); !same(got, want[i*each:(i+1)*each]) {
				t.Fatalf("%s of row %d by itself differ", what, i)
			}
		}
	}
	var again bytes.Buffer
	if _, err := opened.WriteTo(&again); err != nil {
		t.Fatal(err)
	}
	twice, err := model.Decode(again.Bytes())
	if err != nil || twice.Card.Pipeline != m.Card.Pipeline {
		t.Errorf("what was opened and saved again: %v", err)
	}
}

// same reports whether numbers are equal bit by bit.
func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) {
			return false
		}
	}
	return true
}
