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
	branch []int32 // of each case; −1 where its row cannot tell, which goes everywhere
	place  []int32 // its number among the cases there
	parts  []cases // of each branch: those that cannot tell first
}

// divide sends cases down the branches of a split. One that cannot tell counts in
// each branch for its share of those that can; a branch that none of these takes
// gets nothing.
func (r Rows) divide(c cases, split tree.Split) division {
	d := division{branch: make([]int32, len(c.row)), place: make([]int32, len(c.row)), parts: make([]cases, split.Branches())}
	known, size := make([]weight, len(d.parts)), make([]int, len(d.parts))
	torn := 0
	for i, row := range c.row {
		branch := split.Branch(r.X.RawRowView(int(row)))
		d.branch[i] = int32(branch)
		if branch == tree.CannotTell {
			torn++
			continue
		}
		known[branch] += c.weight[i]
		size[branch]++
	}
	for b := range d.parts {
		if known[b] > 0 {
			d.parts[b] = cases{make([]int32, 0, size[b]+torn), make([]weight, 0, size[b]+torn)}
		}
	}
	if torn > 0 {
		d.tear(c, known)
	}
	for i, b := range d.branch {
		if b != tree.CannotTell {
			d.place[i] = d.parts[b].add(c.row[i], c.weight[i])
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
	for i, b := range d.branch {
		if b != tree.CannotTell {
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
			d.place[i] = d.parts[b].add(c.row[i], share)
			if w > known[largest] {
				largest = b
			}
		}
		// What rounding down leaves goes to the branch that most took.
		part := d.parts[largest]
		part.weight[len(part.weight)-1] += left
	}
}

// add appends a case and returns its number.
func (c *cases) add(row int32, w weight) int32 {
	c.row, c.weight = append(c.row, row), append(c.weight, w)
	return int32(len(c.row) - 1)
}

// share returns w part/total, rounded down.
func (w weight) share(part, total weight) weight {
	high, low := bits.Mul64(uint64(w), uint64(part))
	quotient, _ := bits.Div64(high, low, uint64(total))
	return weight(quotient)
}
