package local

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/alignment"
	"unfold/engine/enginetest"
	"unfold/engine/form"
)

// nearest are the parameters of neighbourhoods.
func nearest(k, dim int) alignment.Near { return alignment.Near{K: k, Dim: dim} }

// TestMapsHaveVarianceOne, uncorrelated, and are where the map takes rows.
func TestMapsHaveVarianceOne(t *testing.T) {
	s := enginetest.Blobs(80).Sample()
	e, err := (&LLE{Near: nearest(8, 2), Reg: 1e-3, Mapped: Mapped{&form.Linear{}}}).Embed(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var c mat.Dense
	c.Mul(e.Y.T(), e.Y)
	for a := range 2 {
		for b := range 2 {
			want := 0.0
			if a == b {
				want = 80
			}
			if math.Abs(c.At(a, b)-want) > 1e-8*80 {
				t.Errorf("Σ y_%d y_%d is %v, want %v", a, b, c.At(a, b), want)
			}
		}
	}
	image, err := engine.Image(t.Context(), e.Map, s.X)
	if err != nil || !mat.Equal(image, e.Y) {
		t.Errorf("rows are not where the map places them: %v", err)
	}
}

// bent is the linear form as one that hides that it is: its maps have no design.
type bent struct{ form.Linear }

func (b *bent) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	maps, err := b.Linear.Bind(ctx, s, dim)
	return hidden{maps}, err
}

type hidden struct{ engine.Maps }

// TestDescentsEndAtTheClosedForm: where images are linear in the parameters, and nobody
// knows, a descent comes to the least cost, of the same images.
func TestDescentsEndAtTheClosedForm(t *testing.T) {
	s := enginetest.Blobs(60).Sample()
	for name, m := range map[string]func(f engine.Form) engine.Embedder{
		"lle": func(f engine.Form) engine.Embedder { return &LLE{Near: nearest(7, 2), Reg: 1e-3, Mapped: Mapped{f}} },
		"eigenmaps": func(f engine.Form) engine.Embedder {
			return &Eigenmaps{Near: nearest(7, 2), T: engine.Auto, Mapped: Mapped{f}}
		},
	} {
		closed, err := m(&form.Linear{}).Embed(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		walked, err := m(&bent{}).Embed(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if off := enginetest.Procrustes(walked.Y, closed.Y); !(off < 1e-3) {
			t.Errorf("%s: the descent ends %.2g off", name, off)
		}
		for k, v := range walked.Spectrum {
			if math.Abs(v-closed.Spectrum[k]) > 1e-6*math.Abs(closed.Spectrum[k]) {
				t.Errorf("%s: value %d is %v by the descent, %v in closed form", name, k, v, closed.Spectrum[k])
			}
		}
	}
}

// TestSymmetricFormsHaveNoMap: an error says what to do instead.
func TestSymmetricFormsHaveNoMap(t *testing.T) {
	m := &Eigenmaps{Near: nearest(7, 2), T: engine.Auto, Form: "symmetric", Mapped: Mapped{&form.Linear{}}}
	_, err := m.Embed(t.Context(), enginetest.Blobs(60).Sample())
	if refusal, ok := err.(*engine.Error); !ok || refusal.Param != "form" || len(refusal.Remedy) == 0 {
		t.Errorf("error is %v", err)
	}
}
