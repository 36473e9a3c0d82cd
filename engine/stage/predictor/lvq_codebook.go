package predictor

import (
	"context"

	"unfold/engine"
	"unfold/engine/fit/prototype"
	"unfold/engine/remedy"
)

// Quantise learns the prototypes of pieces of a map, pieces(glvq).
func (m *GLVQ) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	return learnCodebook(ctx, s, m.search())
}

// Quantise learns the prototypes of pieces of a map, pieces(grlvq).
func (m *GRLVQ) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	return learnCodebook(ctx, s, m.search())
}

// Quantise learns the prototypes of pieces of a map, pieces(gmlvq).
func (m *GMLVQ) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	return learnCodebook(ctx, s, m.search())
}

// Quantise learns the prototypes of pieces of a map, pieces(lgmlvq).
func (m *LGMLVQ) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	return learnCodebook(ctx, s, m.search())
}

// Quantise learns the prototypes of pieces of a map, pieces(liram).
func (m *LiRaM) Quantise(ctx context.Context, s engine.Sample, _ int) (engine.Codebook, error) {
	return learnCodebook(ctx, s, m.search())
}

// learnCodebook learns from the rows that have a class.
func learnCodebook(ctx context.Context, s engine.Sample, settings prototype.Settings) (engine.Codebook, error) {
	var known []int
	for i := range s.Len() {
		if s.Known(i) {
			known = append(known, i)
		}
	}
	if !s.HasClasses() || len(known) == 0 {
		return nil, &engine.Error{Cause: "prototypes are learned from classes, and rows have none", Remedy: remedy.Load("name the column", "label", "class").Or(remedy.Use("som").Which("needs none"))}
	}
	return learnPrototypes(ctx, s.Only(known), settings)
}
