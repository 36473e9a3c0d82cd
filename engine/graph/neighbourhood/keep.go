package neighbourhood

import (
	"context"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/memo"
)

// Keep returns the dissimilarities d of s such that neighbour lists that a function
// finds by them are kept with these (neighbour.FindShared): one search then serves
// all candidates for k, perplexity or eps in a sweep. Graphs are the same bits.
//
// Where lists may be approximate (neighbour.Find), and where d keeps lists itself,
// it returns d.
func Keep(s engine.Sample, d engine.Distances) engine.Distances {
	_, keeps := d.(engine.Nearer)
	if keeps || !neighbour.CertainlyExact(d, neighbour.Auto) {
		return d
	}
	k := kept{d, s.Pairs.Own()}
	if p, ok := d.(engine.Pointed); ok {
		return keptPoints{p, k}
	}
	return k
}

// kept are dissimilarities with lists.
type kept struct {
	engine.Distances
	pairs *memo.Rows
}

// Nearest returns the k nearest rows of every row.
func (d kept) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	return neighbour.FindShared(ctx, d.pairs, d.Distances, k, neighbour.Auto)
}

// keptPoints are distances of points with lists.
type keptPoints struct {
	engine.Pointed
	own kept
}

// Nearest returns the k nearest rows of every row.
func (d keptPoints) Nearest(ctx context.Context, k int) (*engine.Neighbours, error) {
	return d.own.Nearest(ctx, k)
}
