package engine

import (
	"slices"
	"time"
	"unfold/engine/figure"
)

// Version is the version of unfold, as reports record it.
const Version = "0.1.0"

// A Report is what came of a pipeline: what ran, how well, why to trust it,
// and what it cost.
type Report struct {
	Pipeline string // canonical text with every default filled in
	Version  string // of the program
	Seed     int    // of the protocol
	Table    *Table // the rows that ran, after selectors
	Protocol string // canonical text

	Steps  []StepReport
	Added  []StepReport // measures and views that ran though the pipeline does not name them
	Tuning *Tuning      // how candidates did; nil if there were none
	Scores []Summary
	Runs   []*Run // one a fold; of many only the first is whole where memory is short

	// Final has learned from all rows with a label and predicted those without one;
	// nil where all have one, or nothing predicts. It is the first of Runs where
	// the protocol has a fold of all these rows, else one more.
	Final    *Run
	Answered []Summary // how well it did on rows whose labels a study has hidden: "accuracy (unlabelled)"

	// Transduced reports that stages saw the held rows, though not their
	// labels: such scores do not compare with those of rows never seen.
	Transduced  bool
	Copies      Copies       // held rows that are copies of training rows
	Permutation *Permutation // how the pipeline did under labels dealt anew; nil if none were
	Figures     []*figure.Figure
	Notes       []Note // of all folds, each said once

	Started time.Time
	Seconds float64
	Peak    uint64 // bytes of the heap at its fullest, beyond what was held before
}

// A StepReport is a step of the pipeline with what it took, over all folds.
type StepReport struct {
	Name string
	Role Role
	Args []Arg
	Kept int // folds that found it done by an earlier run, in the memo
	Cost
}

// An Arg is a parameter and its value.
type Arg struct {
	Name  string
	Value any
	Text  string // as a pipeline writes it
}

// A Summary is a score over the folds.
type Summary struct {
	Name     string
	Better   Direction
	Mean, SD float64   // SD is NaN for one fold
	Folds    []float64 // NaN where a fold has no such score
	// Pooled reports that Mean is the score of all held rows together, because
	// folds hold fewer than two in the mean; SD is then NaN.
	Pooled bool
	// Low and High bound the 95 % interval of a share, or of a number that brings its
	// own, over folds its mean; NaN for other scores.
	Low, High float64
	// OfEmbedding reports that it says how far an embedding is to be trusted;
	// all others say how well rows were predicted.
	OfEmbedding bool
	// OfRows reports that it says what the rows are like, before anything was learned.
	OfRows bool
}

// OfUnlabelled ends the names of scores of rows whose labels a study has hidden.
const OfUnlabelled = " (unlabelled)"

// Score returns the summary of the named score.
func (r *Report) Score(name string) (Summary, bool) {
	for _, s := range slices.Concat(r.Scores, r.Answered) {
		if s.Name == name {
			return s, true
		}
	}
	return Summary{}, false
}

// Copies counts the held rows of which a row that was learned from in the same
// fold is a copy: equal to it in every column of the table. Where copies are one
// observation written twice, scores are of what was learned by heart.
type Copies struct {
	Held   int // rows that were held, over all folds
	Copied int // of them those that have a copy among the training rows
	Agree  int // of those the ones with a copy of the same class or response
}
