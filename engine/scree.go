package engine

import (
	"context"

	"unfold/engine/memo"
)

// A Scree is what the number of dimensions of an embedding is judged by: more of
// its spectrum than the dimensions it has, and what is left unexplained by fewer
// dimensions and by more. It takes about as long to find as the embedding, which
// most folds of a sweep are never asked for, so it is found when it is first
// asked for. It is safe for concurrent use.
type Scree struct {
	find   func(ctx context.Context) (spectrum, residual []float64, err error)
	curves *memo.Cell[curves]
}

// curves are what a scree has found.
type curves struct {
	spectrum, residual []float64
	notes              []Note // that were made on the way
}

// NewScree returns a scree that find finds: the leading eigenvalues in decreasing
// order, at least as many as the embedding has dimensions, and the residual
// variance for 1, 2, ... dimensions. What find returns must not depend on who
// asks, and what it remarks on is remarked on to all who ask for the spectrum.
func NewScree(find func(ctx context.Context) (spectrum, residual []float64, err error)) *Scree {
	return &Scree{find: find, curves: memo.NewCell[curves]()}
}

// Spectrum returns the leading eigenvalues in decreasing order.
func (s *Scree) Spectrum(ctx context.Context) ([]float64, error) {
	c, err := s.get(ctx)
	if err != nil {
		return nil, err
	}
	for _, n := range c.notes {
		Remark(ctx, "%s", n.Text)
	}
	return c.spectrum, nil
}

// Residual returns the residual variance 1 − r² for 1, 2, ... dimensions, with r
// the correlation between the dissimilarities that the embedding is meant to
// keep and the distances in so many dimensions.
func (s *Scree) Residual(ctx context.Context) ([]float64, error) {
	c, err := s.get(ctx)
	if err != nil {
		return nil, err
	}
	return c.residual, nil
}

func (s *Scree) get(ctx context.Context) (curves, error) {
	return s.curves.Get(ctx, func(ctx context.Context) (c curves, err error) {
		ctx, notes := WithNotes(ctx, "")
		c.spectrum, c.residual, err = s.find(ctx)
		c.notes = notes()
		return c, err
	})
}
