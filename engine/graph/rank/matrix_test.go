package rank

import (
	"context"

	"unfold/engine"
)

// A coRankingMatrix is the co-ranking matrix for the ranks 1 to K in both spaces: how
// many pairs have rank ρ in the data and rank r where they were placed. Pairs
// below the diagonal, ρ > r, came nearer; those above it went farther.
//
// Lee, Verleysen 2009, doi:10.1016/j.neucom.2008.12.017.
type coRankingMatrix struct {
	K      int
	counts []int64 // by ρ and then r
}

// at returns the number of pairs of ranks ρ and r, each from 1 to K.
func (m *coRankingMatrix) at(rho, r int) int64 { return m.counts[(rho-1)*m.K+r-1] }

// coRanking returns the co-ranking matrix within k. Its arguments and failures
// are those of Compare.
func coRanking(ctx context.Context, data, placed engine.Distances, k int, rows []int) (*coRankingMatrix, error) {
	var parts visitors[*coRankingMatrix]
	if _, err := visitPairs(ctx, data, placed, k, rows, func() visitor { return parts.add(newCoRankingMatrix(k)) }); err != nil {
		return nil, err
	}
	all := newCoRankingMatrix(k)
	for _, m := range parts.list {
		for at, count := range m.counts {
			all.counts[at] += count
		}
	}
	return all, nil
}

func newCoRankingMatrix(k int) *coRankingMatrix {
	return &coRankingMatrix{K: k, counts: make([]int64, k*k)}
}

// visit counts the pairs that are within k in both spaces.
func (m *coRankingMatrix) visit(_ int, pairs []pair) {
	for _, p := range pairs {
		if int(p.data) <= m.K && int(p.placed) <= m.K {
			m.counts[(int(p.data)-1)*m.K+int(p.placed)-1]++
		}
	}
}
