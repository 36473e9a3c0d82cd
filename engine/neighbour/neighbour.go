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
	"unfold/engine/internal/memory"
)

// Nearest returns the k nearest rows of every row, as Find does in mode Auto.
func Nearest(ctx context.Context, d engine.Distances, k int) (*engine.Neighbours, error) {
	return Find(ctx, d, k, Auto)
}

// Check reports whether lists of k of n rows exist, and whether rows can be
// numbered in 32 bits.
func Check(k, n int) error {
	if n > math.MaxInt32-width {
		return &engine.Error{
			Cause:  fmt.Sprintf("%d rows are more than the %d that lists can number", n, math.MaxInt32-width),
			Remedy: "take fewer rows: put sample(n=...) after the source",
		}
	}
	if k >= 1 && k < n {
		return nil
	}
	return &engine.Error{
		Param:  "k",
		Cause:  fmt.Sprintf("k = %d must be between 1 and %d, one less than the %d rows", k, n-1, n),
		Remedy: "lower k or give more rows",
	}
}

// makeLists asks for the memory of n lists of k rows and takes it.
func makeLists(n, k int) (*engine.Neighbours, error) {
	if err := memory.Need(12*uint64(n)*uint64(k), fmt.Sprintf("lists of %d neighbours of %d rows", k, n), "lower k, or take fewer rows"); err != nil {
		return nil, err
	}
	return &engine.Neighbours{K: k, Index: make([]int32, n*k), Length: make([]float64, n*k)}, nil
}
