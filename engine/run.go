package engine

import "gonum.org/v1/gonum/mat"

// A Run is one pass of a pipeline over one fold: what was learned from the
// training rows, and what became of the held ones. Measures and views read
// it; only the steps of a pipeline write it.
type Run struct {
	Fold  Fold
	Train Sample // the training rows as prepared
	Held  Sample // the held rows as prepared, with the truth that no stage has seen; empty if none are held

	Embedding *Embedding // where the training rows were placed; nil without an embedder
	Extension *Extension // the map for unseen rows; nil without one
	Mapped    *mat.Dense // the held rows mapped; nil if none are held or there is no map
	Remapped  *mat.Dense // the training rows mapped, to be held against where they were placed

	Predictor Predictor
	Predicted []float64 // for the held rows, or for the training rows if none are held

	Notes []Note
	Costs []Cost // one for each step of the pipeline
}

// Judged returns the rows that predictions are for: the held ones, or the
// training rows where none are held.
func (r *Run) Judged() Sample {
	if len(r.Fold.Held) > 0 {
		return r.Held
	}
	return r.Train
}

// A Cost is what a step took.
type Cost struct {
	Seconds float64
	Bytes   uint64 // allocated while it ran
}
