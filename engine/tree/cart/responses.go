package cart

// responses is the rows of a node with their responses, less their means in the
// node: the variance of a side is Σ y² − Σ_k s_k²/w, divided by its weight.
type responses struct {
	table   *Table
	weights []uint16 // of all rows; nil if each counts once
	min     int64    // the least weight of a side

	rows    []int32
	rowed   []int64   // the weight of each row
	centred []float64 // of each row times its weight, width numbers each
	total   []float64 // of each response: zero but for rounding
	weight  int64
}

// open takes up the rows of a node.
func (t *responses) open(rows []int32) (weight int64, pure bool) {
	m := t.table.width
	t.rows, t.rowed, t.centred = rows, grown(t.rowed, len(rows)), grown(t.centred, len(rows)*m)
	t.total, t.weight, pure = grown(t.total, m), 0, true
	means := make([]float64, m)
	for i, r := range rows {
		t.rowed[i] = 1
		if t.weights != nil {
			t.rowed[i] = int64(t.weights[r])
		}
		t.weight += t.rowed[i]
		for k, v := range t.of(r) {
			means[k] += float64(float64(t.rowed[i]) * v)
			pure = pure && v == t.of(rows[0])[k]
		}
	}
	clear(t.total)
	for k := range means {
		means[k] /= float64(t.weight)
	}
	for i, r := range rows {
		for k, v := range t.of(r) {
			t.centred[i*m+k] = float64(float64(t.rowed[i]) * (v - means[k]))
			t.total[k] += t.centred[i*m+k]
		}
	}
	return t.weight, pure
}

// of returns the responses of a row.
func (t *responses) of(row int32) []float64 {
	m := t.table.width
	return t.table.values[int(row)*m : (int(row)+1)*m]
}

// cut returns the best cut of a column of numbers.
func (t *responses) cut(c *column, w *scratch) cut {
	keys := w.gather(c, t.rows, nil)
	best := none()
	if keys == nil {
		return best
	}
	m := t.table.width
	total, weight, offset := t.known(keys)
	w.leftSums = grown(w.leftSums, m)
	clear(w.leftSums)
	first, last := int64(0), uint32(keys[0]>>codeShift)
	for _, key := range keys {
		if code := uint32(key >> codeShift); code != last {
			if second := weight - first; first >= t.min && second >= t.min {
				if score := sidesScore(w.leftSums, total, first, second) + offset; beats(score, best.score) {
					best.score, best.below, best.above = score, last, code
				}
			}
			last = code
		}
		i := int(uint32(key))
		first += t.rowed[i]
		for k, v := range t.centred[i*m : (i+1)*m] {
			w.leftSums[k] += v
		}
	}
	return best
}

// known returns the sums of the rows that have keys, and what the others add to
// every score.
func (t *responses) known(keys []uint64) (total []float64, weight int64, offset float64) {
	if len(keys) == len(t.rows) {
		return t.total, t.weight, 0
	}
	m := t.table.width
	total = make([]float64, m)
	for _, key := range keys {
		i := int(uint32(key))
		weight += t.rowed[i]
		for k, v := range t.centred[i*m : (i+1)*m] {
			total[k] += v
		}
	}
	return total, weight, squaresOver(t.total, t.weight) - squaresOver(total, weight)
}

// sidesScore is Σ_k s_k²/w over both sides.
func sidesScore(left, total []float64, first, second int64) float64 {
	var squares, others float64
	for k, v := range left {
		other := total[k] - v
		squares += float64(v * v)
		others += float64(other * other)
	}
	return squares/float64(first) + others/float64(second)
}

func squaresOver(sums []float64, weight int64) float64 {
	var squares float64
	for _, v := range sums {
		squares += float64(v * v)
	}
	return squares / float64(weight)
}

// sets returns the best cut of a column of levels.
func (t *responses) sets(c *column, w *scratch) cut {
	keys := w.gather(c, t.rows, nil)
	if keys == nil {
		return none()
	}
	m := t.table.width
	w.groups.reset(m)
	for _, key := range keys {
		i := int(uint32(key))
		sums := w.groups.of(uint32(key>>codeShift), float64(t.rowed[i]))
		for k, v := range t.centred[i*m : (i+1)*m] {
			sums[k] += v
		}
	}
	return w.groups.cut(c.count, squaresOver(t.total, t.weight), t.min, m == 1)
}
