package engine

import (
	"math"
	"slices"

	"unfold/engine/internal/moments"
)

// A Chooser is a protocol that says how a training part chooses between the
// candidates of a pipeline.
type Chooser interface {
	Protocol
	// Inner divides the training rows of a fold once more.
	Inner() Protocol
	// Choosing tells by which rule.
	Choosing() Choosing
}

// Choosing is how candidates are chosen between.
type Choosing struct {
	Rule   string // BestRule or OneErrorRule
	Budget int    // the most fits of a whole pipeline that a choice may take, or Auto for all; beyond it settings are halved
	Keep   string // the file that scores are kept in, so that a sweep can be resumed by another program; empty for none
}

// The rules of choice. Which of two settings is simpler the first parameter says
// that declares it and differs (see [Param.Simpler]); if none does, it is the one
// that is written first.
const (
	BestRule     = "best" // the best mean; of equals the simplest
	OneErrorRule = "1se"  // the simplest setting within one standard error of the best
)

// A Tuning is how the candidates of a pipeline did.
type Tuning struct {
	Measure    string // by which they were compared
	Better     Direction
	Rule       string
	Inner      string // canonical text of the protocol that divided training rows; empty where they were judged on themselves
	Candidates []Candidates
	Chosen     []Chosen // by each fold, in their order
	Fits       int      // steps that were learned
	Shared     int      // steps, and parts of them, that were there already
	Rounds     []Round  // of successive halving; nil if all settings met all inner folds
}

// Settings returns how many settings there are.
func (t *Tuning) Settings() int {
	n := 1
	for _, v := range t.Candidates {
		n *= len(v.Values)
	}
	return n
}

// A Chosen is what a fold chose.
type Chosen struct {
	Setting int
	Scores  [][]float64 // by setting and inner fold; NaN where a setting failed or was not tried
	Failed  []string    // by setting: why it failed somewhere; empty if it did not
	// Outer is what the chosen setting scored on the held rows; NaN if none are
	// held, or the measure speaks of training rows. Where folds are single rows it
	// is the score of all of them together, see Summary.Pooled.
	Outer float64
}

// Mean returns the mean score of a setting over the inner folds, with its
// standard error; NaN for a setting that failed or was given up.
func (c *Chosen) Mean(setting int) (mean, se float64) {
	scores := c.Scores[setting]
	mean, sd := moments.Mean(scores), moments.SD(scores)
	return mean, sd / math.Sqrt(float64(len(scores)))
}

// Optimism is by how much the chosen settings did better on the inner folds
// than on the held rows: for each fold, so that a positive number is flattery
// whichever way the score is better. NaN where none are held.
func (t *Tuning) Optimism() []float64 {
	all := make([]float64, len(t.Chosen))
	for i := range t.Chosen {
		c := &t.Chosen[i]
		inner, _ := c.Mean(c.Setting)
		all[i] = inner - c.Outer
		if t.Better == Lower {
			all[i] = -all[i]
		}
	}
	return all
}

// Failures returns how many settings failed in some fold, and why the first of
// them did.
func (t *Tuning) Failures() (settings int, why string) {
	for s := range t.Settings() {
		i := slices.IndexFunc(t.Chosen, func(c Chosen) bool { return s < len(c.Failed) && c.Failed[s] != "" })
		if i < 0 {
			continue
		}
		if settings == 0 {
			why = t.Chosen[i].Failed[s]
		}
		settings++
	}
	return settings, why
}

// A Round of successive halving lets the settings that did best so far meet
// more rows (Jamieson, Talwalkar 2016, "Non-stochastic best arm identification
// and hyperparameter optimization").
type Round struct {
	Settings int     // how many took part
	Share    float64 // of the inner folds that they met; less than one of them is a part of its training rows
}

// A Permutation holds the score of a pipeline against those of the same
// pipeline on the same folds with labels dealt anew: what it scores where
// nothing can be learned (Ojala, Garriga 2010, "Permutation tests for studying
// classifier performance", Journal of Machine Learning Research 11).
type Permutation struct {
	Measure string
	Better  Direction
	Real    float64   // the mean over the folds, with the labels that rows have
	Scores  []float64 // the mean over the folds, of each deal
	P       float64   // (1 + deals at least as good) / (1 + deals)
	Run     *Run      // the first fold of the first deal, to be drawn beside a real one
}
