package evidence

import "slices"

// Cliques returns the groups of at least two of k methods in which no two are
// told apart, and to which no other method can be added: what the bars of a
// critical-difference diagram join. Members are in ascending order, and so are
// the groups.
//
// Under a critical difference the groups are the longest stretches of mean ranks
// that it spans. Under pairwise tests they need not be stretches: of three
// methods the first and the last may be alike while both differ from the one
// between. Groups are therefore those of the tests, not of the ranks (Bron,
// Kerbosch 1973, doi:10.1145/362342.362367).
func Cliques(k int, same func(i, j int) bool) [][]int {
	all := make([]int, k)
	for i := range all {
		all[i] = i
	}
	var found [][]int
	var grow func(group, may, done []int)
	grow = func(group, may, done []int) {
		if len(may) == 0 && len(done) == 0 && len(group) > 1 {
			found = append(found, slices.Clone(group))
		}
		for len(may) > 0 {
			i := may[0]
			alike := func(all []int) (kept []int) {
				for _, j := range all {
					if j != i && same(i, j) {
						kept = append(kept, j)
					}
				}
				return kept
			}
			grow(append(slices.Clip(group), i), alike(may), alike(done))
			may, done = may[1:], append(slices.Clip(done), i)
		}
	}
	grow(nil, all, nil)
	slices.SortFunc(found, slices.Compare)
	return found
}
