package evaluate

import (
	"cmp"
	"math"
	"slices"
	"unfold/engine"
)

// subsample returns a share of the rows, stratified by class, in their order.
// It depends on their positions in the table alone.
func subsample(rows []int, share float64, target engine.Target) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	class := func(i int) int {
		if target.Labels == nil {
			return 0
		}
		return target.Labels[rows[i]]
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(hashRow(rows[a]), hashRow(rows[b])))
	})
	m := int(math.Ceil(share * float64(len(rows))))
	taken := make([]int, m)
	for j := range taken {
		taken[j] = order[(2*j+1)*len(rows)/(2*m)]
	}
	slices.Sort(taken)
	for j, i := range taken {
		taken[j] = rows[i]
	}
	return taken
}

// hashRow hashes a row's position, so that the order of hashes says nothing of
// that of the rows (the finaliser of SplitMix64: Steele, Lea, Flood 2014,
// doi:10.1145/2660193.2660195).
func hashRow(row int) uint64 {
	z := uint64(row) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
