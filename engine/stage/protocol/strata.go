package protocol

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

// The answers to stratify=. The empty one, which Go programs leave, is Stratified.
const (
	Stratified   = "yes"
	Unstratified = "no"
)

// maxBins is how many quantile bins a response is cut into, at most: deciles.
// More would gain next to nothing, since the rows of one decile differ little
// beside those of different ones.
const maxBins = 10

// strata are sets of rows that each part of a division shall have its share
// of.
type strata struct {
	of    []int // the stratum of each row
	sizes []int
	names []string // of classes; nil where strata have no names
}

// strataOf returns the classes of the rows, quantile bins of their response, of
// several the first, or all of them as one. The smallest of the parts that the rows are divided into
// is to be one of so many, and a bin has a row for it.
func strataOf(t *engine.Table, stratify string, parts int) strata {
	n := t.Len()
	switch {
	case stratify == Unstratified:
	case t.HasClasses():
		return strata{of: t.Labels, sizes: t.Target.Sizes(), names: t.Classes}
	case t.HasResponse():
		return quantiles(mat.Col(nil, 0, t.Response), max(1, min(maxBins, n/parts)))
	}
	return strata{of: make([]int, n), sizes: []int{n}}
}

// quantiles cuts the rows, in the order of their response, into bins that
// differ in number by one at most. Of equal responses the first row comes
// first.
func quantiles(response []float64, bins int) strata {
	n := len(response)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(response[a], response[b]) })
	s := strata{of: make([]int, n), sizes: make([]int, bins)}
	for rank, row := range order {
		bin := rank * bins / n
		s.of[row] = bin
		s.sizes[bin]++
	}
	return s
}

// rarest returns the class that is in fewest blocks, or has fewest rows where
// every row stands by itself, and their number. Strata without names have none.
func (s strata) rarest(b *blocks) (class, units int, found bool) {
	if s.names == nil {
		return 0, 0, false
	}
	for c, count := range s.countUnits(b) {
		if count > 0 && (!found || count < units) {
			class, units, found = c, count, true
		}
	}
	return class, units, found
}

// countUnits counts the blocks that each stratum is in, or its rows where every
// row stands by itself.
func (s strata) countUnits(b *blocks) []int {
	if b == nil {
		return s.sizes
	}
	counts := make([]int, len(s.sizes))
	for _, in := range s.countByBlock(b) {
		for c, rows := range in {
			if rows > 0 {
				counts[c]++
			}
		}
	}
	return counts
}

// remarkRare notes the classes that are in fewer blocks, or have fewer rows where
// every row stands by itself, than there are folds.
func (s strata) remarkRare(ctx context.Context, b *blocks, folds int) {
	var rare []string
	for c, units := range s.countUnits(b) {
		if s.names != nil && 0 < units && units < folds {
			rare = append(rare, fmt.Sprintf("%s (%d)", s.names[c], units))
		}
	}
	if rare != nil {
		engine.Remark(ctx, "classes in fewer %ss than the %d folds are spread as far as they go, and some folds hold none of them: %s", unitOf(b), folds, strings.Join(rare, ", "))
	}
}

// unitOf is what is held or learned from whole.
func unitOf(b *blocks) string {
	if b != nil {
		return "group"
	}
	return "row"
}

// countByBlock counts the rows of each block in each stratum.
func (s strata) countByBlock(b *blocks) [][]int {
	counts := make([][]int, len(b.sizes))
	for i := range counts {
		counts[i] = make([]int, len(s.sizes))
	}
	for row, block := range b.of {
		counts[block][s.of[row]]++
	}
	return counts
}
