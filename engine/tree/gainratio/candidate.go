package gainratio

import (
	"cmp"
	"slices"

	"unfold/engine/internal/elementary"
)

// A candidate is the best that can be asked of a column at a node.
type candidate struct {
	useful    bool
	gain      Information // what the answer tells of the classes
	splitting Information // what there is in the answer itself
	low, high int32       // of a column of numbers: the ranks beside the threshold
}

// ratio is the share of the answer that tells of the classes.
func (c candidate) ratio() float64 { return float64(c.gain) / float64(c.splitting) }

// nothing is a gain that is none: a millionth of a bit, in all cases together.
const nothing = 1e-6

// A scanner looks for candidates; it is room for sums.
type scanner struct {
	g *grower
	sweep
	levels []weight // of each level and class
}

func (g *grower) scanner() *scanner {
	return &scanner{g: g, sweep: newSweep(g.entropy, len(g.Classes))}
}

// candidate returns the best to be asked of column c at a node.
func (s *scanner) candidate(n *open, c int) candidate {
	if levels := s.g.levels(c); levels > 0 {
		return s.branches(n, c, levels)
	}
	column := &s.g.sorted[c]
	cells := column.of(n.order[c])
	common := column.common
	if common != none && len(cells) == len(n.row) {
		common = none // no case here has the commonest value
	}
	if len(cells) == 0 || common == none && cells[0].rank == cells[len(cells)-1].rank {
		n.order[c] = span{} // nor is there anything to ask below this node
		return candidate{}
	}
	return s.threshold(n, cells, common)
}

// threshold tries all thresholds of a column of numbers, whose cells are sorted; the
// cases without one have the commonest value, or lack theirs if that is none. On
// either side there must be at least a tenth of the mean number of known cases a
// class, at least g.least and not more than 25. Of equal gains the lowest threshold
// has it. The more there are to choose between, the more of the gain is luck: log₂ of
// their number is taken from it (Quinlan 1996).
func (s *scanner) threshold(n *open, cells []cell, common int32) candidate {
	s.begin(n, cells, common)
	s.least = max(s.g.least, min(25*whole, s.known/weight(10*s.g.present)))
	below := len(cells)
	if common != none {
		below, _ = slices.BinarySearchFunc(cells, common, func(c cell, rank int32) int { return cmp.Compare(c.rank, rank) })
	}
	if s.pass(n, cells[:below]) && common != none && s.try(common) {
		s.passRest(common)
		s.pass(n, cells[below:])
	}
	best := s.best
	best.gain -= s.entropy.fixed(elementary.Log2(float64(max(1, s.tried))))
	best.useful = best.useful && best.gain > 0
	return best
}

// branches tries a branch for each level of a categorical column. At least two of
// them need g.least cases.
func (s *scanner) branches(n *open, column, levels int) (found candidate) {
	e, classes := s.g.entropy, len(s.left)
	s.levels = append(s.levels[:0], make([]weight, levels*classes)...)
	clear(s.left)
	var known weight
	for i, row := range n.row {
		if level := s.g.level(row, column); level >= 0 {
			s.levels[level*classes+int(n.class[i])] += n.weight[i]
			s.left[n.class[i]] += n.weight[i]
			known += n.weight[i]
		}
	}
	found.gain = e.within(s.left)
	found.splitting = e.of(n.total) - e.of(n.total-known)
	large := 0
	for level := range levels {
		here := s.levels[level*classes : (level+1)*classes]
		var w weight
		for _, part := range here {
			w += part
		}
		if w >= s.g.least {
			large++
		}
		found.gain -= e.within(here)
		found.splitting -= e.of(w)
	}
	if found.gain < e.fixed(nothing) {
		found.gain = 0
	}
	found.useful = large >= 2
	return found
}

// best returns the column to ask: of those whose gain is at least the mean gain,
// but for a thousandth of a bit a case, the one with the largest ratio of gain to
// what there is in the answer, of equals the first. Without a column that tells
// anything it returns −1.
func (g *grower) best(n *open) int {
	var sum float64
	count := 0
	for c, found := range n.candidates {
		if found.useful && g.usual[c] {
			sum += g.entropy.bits(found.gain)
			count++
		}
	}
	enough := sum/float64(count) - n.total.rows()/1000
	best, ratio := -1, 0.0
	for c, found := range n.candidates {
		if count > 0 && found.useful && found.gain > 0 && g.entropy.bits(found.gain) >= enough && found.ratio() > ratio {
			best, ratio = c, found.ratio()
		}
	}
	return best
}
