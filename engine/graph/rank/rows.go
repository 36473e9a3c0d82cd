package rank

import (
	"context"
	"slices"

	"unfold/engine"
)

// A RowAgreement is how far two spaces agree on the neighbourhoods of K rows, row by row.
// Its methods take the position of a row among Rows.
type RowAgreement struct {
	N    int   // rows of the sample
	K    int   // rows of a neighbourhood
	Rows []int // from which the others were ranked

	// By row of the sample.
	lost               []int32 // neighbours that only the data have, as many as only the places have
	excessIn, excessEx []int64 // Σ (ρ−k) over intruders, Σ (r−k) over those lost
}

// Trustworthiness returns a row's part of that of all rows, their mean:
//
//	T_i(k) = 1 − 2/g Σ_{j ∈ N_k(y_i)} max(0, ρ_ij − k)
//
// with g = k(2n−3k−1) below n/2, and (n−k)(n−k−1) from there on.
//
// Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
func (a *RowAgreement) Trustworthiness(at int) float64 { return a.preserved(a.excessIn[a.Rows[at]]) }

// Continuity returns what Trustworthiness does with the spaces exchanged.
//
// Venna, Kaski 2006, doi:10.1016/j.neunet.2006.05.014.
func (a *RowAgreement) Continuity(at int) float64 { return a.preserved(a.excessEx[a.Rows[at]]) }

func (a *RowAgreement) preserved(excess int64) float64 {
	if excess == 0 {
		return 1
	}
	return 1 - 2*float64(excess)/worstExcess(a.N, a.K)
}

// Lost returns how many of its K neighbours in the data a row has not where it was
// placed. It has as many false ones there.
func (a *RowAgreement) Lost(at int) int { return int(a.lost[a.Rows[at]]) }

// CompareRows compares, for neighbourhoods of k rows, as Compare does, and keeps what it
// finds of each row. Its arguments, failures and cost are those of Compare.
func CompareRows(ctx context.Context, data, placed engine.Distances, k int, rows []int) (*RowAgreement, error) {
	n := data.Len()
	a := &RowAgreement{N: n, K: k, Rows: slices.Clone(rows), lost: make([]int32, n), excessIn: make([]int64, n), excessEx: make([]int64, n)}
	if rows == nil {
		for i := range n {
			a.Rows = append(a.Rows, i)
		}
	}
	_, err := visitPairs(ctx, data, placed, k, rows, func() visitor { return a })
	return a, err
}

// visit keeps what the pairs of a row come to; each row is visited once, so that
// goroutines write apart.
func (a *RowAgreement) visit(row int, pairs []pair) {
	for _, p := range pairs {
		rho, r := int(p.data), int(p.placed)
		switch {
		case r <= a.K && rho > a.K:
			a.excessIn[row] += int64(rho - a.K)
		case rho <= a.K && r > a.K:
			a.lost[row]++
			a.excessEx[row] += int64(r - a.K)
		}
	}
}
