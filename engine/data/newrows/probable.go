package newrows

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// A Probable is a predictor that computes how probable each class is of a row, and
// predicts the most probable one.
type Probable interface {
	engine.Predictor
	// Probabilities returns those of the rows of y, n×k, and which classes they are of.
	Probabilities(ctx context.Context, y *mat.Dense) (p *mat.Dense, classes []int, err error)
}

// Probabilities tells how probable each class is of rows that were placed, n×classes: zero
// of classes that no training row had. It fails where the predictor does not compute
// that; what others could be made to say, such as shares of votes, is none.
func Probabilities(ctx context.Context, r *engine.Run, places *mat.Dense) (*mat.Dense, error) {
	by, ok := r.Predictor.(Probable)
	if !ok || !r.Train.HasClasses() && len(r.Train.Classes) == 0 {
		return nil, &engine.Error{Cause: "the predictor computes no probabilities of classes", Remedy: remedy.Put("logistic", "bayes").As("a predictor").Last()}
	}
	p, classes, err := by.Probabilities(ctx, places)
	if err != nil {
		return nil, err
	}
	n, _ := p.Dims()
	all := mat.NewDense(n, len(r.Train.Classes), nil)
	for i := range n {
		for k, c := range classes {
			all.Set(i, c, p.At(i, k))
		}
	}
	return all, nil
}
