package engine

import (
	"context"
	"sync/atomic"
)

// A Scree is what the number of dimensions of an embedding is judged by: more of
// its spectrum than the dimensions it has, and what is left unexplained by fewer
// dimensions and by more. It takes about as long to find as the embedding, which
// most folds of a sweep are never asked for, so it is found when it is first
// asked for. It is safe for concurrent use.
type Scree struct {
	find  func(ctx context.Context) (spectrum, residual []float64, err error)
	turn  chan struct{} // is full while somebody is finding it
	found atomic.Pointer[curves]
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
	return &Scree{find: find, turn: make(chan struct{}, 1)}
}

// Spectrum returns the leading eigenvalues in decreasing order.
func (s *Scree) Spectrum(ctx context.Context) ([]float64, error) {
	c, err := s.curves(ctx)
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
	c, err := s.curves(ctx)
	if err != nil {
		return nil, err
	}
	return c.residual, nil
}

// curves finds the curves, or waits for who is finding them. What failed is
// tried again.
func (s *Scree) curves(ctx context.Context) (*curves, error) {
	if c := s.found.Load(); c != nil {
		return c, nil
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if c := s.found.Load(); c != nil {
		return c, nil
	}
	noted, notes := WithNotes(ctx, "")
	c := new(curves)
	var err error
	if c.spectrum, c.residual, err = s.find(noted); err != nil {
		return nil, err
	}
	c.notes = notes()
	s.found.Store(c)
	return c, nil
}
