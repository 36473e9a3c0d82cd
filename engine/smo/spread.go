package smo

// A spread is columns of a kernel for a list of row numbers in which some occur
// several times. They are asked for once.
type spread struct {
	columns  Columns
	distinct int     // how many there are
	rank     []int32 // of each of the list, the column that it is; nil if each is its own
}

// newSpread prepares the columns of a list. Of the scratch, one number for each
// row of the kernel, nothing is read.
func newSpread(k Kernel, list, scratch []int32) spread {
	for at, r := range list {
		scratch[r] = int32(at)
	}
	for at, r := range list {
		if scratch[r] != int32(at) { // it occurs again
			return newShared(k, list, scratch)
		}
	}
	return spread{columns: k.Columns(list), distinct: len(list)}
}

// newShared is newSpread of a list in which some occur several times.
func newShared(k Kernel, list, scratch []int32) spread {
	s := spread{rank: make([]int32, len(list))}
	for _, r := range list {
		scratch[r] = -1
	}
	var once []int32
	for at, r := range list {
		if scratch[r] < 0 {
			scratch[r] = int32(len(once))
			once = append(once, r)
		}
		s.rank[at] = scratch[r]
	}
	s.columns, s.distinct = k.Columns(once), len(once)
	return s
}

// row sets dst to the entries of row i and the list.
func (s *spread) row(dst []float32, i int) {
	s.columns.Row(dst[:s.distinct], i)
	for t := len(s.rank) - 1; t >= 0; t-- { // rank[t] ≤ t: nothing is read after it was written
		dst[t] = dst[s.rank[t]]
	}
}

// diagonal sets dst to the diagonal entries of the list.
func (s *spread) diagonal(dst []float32) {
	s.columns.Diagonal(dst[:s.distinct])
	for t := len(s.rank) - 1; t >= 0; t-- {
		dst[t] = dst[s.rank[t]]
	}
}
