package protocol

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// Choice is how the training rows of a fold choose between the candidates of a
// pipeline, where it has any: by how well each setting does on inner folds,
// which divide the training rows once more. Protocols embed it.
//
// The inner division is a cross-validation, stratified and grouped as the
// protocol itself, with a seed of its own that follows from the protocol's. By
// itself it has five folds: between ten folds, which Kohavi 1995 advises for
// one model and which cost twice as much here, where every setting pays, and
// two, which learn from half of what is there. Where a class has fewer rows
// than five, it has as many folds as that, and no fewer than two. A number that
// is said is kept to; a class with fewer rows is then spread as far as it goes.
//
// Held rows take no part: a choice is learned as anything else is (Varma, Simon
// 2006, doi:10.1186/1471-2105-7-91, for what happens otherwise).
type Choice struct {
	InnerFolds int    // folds of the inner division, or engine.Auto
	Rule       string // engine.BestRule or engine.OneErrorRule; empty for the best
	Budget     int    // the most fits of a whole pipeline, or engine.Auto for all
	Keep       string // the file that keeps scores between programs; empty for none
}

// autoFolds is how many folds an inner division has that nobody has asked for.
const autoFolds = 5

// declareInner declares the number of inner folds, for protocols that have it
// among their first parameters.
func (c *Choice) declareInner(p *engine.Params) *engine.Param {
	return p.Int(&c.InnerFolds, "inner", engine.Auto, engine.OrAuto(engine.AtLeast(2)), "folds of the training rows to choose between candidates; auto: 5, or as many as a class has rows")
}

// declareRule declares the rest.
func (c *Choice) declareRule(p *engine.Params) {
	p.Text(&c.Rule, "rule", engine.BestRule, engine.OneOf(engine.BestRule, engine.OneErrorRule, ""), "which candidates are chosen: the best, or the simplest within one standard error of the best; of equals the simplest").Quietly()
	p.Int(&c.Budget, "budget", engine.Auto, engine.OrAuto(engine.AtLeast(1)), "most fits that a choice may take, beyond which settings are halved; auto: all that there are").Quietly()
	p.Text(&c.Keep, "keep", "", engine.AnyValue(), "file that keeps the scores of settings, so that another run can go on from there").Quietly()
}

// declare declares all of them.
func (c *Choice) declare(p *engine.Params) {
	c.declareInner(p).Quietly()
	c.declareRule(p)
}

// Choosing tells by which rule candidates are chosen.
func (c *Choice) Choosing() engine.Choosing {
	rule := c.Rule
	if rule == "" {
		rule = engine.BestRule
	}
	return engine.Choosing{Rule: rule, Budget: c.Budget, Keep: c.Keep}
}

// newInner returns the inner division of a protocol with the given settings.
func (c *Choice) newInner(stratify string, g Grouping, seed int) engine.Protocol {
	cv := &CV{K: c.InnerFolds, Repeats: 1, Stratify: stratify, Grouping: g, Seed: innerSeed(seed), param: "inner"}
	if c.InnerFolds == engine.Auto {
		cv.K, cv.yields = autoFolds, true
	}
	return cv
}

// innerSeed is a seed for the inner division that has nothing to do with what
// the protocol draws itself, and is short enough to be said again.
func innerSeed(seed int) int {
	const seeds = 1_000_000
	inner := random.New(seed, "inner").Below(seeds)
	if inner == seed {
		return (inner + 1) % seeds
	}
	return inner
}

// formatFolds names a number of folds: "k = 5".
func formatFolds(param string, k int) string { return fmt.Sprintf("%s = %d", param, k) }
