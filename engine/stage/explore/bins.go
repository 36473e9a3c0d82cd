package explore

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
	"unfold/engine/stage/columns"
)

// bins are the values that a column is divided into.
type bins struct {
	axis      figure.Axis
	low, high []float64 // the ends of the bar of each
	group     []int     // of levels: the bin of each; nil of numbers
}

const (
	fewestBins, mostBins = 5, 40
	wholeBins            = 16 // whole numbers that have a bin each
)

// countBins divides what a column has: into so many bins, or as the rule says.
func countBins(cells []float64, c columns.Column, count int) *bins {
	sorted := sortedFinite(cells)
	if !c.Numeric() {
		return levelBins(sorted, c)
	}
	b := &bins{axis: c.Axis()}
	if len(sorted) == 0 {
		return b
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	whole := !slices.ContainsFunc(sorted, func(v float64) bool { return v != math.Trunc(v) })
	switch {
	case low == high:
		b.low, b.high = []float64{low - 0.5}, []float64{low + 0.5}
		return b
	case whole && high-low < wholeBins && count == engine.Auto:
		b.axis.Whole = true
		for v := low; v <= high; v++ {
			b.low, b.high = append(b.low, v-0.5), append(b.high, v+0.5)
		}
		return b
	case count == engine.Auto:
		count = ruleOfBins(sorted)
	}
	for k := range count {
		b.low, b.high = append(b.low, between(low, high, k, count)), append(b.high, between(low, high, k+1, count))
	}
	return b
}

// between is the border before bin k of so many; the difference of the ends may be beyond
// all numbers, parts of them are not.
func between(low, high float64, k, count int) float64 {
	share := float64(k) / float64(count)
	return math.Max(low, math.Min(high, float64((1-share)*low)+float64(share*high)))
}

// ruleOfBins is how many bins of the width 2 IQR / n^(1/3) sorted numbers span.
func ruleOfBins(sorted []float64) int {
	n := len(sorted)
	width := 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / elementary.Pow(float64(n), 1./3)
	count := (sorted[n-1] - sorted[0]) / width
	if math.IsNaN(count) || count > mostBins {
		return mostBins
	}
	return max(fewestBins, int(math.Ceil(count)))
}

// quantile is that of sorted numbers at a share, between two of them in proportion.
func quantile(sorted []float64, share float64) float64 {
	at := float64(float64(len(sorted)-1) * share)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	part := at - float64(below)
	return float64((1-part)*sorted[below]) + float64(part*sorted[above])
}

// levelBins has a bin for each of the most frequent levels, and one for all others.
func levelBins(sorted []float64, c columns.Column) *bins {
	sizes := make([]int, len(c.Levels)+1)
	for _, v := range sorted {
		sizes[levelOf(v, c)]++
	}
	order := make([]int, 0, len(sizes))
	for level, n := range sizes {
		if n > 0 {
			order = append(order, level)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[b] - sizes[a] })
	b := &bins{axis: figure.Axis{Label: c.Heading(), Whole: true, Labels: []string{}}, group: make([]int, len(sizes))}
	shown := order
	if len(order) > levelsDrawn+1 {
		shown = order[:levelsDrawn]
	}
	for k, level := range order {
		b.group[level] = min(k, len(shown))
	}
	for _, level := range shown {
		b.add(append(slices.Clip(c.Levels), "unseen")[level])
	}
	if others := len(order) - len(shown); others > 0 {
		b.add(strconv.Itoa(others) + " others")
	}
	return b
}

// levelOf is the number of a cell's level, the last for one that is not known.
func levelOf(v float64, c columns.Column) int {
	if at := int(v); at >= 0 && at < len(c.Levels) {
		return at
	}
	return len(c.Levels)
}

// add puts a named bin behind the others.
func (b *bins) add(name string) {
	at := float64(len(b.axis.Labels))
	b.axis.Labels = append(b.axis.Labels, name)
	b.low, b.high = append(b.low, at-0.4), append(b.high, at+0.4)
}

// of is the bin of a cell; −1 of one without a value.
func (b *bins) of(v float64) int {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0) || len(b.low) == 0:
		return -1
	case b.group != nil:
		at := int(v)
		if at < 0 || at >= len(b.group) {
			at = len(b.group) - 1
		}
		return b.group[at]
	}
	return min(sort.Search(len(b.high), func(k int) bool { return v < b.high[k] }), len(b.high)-1)
}
