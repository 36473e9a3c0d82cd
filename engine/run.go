package engine

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/memo"
)

// A Run is one pass of a pipeline over one fold: what was learned from the
// training rows, and what became of the held ones. Measures and views read
// it; only the steps of a pipeline write it.
type Run struct {
	Fold     Fold
	Pipeline string // canonical text of what ran, with the arguments that the fold chose
	Setting  int    // which one it chose; zero where there was nothing to choose

	// Train are the rows of Fold.Present as prepared, labels hidden of those behind
	// the labelled ones; the labelled ones alone from the first stage on that reads
	// labels.
	Train Sample
	Held  Sample // the held rows as prepared, with the truth that no stage has seen; empty if none are held
	// Apart are labelled training rows that an embedder did not place, and that
	// predictors learn from where they are mapped: see PartEmbedder. They are not in
	// Train.
	Apart       Sample
	ApartMapped *mat.Dense

	Embedding *Embedding // where the training rows were placed; nil without an embedder
	Extension *Extension // the map for unseen rows; nil without one
	Mapped    *mat.Dense // the held rows mapped; nil if none are held or there is no map

	Predictor Predictor
	Mixed     bool      // it takes categorical columns and missing cells: see Stage.Mixed
	Predicted []float64 // for the held rows, or for the labelled training rows if none are held: row after row, Target.Width numbers of each

	Unlabelled Unlabelled // what became of the rows without a label; empty but in a fold that answers

	Header  Header // what new rows must have
	Way     []Leg  // what prepared the columns, in order; the extension comes after
	Thinned bool   // what was learned was let go, to hold many folds

	remapped *memo.Cell[*mat.Dense] // the training rows mapped
}

// Follow gives the run the map that its held rows go by.
func (r *Run) Follow(x *Extension) { r.Extension, r.remapped = x, memo.NewCell[*mat.Dense]() }

// Remapped returns the training rows mapped, as held rows are, to be held against
// where they were placed; nil if there is no map. Where the map does not bring
// their images, that is done when they are first asked for.
func (r *Run) Remapped(ctx context.Context) (*mat.Dense, error) {
	if r.Extension == nil {
		return nil, nil
	}
	if x := r.Extension.Trained; x != nil {
		return x, nil
	}
	find := func(ctx context.Context) (*mat.Dense, error) { return Image(ctx, r.Extension, r.Train.X) }
	if r.remapped == nil {
		return find(ctx)
	}
	return r.remapped.Get(ctx, find)
}

// Dimensions returns how many numbers of a row predictors learn from: the
// dimensions of the embedding or, where nothing was embedded, the prepared columns.
func (r *Run) Dimensions() int {
	if r.Embedding != nil {
		return r.Embedding.Dim()
	}
	_, d := r.Train.X.Dims()
	return d
}

// A Leg is a part of the way that rows go: a map, and the stage whose
// preparation it is, if it is one.
type Leg struct {
	Stage string
	Map
}

// Judged returns the rows that predictions are for: the held ones, or the
// labelled training rows where none are held.
func (r *Run) Judged() Sample {
	if len(r.Fold.Held) > 0 {
		return r.Held
	}
	rows, _ := r.Labelled()
	return rows
}

// A Cost is what a step took.
type Cost struct {
	Seconds float64
	Bytes   uint64 // allocated while it ran
}

// Unlabelled are rows without a label, which go the way of held rows.
type Unlabelled struct {
	Sample               // as prepared
	Mapped    *mat.Dense // where they are in the embedding: mapped, or placed where there is no map; nil without
	Predicted []float64  // row after row, Target.Width numbers of each; nil without a predictor
}

// Labelled returns the training rows whose labels stages may know. With an
// embedding, places are theirs.
func (r *Run) Labelled() (rows Sample, places *mat.Dense) {
	if r.Embedding != nil {
		places = r.Embedding.Y
	}
	n := r.Known()
	if n == 0 || r.Train.Len() <= n {
		return r.Train, places
	}
	return r.Train.First(n), topRows(places, n)
}

// Known returns how many rows of Train, the first ones, have a label.
func (r *Run) Known() int { return len(r.Fold.Train) - len(r.Apart.Rows) }

// Behind returns the training rows that are there without their labels, behind
// the labelled ones, with their places: unlabelled rows, and held ones where the
// fold is transduced.
func (r *Run) Behind() (rows Sample, places *mat.Dense) {
	n := r.Known()
	if n == 0 || r.Train.Len() <= n {
		return Sample{}, nil
	}
	if r.Embedding != nil {
		places = rowsFrom(r.Embedding.Y, n)
	}
	return r.Train.From(n), places
}
