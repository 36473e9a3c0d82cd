package evaluate

import (
	"fmt"
	"math"
	"unfold/engine"

	"unfold/engine/wording"
)

// choose picks the setting of a fold, by the rule; of those that it holds to be
// equally good, the simplest.
func (sw *sweep) choose(c *foldChoice) error {
	best, mean, se := -1, 0.0, 0.0
	for _, s := range sw.simplest {
		m, e := c.Mean(s)
		if math.IsNaN(m) || best >= 0 && compare(sw.tuning.Better, m, mean) >= 0 {
			continue
		}
		best, mean, se = s, m, e
	}
	if best < 0 {
		return sw.allFailedError(c)
	}
	c.Setting = best
	if sw.choosing.Rule != engine.OneErrorRule || math.IsNaN(se) {
		return nil
	}
	for _, s := range sw.simplest[:sw.richness[best]] {
		if m, _ := c.Mean(s); math.Abs(m-mean) <= se {
			c.Setting = s
			return nil
		}
	}
	return nil
}

// allFailedError is the error of the first setting, where all of them fail.
func (sw *sweep) allFailedError(c *foldChoice) error {
	for _, fault := range c.faults {
		if fault != nil {
			return fault
		}
	}
	return &engine.Error{Cause: fmt.Sprintf("none of %s settings has a score on every inner fold", wording.Number(sw.settings))}
}

// compare is negative if a is better than b, positive if it is worse, and zero
// if the two differ by no more than the order in which means were added up. NaN
// is neither better nor worse than anything.
func compare(d engine.Direction, a, b float64) int {
	const rounding = 1e-12
	switch {
	case a == b || math.IsNaN(a) || math.IsNaN(b) || math.Abs(a-b) <= rounding*max(math.Abs(a), math.Abs(b)):
		return 0
	case (a > b) == (d == engine.Higher):
		return -1
	}
	return 1
}
