package engine

import (
	"cmp"
	"slices"

	"unfold/engine/internal/random"
)

// A PartEmbedder is an embedder that may place a part of the labelled training rows
// alone. The map that is learned from these takes the others along, as it does held
// rows, so that predictors learn from rows that were mapped beside those that were
// placed. Rows without a label are placed.
type PartEmbedder interface {
	Embedder
	// Places returns which share of each class is placed, Auto for all rows, and what
	// becomes of the others: RestMapped or RestUnused.
	Places() (share float64, rest string)
}

// What becomes of the training rows that an embedder does not place. The empty word,
// which Go programs leave, is RestMapped.
const (
	RestMapped = "mapped"
	RestUnused = "unused"
)

// Divide returns a share of the first n rows and the others, each in order: drawn at
// random with a fixed seed, evenly over classes or over a response.
func (t Target) Divide(n int, share float64) (some, others []int) {
	const seed = 1
	some = random.New(seed, "apart").Spread(n, int(float64(share*float64(n))), func(a, b int) int {
		switch {
		case t.HasClasses():
			return cmp.Compare(t.Labels[a], t.Labels[b])
		case t.HasResponse():
			return cmp.Compare(t.Response.At(a, 0), t.Response.At(b, 0))
		}
		return 0
	})
	for i := range n {
		if _, is := slices.BinarySearch(some, i); !is {
			others = append(others, i)
		}
	}
	return some, others
}
