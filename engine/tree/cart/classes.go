package cart

// classes is the rows of a node with their classes: Gini's index of a side is
// 1 − Σ_k (s_k/w)². Weights are whole numbers, so that sums are exact.
type classes struct {
	table   *Table
	weights []uint16 // of all rows; nil if each counts once
	min     int64    // the least weight of a side

	rows    []int32
	members []uint32 // of each row: its class, and its weight above it
	total   []int64  // the weight of each class
	weight  int64
	squares int64 // Σ total²
}

const weightShift = 16

// open takes up the rows of a node.
func (t *classes) open(rows []int32) (weight int64, pure bool) {
	t.rows, t.members = rows, grown(t.members, len(rows))
	t.total = grown(t.total, t.table.classes)
	clear(t.total)
	for i, r := range rows {
		weight := uint32(1)
		if t.weights != nil {
			weight = uint32(t.weights[r])
		}
		class := t.table.labels[r]
		t.members[i] = weight<<weightShift | class
		t.total[class] += int64(weight)
	}
	t.weight, t.squares = totals(t.total)
	return t.weight, t.squares == t.weight*t.weight
}

// totals returns the sum of weights and that of their squares.
func totals(of []int64) (sum, squares int64) {
	for _, v := range of {
		sum += v
		squares += v * v
	}
	return sum, squares
}

// cut returns the best cut of a column of numbers: from counts of each class at
// each code where codes are few beside rows, else from the rows in order.
func (t *classes) cut(c *column, w *scratch) cut {
	w.left = grown(w.left, t.table.classes)
	clear(w.left)
	s := classSweep{left: w.left, total: t.total, weight: t.weight, squares: t.squares, min: t.min, best: none()}
	if c.count*t.table.classes <= 2*len(t.rows) {
		t.countCodes(c, w)
		if c.missing {
			s.leaveOut(w.counts[c.count*t.table.classes:])
		}
		s.sweepCounts(w.counts[:c.count*t.table.classes])
		return s.best
	}
	keys := w.gather(c, t.rows, t.members)
	if len(keys) < len(t.rows) && keys != nil {
		s.countKnown(keys)
	}
	s.sweepKeys(keys)
	return s.best
}

// countCodes counts the weight of each class at each code, and at no code.
func (t *classes) countCodes(c *column, w *scratch) {
	k := uint32(t.table.classes)
	w.counts = grown(w.counts, (c.count+1)*t.table.classes)
	clear(w.counts)
	for i, r := range t.rows {
		m := t.members[i]
		w.counts[c.codes[r]*k+m%(1<<weightShift)] += m >> weightShift
	}
}

// A classSweep moves rows from the second side to the first, code by code.
type classSweep struct {
	left, total     []int64 // the weight of each class on the first side, and on both
	weight, squares int64   // of both sides
	min             int64
	offset          float64 // what rows without a code add to every score
	best            cut

	first, firstSquares, dot int64 // of the first side: Σ left, Σ left², Σ left·total
	last                     uint32
}

// leaveOut takes the rows that have no code from both sides; their share of the
// score stays as it is.
func (s *classSweep) leaveOut(missing []uint32) {
	known := make([]int64, len(s.total))
	for class, v := range missing {
		known[class] = s.total[class] - int64(v)
	}
	s.know(known)
}

// countKnown leaves the rows on both sides that have keys.
func (s *classSweep) countKnown(keys []uint64) {
	known := make([]int64, len(s.total))
	for _, key := range keys {
		known[key%(1<<weightShift)] += int64(uint32(key) >> weightShift)
	}
	s.know(known)
}

func (s *classSweep) know(known []int64) {
	before := float64(s.squares) / float64(s.weight)
	s.total = known
	if s.weight, s.squares = totals(known); s.weight > 0 {
		s.offset = before - float64(s.squares)/float64(s.weight)
	}
}

// sweepCounts goes through counts of classes, code by code.
func (s *classSweep) sweepCounts(counts []uint32) {
	k := len(s.total)
	left, total := s.left[:k], s.total
	for code := uint32(0); len(counts) > 0; code++ {
		first, squares, dot := s.first, s.firstSquares, s.dot
		for class, count := range counts[:k] {
			v := int64(count)
			s.firstSquares += v * (2*left[class] + v)
			s.dot += v * total[class]
			s.first += v
			left[class] += v
		}
		if s.first > first {
			s.try(first, squares, dot, code)
			s.last = code
		}
		counts = counts[k:]
	}
}

// sweepKeys goes through rows in the order of their codes.
func (s *classSweep) sweepKeys(keys []uint64) {
	if len(keys) == 0 {
		return
	}
	s.last = uint32(keys[0] >> codeShift)
	for _, key := range keys {
		if code := uint32(key >> codeShift); code != s.last {
			s.try(s.first, s.firstSquares, s.dot, code)
			s.last = code
		}
		class, v := key%(1<<weightShift), int64(uint32(key)>>weightShift)
		s.firstSquares += v * (2*s.left[class] + v)
		s.dot += v * s.total[class]
		s.first += v
		s.left[class] += v
	}
}

// try scores the cut between the last code and the next one, where the first side
// has the given sums.
func (s *classSweep) try(first, squares, dot int64, code uint32) {
	second := s.weight - first
	if first < s.min || second < s.min {
		return
	}
	score := float64(squares)/float64(first) + float64(s.squares-2*dot+squares)/float64(second) + s.offset
	if beats(score, s.best.score) {
		s.best.score, s.best.below, s.best.above = score, s.last, code
	}
}

// sets returns the best cut of a column of levels.
func (t *classes) sets(c *column, w *scratch) cut {
	keys := w.gather(c, t.rows, t.members)
	if keys == nil {
		return none()
	}
	w.groups.reset(t.table.classes)
	for _, key := range keys {
		v := float64(uint32(key) >> weightShift)
		w.groups.of(uint32(key>>codeShift), v)[key%(1<<weightShift)] += v
	}
	return w.groups.cut(c.count, float64(t.squares)/float64(t.weight), t.min, t.table.classes == 2)
}
