package gainratio

import (
	"math/bits"

	"unfold/engine/tree"
)

// cases are the rows at a node, whole or in part. A row that lacks what a split
// asked for is at several nodes.
type cases struct {
	row    []int32
	weight []weight
}

// allCases are the rows of a table, whole.
func allCases(n int) cases {
	c := cases{make([]int32, n), make([]weight, n)}
	for i := range n {
		c.row[i], c.weight[i] = int32(i), whole
	}
	return c
}

// count returns the weight of the cases of each class.
func (r Rows) count(c cases) []weight {
	counts := make([]weight, len(r.Classes))
	for i, row := range c.row {
		counts[r.Labels[row]] += c.weight[i]
	}
	return counts
}

// A division is where the cases of a node go.
type division struct {
	ways  []way   // of each case
	parts []cases // of each branch: those that cannot tell first
}

// A way is a branch, and the number of a case among those there. A case whose row
// cannot tell goes everywhere, with the same number.
type way struct{ branch, place int32 }

// divide sends cases down the branches of a split. One that cannot tell counts in
// each branch for its share of those that can; a branch that none of these takes
// gets nothing.
func (r Rows) divide(c cases, split tree.Split) division {
	d := division{make([]way, len(c.row)), make([]cases, split.Branches())}
	known, next := make([]weight, len(d.parts)), make([]int32, len(d.parts))
	torn := int32(0)
	for i, row := range c.row {
		branch := split.Branch(r.X.RawRowView(int(row)))
		d.ways[i].branch = int32(branch)
		if branch == tree.CannotTell {
			d.ways[i].place = torn
			torn++
			continue
		}
		known[branch] += c.weight[i]
		next[branch]++
	}
	for b := range d.parts {
		first := torn
		if known[b] == 0 {
			first = 0
		}
		d.parts[b] = cases{make([]int32, first+next[b]), make([]weight, first+next[b])}
		next[b] = first
	}
	if torn > 0 {
		d.tear(c, known)
	}
	for i := range d.ways {
		if to := &d.ways[i]; to.branch != tree.CannotTell {
			to.place = next[to.branch]
			next[to.branch]++
			d.parts[to.branch].put(to.place, c.row[i], c.weight[i])
		}
	}
	return d
}

// tear sends the cases that cannot tell down all branches that others took.
func (d *division) tear(c cases, known []weight) {
	var total weight
	for _, w := range known {
		total += w
	}
	for i, to := range d.ways {
		if to.branch != tree.CannotTell {
			continue
		}
		left := c.weight[i]
		largest := 0
		for b, w := range known {
			if w == 0 {
				continue
			}
			share := c.weight[i].share(w, total)
			left -= share
			d.parts[b].put(to.place, c.row[i], share)
			if w > known[largest] {
				largest = b
			}
		}
		// What rounding down leaves goes to the branch that most took.
		d.parts[largest].weight[to.place] += left
	}
}

// put sets a case.
func (c *cases) put(at, row int32, w weight) { c.row[at], c.weight[at] = row, w }

// share returns w part/total, rounded down.
func (w weight) share(part, total weight) weight {
	high, low := bits.Mul64(uint64(w), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(total))
	return weight(quotient)
}
