package gainratio

import "unfold/engine/internal/elementary"

// A candidate is the best that can be asked of a column at a node.
type candidate struct {
	useful    bool
	gain      Information // what the answer tells of the classes
	splitting Information // what there is in the answer itself
	low, high int32       // of a column of numbers: the ranks beside the threshold
}

// ratio is the share of the answer that tells of the classes.
func (c candidate) ratio() float64 { return float64(c.gain) / float64(c.splitting) }

// none is a gain that is none: a millionth of a bit, in all cases together.
const none = 1e-6

// A scanner looks for candidates; it is room for sums.
type scanner struct {
	g           *grower
	left, right []weight
	levels      []weight // of each level and class
}

func (g *grower) scanner() *scanner {
	return &scanner{g: g, left: make([]weight, len(g.Classes)), right: make([]weight, len(g.Classes))}
}

// candidate returns the best to be asked of column c at a node.
func (s *scanner) candidate(n *open, c int) candidate {
	if levels := s.g.levels(c); levels > 0 {
		return s.branches(n, c, levels)
	}
	order := n.order[c]
	if len(order) == 0 || order[0].rank == order[len(order)-1].rank {
		n.order[c] = nil // nor is there anything to ask below this node
		return candidate{}
	}
	return s.threshold(n, order)
}

// threshold tries all thresholds of a column of numbers, whose cells are sorted.
// On either side there must be at least a tenth of the mean number of known cases
// a class, at least g.least and not more than 25. Of equal gains the lowest
// threshold has it. The more there are to choose between, the more of the gain is
// luck: log₂ of their number is taken from it (Quinlan 1996).
func (s *scanner) threshold(n *open, order []cell) (best candidate) {
	e := s.g.entropy
	known := s.begin(n, order)
	least := max(s.g.least, min(25*whole, known/weight(10*s.g.present)))
	before := e.within(s.right)
	var left weight
	sum := s.sums()
	thresholds := 0
	best.gain = e.fixed(none)
	for i := 0; i < len(order); {
		from, rank := i, order[i].rank
		for i++; i < len(order) && order[i].rank == rank; i++ {
		}
		left += s.moveAll(n, order[from:i], &sum)
		if known-left < least || i == len(order) {
			break
		}
		if left < least {
			continue
		}
		thresholds++
		after := e.of(left) + e.of(known-left) - sum
		if gain := before - after; gain > best.gain {
			best = candidate{useful: true, gain: gain, splitting: e.of(n.total) - e.of(left) - e.of(known-left), low: rank, high: order[i].rank}
		}
	}
	if !best.useful {
		return candidate{}
	}
	best.splitting -= e.of(n.total - known)
	best.gain -= e.fixed(elementary.Log2(float64(thresholds)))
	best.useful = best.gain > 0
	return best
}

// begin puts all known cases to the right, and returns their weight.
func (s *scanner) begin(n *open, order []cell) weight {
	clear(s.left)
	if len(order) == len(n.row) {
		copy(s.right, n.counts)
		return n.total
	}
	clear(s.right)
	var known weight
	for _, cell := range order {
		s.right[n.class[cell.at]] += n.weight[cell.at]
		known += n.weight[cell.at]
	}
	return known
}

// moveAll moves cases from the right to the left, and returns their weight; sums of
// both sides stay right in sum. Of many it adds up the classes again.
func (s *scanner) moveAll(n *open, cells []cell, sum *Information) (moved weight) {
	many := len(cells) > len(s.left)
	for _, cell := range cells {
		class, w := n.class[cell.at], n.weight[cell.at]
		moved += w
		if many {
			s.left[class] += w
			s.right[class] -= w
		} else {
			*sum += s.move(class, w)
		}
	}
	if many {
		*sum = s.sums()
	}
	return moved
}

// sums returns Σ w_c log₂ w_c of both sides.
func (s *scanner) sums() (sum Information) {
	for c := range s.left {
		sum += s.g.entropy.of(s.left[c]) + s.g.entropy.of(s.right[c])
	}
	return sum
}

// move moves a case of the class from the right to the left, and returns by how
// much Σ w_c log₂ w_c grows.
func (s *scanner) move(class int32, w weight) Information {
	e := s.g.entropy
	l, r := s.left[class], s.right[class]
	s.left[class], s.right[class] = l+w, r-w
	return e.of(l+w) - e.of(l) + e.of(r-w) - e.of(r)
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
	if found.gain < e.fixed(none) {
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
