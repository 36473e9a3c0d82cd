// Package neighbour finds the nearest rows of every row, exactly.
//
// Lists are in a total order: by dissimilarity, then by the finer key of an
// engine.TieBreaker, then by index. A row is left out of its own list by its
// index, not by a dissimilarity of zero, so that copies of a row are its
// neighbours.
package neighbour

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// Nearest returns the k nearest rows of every row. It uses the fastest way
// that d offers: its own (engine.Nearer), products of matrices
// (engine.Pointed), or else its rows. Time O(n²d) at most, memory O(nk).
func Nearest(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	if err := Check(k, d.Len()); err != nil {
		return nil, err
	}
	switch d := d.(type) {
	case engine.Nearer:
		return d.Nearest(ctx, k)
	case engine.Pointed:
		return nearestPoints(ctx, d, k)
	}
	return nearestByRows(ctx, d, k)
}

// Check reports whether lists of k of n rows exist.
func Check(k, n int) error {
	if k >= 1 && k < n {
		return nil
	}
	return &engine.Error{
		Param:  "k",
		Cause:  fmt.Sprintf("k = %d must be between 1 and %d, one less than the %d rows", k, n-1, n),
		Remedy: "lower k or give more rows",
	}
}

func nearestByRows(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	n := d.Len()
	nb := makeLists(n, k)
	breaker, _ := d.(engine.TieBreaker)
	count := parallel.Count(ctx, "neighbours", n)
	err := parallel.Try(ctx, n, grain(n), func() *scratch { return newScratch(n, k) }, func(w *scratch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			d.Row(w.row, i)
			if err := checkRow(w.row, i); err != nil {
				return err
			}
			var tie []float64
			if breaker != nil {
				tie = w.ties()
				breaker.Tie(tie, i)
			}
			w.best.reset(k)
			for j, v := range w.row {
				if j == i {
					continue
				}
				c := Candidate{Key: v, Index: int32(j), Length: v}
				if tie != nil {
					c.Tie = tie[j]
				}
				w.best.offer(c)
			}
			Put(nb, i, w.best.sorted())
		}
		count.Add(hi - lo)
		return nil
	})
	return nb, err
}

// scratch is the workspace of a goroutine.
type scratch struct {
	row, tie []float64
	best     nearest
}

func newScratch(n, k int) *scratch {
	return &scratch{row: make([]float64, n), best: make(nearest, 0, k)}
}

func (w *scratch) ties() []float64 {
	if w.tie == nil {
		w.tie = make([]float64, len(w.row))
	}
	return w.tie
}

// checkRow refuses dissimilarities that have no order.
func checkRow(row []float64, i int) error {
	for j, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return &engine.Error{
				Cause:  fmt.Sprintf("dissimilarity of rows %d and %d is %v: values must be finite and not negative", i, j, v),
				Remedy: "put impute before it if cells are missing",
			}
		}
	}
	return nil
}

// grain is how many rows of n make a block of well below a tenth of a second.
func grain(n int) int { return max(1, min(64, 1<<18/max(1, n))) }

func makeLists(n, k int) *engine.Neighbours {
	return &engine.Neighbours{K: k, Index: make([]int32, n*k), Length: make([]float64, n*k)}
}

// Put writes the neighbours of row i.
func Put(nb *engine.Neighbours, i int, sorted []Candidate) {
	index, length := nb.Of(i)
	for r, c := range sorted {
		index[r], length[r] = c.Index, c.Length
	}
}
