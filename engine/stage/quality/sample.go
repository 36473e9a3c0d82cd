package quality

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// mostPairs is how many ordered pairs of rows a measure compares at most, a
// second's work of a processor: all pairs of 20,000 rows.
const mostPairs = 400_000_000

// fewestRows are compared with all others however many those are.
const fewestRows = 200

// sampleRows returns the rows that are compared with all others, in order: all
// of them, or where those make too many pairs a sample. Of a target that is
// exact for some rows only, it is from these. It remarks on what it leaves out.
func sampleRows(ctx context.Context, target engine.Distances) []int {
	const seed = 1
	n := target.Len()
	rows, what := make([]int, 0, n), "training rows"
	if exact, ok := target.(engine.Anchored); ok {
		what = "landmarks"
		for _, i := range exact.Rows() {
			rows = append(rows, int(i))
		}
	} else {
		for i := range n {
			rows = append(rows, i)
		}
	}
	from := len(rows)
	if size := max(fewestRows, mostPairs/n); size < from {
		random.New(seed, "quality").Shuffle(rows)
		rows = rows[:size]
		engine.Remark(ctx, "compares %d of the %d %s, drawn with seed %d, with all others", size, from, what, seed)
	} else if from < n {
		engine.Remark(ctx, "compares the %d %s with all %d training rows", from, what, n)
	}
	slices.Sort(rows)
	return rows
}
