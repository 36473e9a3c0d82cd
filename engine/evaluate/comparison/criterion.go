package comparison

import (
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/moments"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// What recipes can be held against each other by besides their scores: how long they
// took, and how many numbers of a row predictors learned from.
const (
	Seconds    = "seconds"
	Dimensions = "dimensions"
)

// A criterion is a number of each entry that is to be high, or low.
type criterion struct {
	name   string
	better engine.Direction
	values []float64 // by entry, NaN of one that has none
}

// criterion returns what the name stands for.
func (c *Comparison) criterion(name string) (criterion, error) {
	of := criterion{name: name, better: engine.Lower, values: make([]float64, len(c.Entries))}
	some := false
	for i, e := range c.Entries {
		of.values[i] = math.NaN()
		if e.Report == nil {
			continue
		}
		if s, ok := e.Report.Score(name); ok {
			of.values[i], of.better = s.Mean, s.Better
		} else if name == Seconds {
			of.values[i] = e.Report.Seconds
		} else if name == Dimensions {
			of.values[i] = meanDimensions(e.Report)
		}
		some = some || !math.IsNaN(of.values[i])
	}
	if !some {
		return of, &engine.Error{Cause: fmt.Sprintf("no recipe has a score %q", name), Remedy: remedy.Say("give one of %s, or name it as a measure in the recipes", wording.List(c.criterionNames()))}
	}
	return of, nil
}

// criterion returns the means over the data sets, of recipes that have the number on
// each.
func (s *Survey) criterion(name string) (criterion, error) {
	mean := criterion{name: name, values: make([]float64, len(s.Names))}
	for _, c := range s.Sets {
		of, err := c.criterion(name)
		if err != nil {
			return mean, err
		}
		mean.better = of.better
		for i, v := range of.values {
			mean.values[i] += v / float64(len(s.Sets))
		}
	}
	return mean, nil
}

// criterionNames are the scores that some entry has, and what all have besides.
func (c *Comparison) criterionNames() (names []string) {
	for _, e := range c.Entries {
		if e.Report == nil {
			continue
		}
		for _, name := range scoreNames(e.Report) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	known := func(e Entry) bool { return e.Report != nil && !math.IsNaN(meanDimensions(e.Report)) }
	if !slices.Contains(names, Dimensions) && slices.ContainsFunc(c.Entries, known) {
		names = append(names, Dimensions)
	}
	return append(names, Seconds)
}

// meanDimensions is the mean over the folds; NaN where they are not known.
func meanDimensions(r *engine.Report) float64 {
	var all []float64
	for _, run := range r.Runs {
		if run.Fold.Deal == 0 && (run.Embedding != nil || run.Train.X != nil) {
			all = append(all, float64(run.Dimensions()))
		}
	}
	if all == nil {
		return math.NaN()
	}
	return moments.Mean(all)
}

// compare orders entries by the criterion, lower values first.
func (of criterion) compare(i, j int) int {
	a, b := roundSum(of.values[i]), roundSum(of.values[j])
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// against is positive if entry i is better than j, negative if worse.
func (of criterion) against(i, j int) int {
	if of.better == engine.Lower {
		return of.compare(j, i)
	}
	return of.compare(i, j)
}

// axis is that of the criterion: logarithmic where values go over more than an
// order of magnitude and a half, with whole numbers where all are.
func (of criterion) axis() figure.Axis {
	const wide = 30
	low, high, whole := math.Inf(1), 0.0, true
	for _, v := range of.values {
		if !math.IsNaN(v) {
			low, high, whole = min(low, v), max(high, v), whole && v == math.Trunc(v)
		}
	}
	return figure.Axis{Label: of.name, Whole: whole, Log: low > 0 && high > wide*low}
}
