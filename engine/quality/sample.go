package quality

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// mostPairs is how many ordered pairs of rows a measure compares at most, a
// second's work: all pairs of 5,000 rows.
const mostPairs = 25_000_000

// fewestRows are compared with all others however many those are.
const fewestRows = 200

// sampleRows returns the rows that are compared with all others, in order: all
// of them, or where those make too many pairs a sample, which it remarks on.
func sampleRows(ctx context.Context, n int) []int {
	const seed = 1
	size := min(n, max(fewestRows, mostPairs/n))
	rows := random.New(seed, "quality").Permutation(n)[:size]
	if size < n {
		engine.Remark(ctx, "compares %d of the %d training rows, drawn with seed %d, with all others", size, n, seed)
	}
	slices.Sort(rows)
	return rows
}
