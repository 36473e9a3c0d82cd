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

// Cells are those of a column: numbers, or the numbers of groups; NaN is missing.
type Cells struct {
	Values []float64
	Groups bool
}

// With tells how much column c of the rows says of what is to be learned of them,
// among the rows that have both; of several responses, of the first: see [Between].
// The Value is NaN where there is nothing to be learned.
func With(x *mat.Dense, column engine.Column, c int, t engine.Target) Association {
	target := Cells{Values: make([]float64, x.RawMatrix().Rows), Groups: t.HasClasses()}
	switch {
	case t.HasClasses():
		for i := range target.Values {
			target.Values[i] = float64(t.Labels[i])
		}
	case t.HasResponse():
		mat.Col(target.Values, 0, t.Response)
	default:
		return Association{Value: math.NaN()}
	}
	for i := range target.Values {
		if !t.Known(i) {
			target.Values[i] = math.NaN()
		}
	}
	return Between(Cells{mat.Col(nil, c, x), column.Levels != nil}, target)
}

// Between tells how much two columns say of each other, among the rows that have both.
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
// another in each row both are 1 whatever there is to be told, and none is told.
//
// Pearson 1895, doi:10.1098/rspl.1895.0041; Pearson 1905, On the general theory of skew
// correlation and non-linear regression; Cramér 1946, Mathematical methods of statistics.
func Between(a, b Cells) Association {
	x, y := keepFinite(a.Values, b.Values)
	switch {
	case a.Groups && b.Groups:
		return Association{"V", cramer(x, y)}
	case a.Groups:
		return Association{"η", correlationRatio(y, x)}
	case b.Groups:
		return Association{"η", correlationRatio(x, y)}
	}
	return Association{"r", correlation(x, y)}
}

// keepFinite returns the cells of the rows where both are numbers.
func keepFinite(a, b []float64) (x, y []float64) {
	for i, v := range a {
		if w := b[i]; !math.IsNaN(v-v) && !math.IsNaN(w-w) { // infinite less infinite is NaN
			x, y = append(x, v), append(y, w)
		}
	}
	return x, y
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
