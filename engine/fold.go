package engine

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Fold is one division of the rows, by their position in the table. Without
// held rows, results describe the training rows themselves.
//
// Protocols divide the rows whose class or response is known. Those without one
// are in no fold's Train or Held: the engine puts them into Unlabelled, and what
// needs no labels learns from them too.
type Fold struct {
	Train, Held []int
	Repeat      int // which repeat it belongs to, counted from zero

	// Transduced folds learn from the held rows too, but not from their labels.
	Transduced bool
	// Unlabelled are rows that are learned from without a label.
	Unlabelled []int
	// Answers marks the fold that learns from all labelled rows and predicts the
	// unlabelled ones.
	Answers bool

	// Dealt is where each row of the table has its label from; nil if it keeps
	// its own. A protocol that deals labels anew numbers the deals in Deal from
	// one, and has zero for folds whose rows keep theirs.
	Dealt []int
	Deal  int
}

// Present returns the rows that stages learn from: those of Train, and behind them
// those whose labels they do not know, first Unlabelled, then Held where the fold
// is transduced.
func (f Fold) Present() []int {
	if f.Transduced {
		return slices.Concat(f.Train, f.Unlabelled, f.Held)
	}
	return slices.Concat(f.Train, f.Unlabelled)
}

// InTableOrder returns rows that stages learn from, those of Present, in the order of
// the table where no row of it is held or left out.
func (f Fold) InTableOrder(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	if len(f.Held) > 0 || len(f.Unlabelled) == 0 || n != len(f.Present()) {
		return x
	}
	ordered := mat.NewDense(n, d, nil)
	for i, row := range f.Present() {
		ordered.SetRow(row, x.RawRowView(i))
	}
	return ordered
}
