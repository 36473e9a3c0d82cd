package oblique

import (
	"cmp"
	"math"
	"slices"

	"unfold/engine/tree"
	"unfold/engine/tree/gainratio"
)

// An axis is the best threshold of a column, nil if there is none, and the impurity
// that it leaves.
type axis struct {
	split    tree.Split
	impurity gainratio.Information
}

// bestAxis tries all thresholds of all columns, in the middle between two values. Of
// equal ones the first column has it, at its lowest threshold.
func (g *grower) bestAxis(n *node) axis {
	best := axis{impurity: math.MaxInt64}
	if g.before(n) == 0 || len(n.rows) < 2*g.least {
		return best
	}
	rows := slices.Clone(n.rows)
	for c := range g.standard.columns {
		slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(g.cell(a, c), g.cell(b, c)) })
		g.tryColumn(rows, c, n.counts, &best)
	}
	return best
}

// tryColumn tries the thresholds of column c, by which rows are sorted.
func (g *grower) tryColumn(rows []int32, c int, counts []int, best *axis) {
	e := g.entropy
	below, above := make([]int, len(counts)), slices.Clone(counts)
	var sum gainratio.Information
	for _, k := range above {
		sum += e.OfRows(k)
	}
	for i := 1; i < len(rows); i++ {
		class := g.Labels[rows[i-1]]
		b, a := below[class], above[class]
		below[class], above[class] = b+1, a-1
		sum += e.OfRows(b+1) - e.OfRows(b) + e.OfRows(a-1) - e.OfRows(a)
		low, high := g.cell(rows[i-1], c), g.cell(rows[i], c)
		if low == high || min(i, len(rows)-i) < g.least {
			continue
		}
		if impurity := e.OfRows(i) + e.OfRows(len(rows)-i) - sum; impurity < best.impurity {
			*best = axis{tree.Threshold{Column: c, At: between(low, high)}, impurity}
		}
	}
}

// between returns a number in the middle, below high.
func between(low, high float64) float64 {
	if middle := float64(low/2) + float64(high/2); middle < high {
		return max(low, middle)
	}
	return low
}

// planeOf returns the threshold as a plane of standardised columns.
func (g *grower) planeOf(s tree.Threshold) plane {
	p := make(plane, len(g.standard.columns)+1)
	p[s.Column] = 1
	p[len(p)-1] = -(s.At - g.standard.mean[s.Column]) / g.standard.deviation[s.Column]
	return p
}
