package extension

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/graph/alignment"
	"unfold/engine/stage/local"
)

// TestNystromIsExactWhereAllAreJoined: the formula of a diffusion map between all rows
// leads each of them to its own place.
func TestNystromIsExactWhereAllAreJoined(t *testing.T) {
	s := enginetest.Roll(150).Sample()
	e, err := (&local.Diffusion{Dim: 2, Alpha: 1, Time: 2}).Embed(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	x, err := (&Nystrom{}).Extend(t.Context(), s, e)
	if err != nil {
		t.Fatal(err)
	}
	image, err := engine.Image(t.Context(), x, s.X)
	if err != nil || !mat.EqualApprox(image, e.Y, 1e-10) {
		t.Errorf("images are not the places (%v)", err)
	}
}

// TestNystromCarriesNeighbourhoodsOver: rows beside those that were placed go beside
// them.
func TestNystromCarriesNeighbourhoodsOver(t *testing.T) {
	s := enginetest.Roll(600).Sample()
	moved := mat.DenseCopyOf(s.X)
	for i := range 600 {
		moved.Set(i, 1, moved.At(i, 1)+1e-6)
	}
	near := alignment.Near{K: 10, Dim: 2}
	for name, c := range map[string]struct {
		m    engine.Embedder
		most float64 // mean distance from the row beside, of places of variance one
	}{
		"lle": {&local.LLE{Near: near, Reg: 1e-3}, 1e-3}, "eigenmaps": {&local.Eigenmaps{Near: near, Weights: "heat"}, 0.05},
		"binary": {&local.Eigenmaps{Near: near, Weights: "binary"}, 0.05}, "symmetric": {&local.Eigenmaps{Near: near, Weights: "heat", Form: "symmetric"}, 0.3},
	} {
		e, err := c.m.Embed(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		x, err := (&Nystrom{}).Extend(t.Context(), s, e)
		if err != nil {
			t.Fatal(err)
		}
		image, err := engine.Image(t.Context(), x, moved)
		if err != nil {
			t.Fatal(err)
		}
		var mean float64
		for i := range 600 {
			mean += math.Hypot(image.At(i, 0)-e.Y.At(i, 0), image.At(i, 1)-e.Y.At(i, 1)) / 600
		}
		if mean > c.most {
			t.Errorf("%s: rows beside others go %.2g away from them", name, mean)
		}
	}
}

// TestNystromRefusesTangents, which say nothing of new rows, and walks that lead back
// and forth.
func TestNystromRefusesTangents(t *testing.T) {
	s := enginetest.Roll(60).Sample()
	tangents, err := (&local.LTSA{Near: alignment.Near{K: 10, Dim: 2}}).Embed(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	many, err := (&local.Eigenmaps{Near: alignment.Near{K: 5, Dim: 55}, Weights: "binary"}).Embed(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]*engine.Embedding{"ltsa": tangents, "many dimensions": many} {
		_, err := (&Nystrom{}).Extend(t.Context(), s, e)
		var told *engine.Error
		if !errors.As(err, &told) || told.Remedy == nil {
			t.Errorf("%s: error is %v, want one with a remedy", name, err)
		}
	}
}
