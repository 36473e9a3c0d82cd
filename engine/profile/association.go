package profile

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/moments"
)

// An Association is how much a column by itself tells of another: of 0 for nothing to
// 1, or −1, for all.
type Association struct {
	Name  string  // r, η or V
	Value float64 // NaN where it has none
}

// With tells how much column c of the rows says of what is to be learned of them,
// among the rows that have both; of several responses, of the first.
//
//	r  of two columns of numbers, Pearson's correlation
//	     r = Σ (x_i − x̄)(y_i − ȳ) / √(Σ (x_i − x̄)² Σ (y_i − ȳ)²)
//	η  of numbers and groups, Pearson's correlation ratio: which share of the numbers'
//	   variance lies between the groups g, in the unit of r
//	     η² = Σ_g n_g (x̄_g − x̄)² / Σ_i (x_i − x̄)²
//	V  of two groupings, Cramér's coefficient, of their χ²
//	     V² = χ² / (n min(rows − 1, columns − 1)),  χ² = n (Σ n_gh² / (n_g n_h) − 1)
//
// The Value is NaN if one of the two does not vary. η and V rise with the number of groups
// by chance alone, η² of unrelated numbers to (groups − 1)/(n − 1); of levels that are
// another in each row both are 1 whatever there is to be learned, and none is told.
//
// Pearson 1895, doi:10.1098/rspl.1895.0041; Pearson 1905, On the general theory of skew
// correlation and non-linear regression; Cramér 1946, Mathematical methods of statistics.
func With(x *mat.Dense, column engine.Column, c int, t engine.Target) Association {
	cells := mat.Col(nil, c, x)
	known := func(i int) bool { return t.Known(i) && !math.IsNaN(cells[i]) && !math.IsInf(cells[i], 0) }
	switch {
	case t.HasClasses():
		cells, groups := keepKnown(cells, func(i int) float64 { return float64(t.Labels[i]) }, known)
		if column.Levels == nil {
			return Association{"η", correlationRatio(cells, groups)}
		}
		return Association{"V", cramer(cells, groups)}
	case t.HasResponse():
		cells, response := keepKnown(cells, func(i int) float64 { return t.Response.At(i, 0) }, known)
		if column.Levels == nil {
			return Association{"r", correlation(cells, response)}
		}
		return Association{"η", correlationRatio(response, cells)}
	}
	return Association{Value: math.NaN()}
}

// keepKnown returns the cells of known rows, and what is to be learned of them.
func keepKnown(cells []float64, of func(i int) float64, known func(i int) bool) (kept, targets []float64) {
	for i, v := range cells {
		if known(i) {
			kept, targets = append(kept, v), append(targets, of(i))
		}
	}
	return kept, targets
}

// correlation is Pearson's; NaN of fewer than two rows.
func correlation(x, y []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	return moments.Correlation(x, y)
}

// countGroups numbers the groups by their first rows, and returns the group and the
// size of each.
func countGroups(groups []float64) (of []int, sizes []int) {
	number := map[float64]int{}
	of = make([]int, len(groups))
	for i, g := range groups {
		at, ok := number[g]
		if !ok {
			at = len(sizes)
			number[g], sizes = at, append(sizes, 0)
		}
		of[i] = at
		sizes[at]++
	}
	return of, sizes
}

// correlationRatio is η of numbers in groups.
func correlationRatio(x, groups []float64) float64 {
	of, sizes := countGroups(groups)
	if len(sizes) < 2 || len(sizes) == len(x) {
		return math.NaN()
	}
	mean := moments.Mean(x)
	means := make([]float64, len(sizes)) // from the mean of all, which loses fewer digits
	total := 0.0
	for i, v := range x {
		d := v - mean
		means[of[i]] += d
		total += float64(d * d)
	}
	among := 0.0
	for g, size := range sizes {
		among += float64(means[g]*means[g]) / float64(size)
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return math.NaN()
	}
	return math.Sqrt(math.Min(1, among/total))
}

// cramer is V of two groupings.
func cramer(a, b []float64) float64 {
	ofA, sizesA := countGroups(a)
	ofB, sizesB := countGroups(b)
	least := min(len(sizesA), len(sizesB)) - 1
	if least < 1 || len(sizesA) == len(a) || len(sizesB) == len(b) {
		return math.NaN()
	}
	rows := make([][]int, len(sizesA)) // the groups of b of each group of a
	for i, g := range ofA {
		rows[g] = append(rows[g], ofB[i])
	}
	sum := 0.0
	counts := make([]int, len(sizesB))
	for g, others := range rows {
		for _, h := range others {
			counts[h]++
		}
		for _, h := range others {
			if n := float64(counts[h]); n > 0 {
				sum += float64(n*n) / float64(float64(sizesA[g])*float64(sizesB[h]))
				counts[h] = 0
			}
		}
	}
	return math.Sqrt(math.Max(0, math.Min(1, (sum-1)/float64(least))))
}
