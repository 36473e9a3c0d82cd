package gainratio

// A sweep tries the thresholds of a column at a node from the lowest up, while the
// cases with each value move from the right to the left. It is room, used over and
// over.
type sweep struct {
	entropy     *Entropy
	left, right []weight // of each class, the known cases on either side
	rest        []weight // of each class, the cases that have the commonest value

	known, moved weight      // all known cases, and those on the left
	least        weight      // what there must be on either side
	learnable    Information // what there is to learn of the classes of the known cases
	answer       Information // w log₂ w of all cases, less that of those that are not known
	sum          Information // Σ w_c log₂ w_c of both sides
	last         int32       // the rank that was moved last
	tried        int         // thresholds
	best         candidate
}

func newSweep(e *Entropy, classes int) sweep {
	return sweep{entropy: e, left: make([]weight, classes), right: make([]weight, classes), rest: make([]weight, classes)}
}

// begin puts all known cases of a node to the right. Those without a cell have the
// commonest value, or are not known if that is none.
func (s *sweep) begin(n *open, cells []cell, common int32) {
	e := s.entropy
	s.moved, s.tried, s.best = 0, 0, candidate{gain: e.fixed(nothing)}
	clear(s.left)
	s.known, s.sum = n.total, n.sum
	if len(cells) == len(n.row) {
		copy(s.right, n.counts)
	} else {
		s.countCells(n, cells)
		if common != none {
			for c, w := range n.counts {
				s.rest[c], s.right[c] = w-s.right[c], w
			}
		} else {
			s.known = sum(s.right)
			s.sumUp()
		}
	}
	s.learnable = e.of(s.known) - s.sum
	s.answer = e.of(n.total) - e.of(n.total-s.known)
}

// countCells puts the cases that have cells to the right.
func (s *sweep) countCells(n *open, cells []cell) {
	clear(s.right)
	for _, cell := range cells {
		s.right[n.class[cell.at]] += n.weight[cell.at]
	}
}

// pass moves cases, value by value, and tries the threshold below each. It reports
// whether there are more to try.
func (s *sweep) pass(n *open, cells []cell) bool {
	for i := 0; i < len(cells); {
		from, rank := i, cells[i].rank
		if !s.try(rank) {
			return false
		}
		for i++; i < len(cells) && cells[i].rank == rank; i++ {
		}
		s.moveAll(n, cells[from:i])
		s.last = rank
	}
	return true
}

// try tries the threshold below the value of a rank. It reports whether there are
// enough cases on the right to try another.
func (s *sweep) try(rank int32) bool {
	right := s.known - s.moved
	if right < s.least {
		return false
	}
	if s.moved < s.least {
		return true
	}
	s.tried++
	e := s.entropy
	apart := e.of(s.moved) + e.of(right)
	if gain := s.learnable - apart + s.sum; gain > s.best.gain {
		s.best = candidate{useful: true, gain: gain, splitting: s.answer - apart, low: s.last, high: rank}
	}
	return true
}

// moveAll moves cases of one value to the left. Of many it adds up the classes again.
func (s *sweep) moveAll(n *open, cells []cell) {
	if len(cells) > len(s.left) {
		for _, cell := range cells {
			class, w := n.class[cell.at], n.weight[cell.at]
			s.moved += w
			s.left[class] += w
			s.right[class] -= w
		}
		s.sumUp()
		return
	}
	e := s.entropy
	for _, cell := range cells {
		class, w := n.class[cell.at], n.weight[cell.at]
		l, r := s.left[class], s.right[class]
		s.moved += w
		s.left[class], s.right[class] = l+w, r-w
		s.sum += e.of(l+w) - e.of(l) + e.of(r-w) - e.of(r)
	}
}

// passRest moves the cases that have the commonest value.
func (s *sweep) passRest(common int32) {
	for c, w := range s.rest {
		s.moved += w
		s.left[c] += w
		s.right[c] -= w
	}
	s.sumUp()
	s.last = common
}

// sumUp adds up the classes of both sides.
func (s *sweep) sumUp() {
	s.sum = 0
	for c := range s.left {
		s.sum += s.entropy.of(s.left[c]) + s.entropy.of(s.right[c])
	}
}
