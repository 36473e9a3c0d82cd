package rank

// The ways in which a pair can change its rank.
const (
	away   = iota // placed farther than in the data
	closer        // placed nearer
	ways
)

// sums are what pairs add up to, by rank from 1 to k; position 0 is not used.
// Of the two ranks of a pair the smaller is the one from which it is in one
// neighbourhood, the larger the one from which it is in both.
type sums struct {
	k     int
	same  []int64       // pairs whose ranks are equal, by it
	moved [ways][]int64 // other pairs by the larger rank
	far   [ways][]int64 // Σ larger rank of other pairs, by the smaller rank
}

func newSums(k int) *sums {
	s := &sums{k: k, same: make([]int64, k+1)}
	for way := range ways {
		s.moved[way], s.far[way] = make([]int64, k+1), make([]int64, k+1)
	}
	return s
}

func (s *sums) lists() [1 + 2*ways][]int64 {
	return [...][]int64{s.same, s.moved[away], s.moved[closer], s.far[away], s.far[closer]}
}

// visit adds pairs. The way of a pair is anyone's guess, so it is an index
// rather than a branch.
func (s *sums) visit(_ int, pairs []pair) {
	for _, p := range pairs {
		low, high, way := min(p.data, p.placed), max(p.data, p.placed), away
		if p.data > p.placed {
			way = closer
		}
		if low == high {
			s.same[low]++
			continue
		}
		s.far[way][low] += int64(high)
		if int(high) <= s.k {
			s.moved[way][high]++
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
	for _, list := range []*[]int64{&a.both, &a.excessIn, &a.excessEx} {
		*list = make([]int64, s.k+1)
	}
	var in, ex int64 // Σ ρ of intruders, Σ r of those lost
	for k := 1; k <= s.k; k++ {
		came, went := s.moved[closer][k], s.moved[away][k]
		a.both[k] = a.both[k-1] + s.same[k] + came + went
		in += s.far[closer][k] - int64(k)*came
		ex += s.far[away][k] - int64(k)*went
		others := int64(k)*int64(rows) - a.both[k] // in one neighbourhood alone, as many in each
		a.excessIn[k] = in - int64(k)*others
		a.excessEx[k] = ex - int64(k)*others
	}
	return a
}
