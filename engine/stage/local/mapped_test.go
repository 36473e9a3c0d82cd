package local

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/graph/alignment"
	"unfold/engine/stage/form"
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

// bent is a form that hides that images are linear in its parameters: its maps have no
// design.
type bent struct{ engine.Form }

func (b bent) Bind(ctx context.Context, s engine.Sample, dim int) (engine.Maps, error) {
	maps, err := b.Form.Bind(ctx, s, dim)
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
		walked, err := m(bent{&form.Linear{}}).Embed(t.Context(), s)
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

// TestPiecesAreInClosedForm: no descent comes below, and one from free points comes near.
func TestPiecesAreInClosedForm(t *testing.T) {
	s := enginetest.Blobs(60).Sample()
	pieces := &form.Pieces{Count: 3, Borders: "soft", Width: 0.5, Seed: 1}
	cost := func(f engine.Form) (sum float64) {
		e, err := (&Eigenmaps{Near: nearest(7, 2), T: engine.Auto, Mapped: Mapped{f}}).Embed(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range e.Spectrum {
			sum += 1 - v
		}
		if (e.Losses != nil) != (f != engine.Form(pieces)) {
			t.Errorf("%T: losses are %v", f, e.Losses)
		}
		image, err := engine.Image(t.Context(), e.Map, s.X)
		if err != nil || !mat.Equal(image, e.Y) {
			t.Errorf("rows are not where the map places them: %v", err)
		}
		return sum
	}
	closed, walked := cost(pieces), cost(bent{pieces})
	t.Logf("%v in closed form, %v by a descent", closed, walked)
	if closed > walked*(1+1e-9) || walked > 1.02*closed {
		t.Errorf("in closed form it costs %v, by a descent %v", closed, walked)
	}
}

// TestPoorPiecesAreHeld: with more parameters than rows the ridge keeps images in their
// size, and what it costs is told.
func TestPoorPiecesAreHeld(t *testing.T) {
	s := enginetest.Blobs(60).Sample()
	ctx, notes := engine.WithNotes(t.Context(), "lle")
	e, err := (&LLE{Near: nearest(7, 2), Reg: 1e-3, Mapped: Mapped{&form.Pieces{Count: 20, Borders: "crisp", Seed: 1}}}).Embed(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if told := fmt.Sprint(notes()); !strings.Contains(told, "a ridge of 1e-6 holds") || !strings.Contains(told, "what each axis costs, the least first: [") {
		t.Errorf("notes are %s", told)
	}
	if size := mat.Norm(e.Y, 2); math.Abs(size-math.Sqrt(120)) > 1e-6 {
		t.Errorf("images have the size %v, want that of variance one", size)
	}
	if e.Spectrum != nil {
		t.Errorf("there is a spectrum, %v, which would rise", e.Spectrum)
	}
}

// TestBatchesAreRefused, which no ratio over all rows has.
func TestBatchesAreRefused(t *testing.T) {
	m := &LLE{Near: nearest(7, 2), Reg: 1e-3, Mapped: Mapped{&form.MLP{Hidden: "5", Activation: "tanh", Batch: 10}}}
	_, err := m.Embed(t.Context(), enginetest.Blobs(60).Sample())
	var e *engine.Error
	if !errors.As(err, &e) || e.Param != "map.batch" || e.Remedy == nil {
		t.Errorf("error is %v", err)
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
