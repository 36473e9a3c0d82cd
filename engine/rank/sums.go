package rank

// sums are what pairs add up to, by rank from 1 to k. Position 0 is not used.
type sums struct {
	k        int
	same     []int64 // pairs of this rank in both spaces
	intruded []int64 // pairs of this rank in the data and a smaller one where they were placed
	extruded []int64 // pairs of this rank where they were placed and a smaller one in the data
	farData  []int64 // Σ ρ over pairs that were placed at this rank and whose ρ is larger
	farPlace []int64 // Σ r over pairs of this rank in the data whose r is larger
}

func newSums(k int) *sums {
	list := func() []int64 { return make([]int64, k+1) }
	return &sums{k, list(), list(), list(), list(), list()}
}

func (s *sums) lists() [5][]int64 {
	return [5][]int64{s.same, s.intruded, s.extruded, s.farData, s.farPlace}
}

// visit adds pairs.
func (s *sums) visit(pairs []pair) {
	for _, p := range pairs {
		switch rho, r := p.data, p.placed; {
		case rho > r:
			s.farData[r] += int64(rho)
			if int(rho) <= s.k {
				s.intruded[rho]++
			}
		case r > rho:
			s.farPlace[rho] += int64(r)
			if int(r) <= s.k {
				s.extruded[r]++
			}
		default:
			s.same[r]++
		}
	}
}

// merge adds what another goroutine has summed up.
func (s *sums) merge(other *sums) {
	from := other.lists()
	for l, list := range s.lists() {
		for r, v := range from[l] {
			list[r] += v
		}
	}
}

// agreement runs through the neighbourhoods of 1, 2, ..., k rows. A pair whose
// ranks are ρ and r is in both of them from max(ρ, r) on; with r < ρ it is an
// intruder from r to ρ−1, which adds ρ−k to the sum of excess ranks.
func (s *sums) agreement(n, rows int) *Agreement {
	a := &Agreement{N: n, Rows: rows, K: s.k}
	for _, list := range []*[]int64{&a.both, &a.mildIn, &a.mildEx, &a.excessIn, &a.excessEx} {
		*list = make([]int64, s.k+1)
	}
	var in, ex int64 // Σ ρ of intruders, Σ r of those lost
	for k := 1; k <= s.k; k++ {
		a.mildIn[k] = a.mildIn[k-1] + s.intruded[k]
		a.mildEx[k] = a.mildEx[k-1] + s.extruded[k]
		a.both[k] = a.both[k-1] + s.same[k] + s.intruded[k] + s.extruded[k]
		in += s.farData[k] - int64(k)*s.intruded[k]
		ex += s.farPlace[k] - int64(k)*s.extruded[k]
		others := int64(k)*int64(rows) - a.both[k] // in one neighbourhood alone, as many in each
		a.excessIn[k] = in - int64(k)*others
		a.excessEx[k] = ex - int64(k)*others
	}
	return a
}
