package tree

import (
	"context"

	"unfold/engine"
)

// A Bagged is a predictor of many trees, each of which learned from rows that were
// drawn with replacement, and so has rows to be judged by: those that were not
// drawn, which are out of its bag (Breiman 2001, doi:10.1023/A:1010933404324).
type Bagged interface {
	engine.Predictor
	// OutOfBag tells how the training rows come out when each is predicted by the
	// trees that did not learn from it.
	OutOfBag() OutOfBag
	// Importances returns, for each column, how much the error of the trees out of
	// their bags grows when the cells of the column are shuffled among these rows.
	// That is found when it is first asked for.
	Importances(ctx context.Context) ([]Importance, error)
}

// An OutOfBag is how well trees do on training rows that they did not learn from.
type OutOfBag struct {
	Error float64 // of classes: the share of wrong ones; of responses: the mean squared error, averaged over them
	Rows  int     // how many training rows some tree did not learn from
}

// An Importance is how much the error grows without the help of a column.
type Importance struct {
	Mean  float64 // over the trees
	Error float64 // the standard error of that mean
}
