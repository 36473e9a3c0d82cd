package quality

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// preservation returns
//
//	1 − 2/(nk(2n−3k−1)) Σ_i Σ_{j ∈ N_k(i)} max(0, r(i, j) − k),
//
// with the neighbours N_k(i) taken among the rows of listed and the ranks r
// among those of ranked. The factor makes 0 of the worst arrangement.
func preservation(ctx context.Context, ranked, listed *mat.Dense, k int) (float64, error) {
	n, _ := ranked.Dims()
	if most := (n - 1) / 2; k > most { // the factor holds for k < n/2
		if most < 1 {
			engine.Remark(ctx, "%d rows are too few to have neighbours and strangers", n)
			return math.NaN(), nil
		}
		engine.Remark(ctx, "k was lowered from %d to %d, below half of the %d rows", k, most, n)
		k = most
	}
	rows := sampleRows(ctx, n)
	fresh := func() *ranker {
		return &ranker{ranked: ranked, listed: listed, near: make([]near, 0, k), below: make([]int, k), k: k}
	}
	penalties := make([]int, len(rows))
	done := parallel.Count(ctx, "ranks", len(rows))
	err := parallel.With(ctx, len(rows), 8, fresh, func(w *ranker, lo, hi int) {
		for at := lo; at < hi; at++ {
			penalties[at] = w.penalty(rows[at])
		}
		done.Add(hi - lo)
	})
	share := float64(total(penalties)) / float64(len(rows))
	return 1 - 2*share/(float64(k)*float64(2*n-3*k-1)), err
}

// A ranker is what a goroutine needs to rank the neighbours of a row.
type ranker struct {
	ranked, listed *mat.Dense
	k              int
	near           []near // the neighbours in listed, then by distance in ranked
	below          []int  // how many rows fall between each neighbour and the one before
}

// near is a row by its squared distance; ties go to the smaller index.
type near struct {
	square float64
	row    int
}

func (a near) before(b near) bool {
	return a.square < b.square || a.square == b.square && a.row < b.row
}

// penalty returns Σ_{j ∈ N_k(i)} max(0, r(i, j) − k).
func (w *ranker) penalty(i int) int {
	w.gather(i)
	point := w.ranked.RawRowView(i)
	for at := range w.near {
		w.near[at].square = squaredDistance(point, w.ranked.RawRowView(w.near[at].row))
	}
	slices.SortFunc(w.near, func(a, b near) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	w.count(i)
	sum, rank := 0, 1
	for _, below := range w.below {
		rank += below
		sum += max(0, rank-w.k)
	}
	return sum
}

// gather fills near with the k rows nearest to row i in listed. Rows come in
// the order of their numbers, so one as near as the last kept is farther down.
func (w *ranker) gather(i int) {
	w.near = w.near[:0]
	point := w.listed.RawRowView(i)
	n, _ := w.listed.Dims()
	for j := range n {
		if j == i {
			continue
		}
		square := squaredDistance(point, w.listed.RawRowView(j))
		if len(w.near) < w.k {
			w.near = append(w.near, near{})
		} else if square >= w.near[w.k-1].square {
			continue
		}
		at := len(w.near) - 1
		for ; at > 0 && w.near[at-1].square > square; at-- {
			w.near[at] = w.near[at-1]
		}
		w.near[at] = near{square, j}
	}
}

// count fills below: every row comes before some of the neighbours, and is
// counted at the first of them. Most rows are beyond the last.
func (w *ranker) count(i int) {
	clear(w.below)
	point := w.ranked.RawRowView(i)
	last := w.near[len(w.near)-1]
	n, _ := w.ranked.Dims()
	for j := range n {
		if j == i {
			continue
		}
		this := near{squaredDistance(point, w.ranked.RawRowView(j)), j}
		if !this.before(last) {
			continue
		}
		lo, hi := 0, len(w.near)-1
		for lo < hi {
			if middle := (lo + hi) / 2; this.before(w.near[middle]) {
				hi = middle
			} else {
				lo = middle + 1
			}
		}
		w.below[lo]++
	}
}
