package random

import (
	"math/big"
	"slices"
)

// Apportion divides total among parties in proportion to their sizes, by
// largest remainder (Hamilton's method): each gets the whole part of its
// quota total·size/Σsizes, and what is left goes one each to those with the
// largest remainders, of equal ones to the first. No party gets more than its
// limit; what it cannot take goes to the next in line. Where the limits
// cannot hold total, each party gets its limit.
//
// The quotas are compared as whole numbers, so no rounding decides.
func Apportion(total int, sizes, limits []int) []int {
	sum := 0
	for _, size := range sizes {
		sum += size
	}
	shares := make([]int, len(sizes))
	if sum == 0 {
		return shares
	}
	remainders := make([]*big.Int, len(sizes))
	order := make([]int, len(sizes))
	left := total
	for i, size := range sizes {
		quota := new(big.Int).Mul(big.NewInt(int64(total)), big.NewInt(int64(size)))
		whole, rest := quota.DivMod(quota, big.NewInt(int64(sum)), new(big.Int))
		shares[i] = min(int(whole.Int64()), limits[i])
		remainders[i], order[i] = rest, i
		left -= shares[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return remainders[b].Cmp(remainders[a]) })
	for given := true; left > 0 && given; {
		given = false
		for _, i := range order {
			if left > 0 && shares[i] < limits[i] {
				shares[i]++
				left--
				given = true
			}
		}
	}
	return shares
}

// Draw returns which rows to take, in ascending order: of every group as many
// as takes says, each of them equally likely. The group of row i is
// groups[i], from 0 up to len(takes).
func (s *Stream) Draw(groups, takes []int) []int {
	members := make([][]int, len(takes))
	for row, g := range groups {
		members[g] = append(members[g], row)
	}
	var rows []int
	for g, rest := range members {
		s.Shuffle(rest)
		rows = append(rows, rest[:takes[g]]...)
	}
	slices.Sort(rows)
	return rows
}
