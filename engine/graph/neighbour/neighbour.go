// Package neighbour finds the nearest rows of every row.
//
// Lists are in a total order: by dissimilarity, then by the finer key of an
// engine.TieBreaker, then by index; dissimilarities that are equal but for
// rounding count as equal (package equal). A row is left out of its own list by its
// index, not by a dissimilarity of zero, so that copies of a row are its
// neighbours. They are exact unless a Mode allows otherwise, and the same bits
// at any GOMAXPROCS and with any vector instructions.
//
// # Points
//
// Rows of points are kept in panels of 64 that lie close together, the leaves
// of k-d trees. There are two ways past them, and a few searches by the first
// tell which is faster:
//
//   - Walking: each row descends the tree, and leaves out what lies beyond its
//     last neighbour so far. All 64 distances of a panel are summed side by
//     side, with the bits of engine.Euclidean.
//   - Sweeping: blocks of rows go past all panels whose boxes are near enough.
//     Products in float32 tell which rows may be nearer than the last neighbour
//     so far, with room for all rounding. Neighbour lists hold those back until
//     their products tell how far the last neighbour is at most, and measure only
//     what is in doubt at the end again, from differences in float64. A block
//     that finds the filter of no use, as in clusters tighter than float32 can
//     tell apart, walks instead.
//
// Neighbour lists, lists of both relations of labelled rows (Relate), shortest
// edges between groups (Between) and balls (Within) all go one of these ways.
//
// Start with Find, which chooses between points and rows of dissimilarities. For
// points read kdtree.go, then search.go, which walks (walk.go) or sweeps (sweep.go,
// filter.go, prefilter.go) on behalf of a collector (collector.go): a collector
// says which rows are still wanted, and takes what is found. The package imports
// the engine's vocabulary and its internal packages.
package neighbour

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// Nearest returns the k nearest rows of every row, as Find does in mode Auto.
func Nearest(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	return Find(ctx, d, k, Auto)
}

// Check reports whether lists of k of n rows exist, and whether rows can be
// numbered in 32 bits.
func Check(k, n int) error {
	if err := checkCount(n); err != nil {
		return err
	}
	if k >= 1 && k < n {
		return nil
	}
	e := &engine.Error{Param: "k", Cause: fmt.Sprintf("k = %d must be between 1 and %d, one less than the %d rows", k, n-1, n), Remedy: remedy.Reduce("k").Or(remedy.Say("give more rows"))}
	switch {
	case n < 2:
		e.Cause, e.Remedy = "there is no other row to be a neighbour", remedy.Say("give more rows")
	case n == 2:
		e.Cause = fmt.Sprintf("k = %d must be 1, since there are 2 rows", k)
	}
	return e
}

// checkCount reports whether positions in panels of n rows have numbers in 32
// bits.
func checkCount(n int) error {
	if n <= math.MaxInt32-width {
		return nil
	}
	return &engine.Error{
		Cause:  fmt.Sprintf("%d rows are more than the %d that lists can number", n, math.MaxInt32-width),
		Remedy: remedy.FewerRows(),
	}
}

// NewLists returns n empty lists of k rows, for who finds neighbours in his own
// way to fill. It asks for their memory before it takes it.
func NewLists(ctx context.Context, n, k int) (*engine.Neighbours, error) {
	if err := memory.Claim(ctx, 12*uint64(n)*uint64(k), fmt.Sprintf("lists of %d neighbours of %d rows", k, n), remedy.Reduce("k").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	return &engine.Neighbours{K: k, Index: make([]int32, n*k), Length: make([]float64, n*k)}, nil
}
