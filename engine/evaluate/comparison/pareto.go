package comparison

import (
	"unfold/engine/figure"
)

// Front returns the entries of the Pareto set by two criteria, in their order: those
// than which no other is at least as good by both and better by one. A criterion is
// the mean of a score that some entry has, [Seconds], or [Dimensions]; entries
// without one of them are left out. It fails with an *engine.Error for a criterion
// that no entry has.
func (c *Comparison) Front(across, up string) ([]int, error) {
	t, err := c.tradeoff(across, up)
	if err != nil {
		return nil, err
	}
	return t.front(), nil
}

// Pareto draws the entries by two criteria, see [Comparison.Front], and joins those
// of the Pareto set. It fails as Front does.
//
// The set is that of the means. Recipes near its line may owe their place to chance:
// the tests of the table tell which differ.
//
// Citation: Pareto 1906, Manuale di economia politica, chapter 6; of learners by error
// and size, Jin, Sendhoff 2008, doi:10.1109/TSMCC.2008.919172.
func (c *Comparison) Pareto(across, up string) (*figure.Figure, error) {
	t, err := c.tradeoff(across, up)
	if err != nil {
		return nil, err
	}
	return t.figure(), nil
}

// Pareto draws the recipes by the means over all data sets, each of which counts
// once, as [Comparison.Pareto] draws those of one. A recipe that lacks a number on
// one of them is left out. It fails for a criterion that no recipe has on all.
func (s *Survey) Pareto(across, up string) (*figure.Figure, error) {
	t, err := s.tradeoff(across, up)
	if err != nil {
		return nil, err
	}
	return t.figure(), nil
}
