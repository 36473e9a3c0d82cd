package neighbour

import (
	"cmp"
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/parallel"
)

// Shortest returns, for each of count groups of rows, the shortest edge from a
// row of it to a row of another group; of[i] is the group of row i, from 0. Of
// edges that are equal but for rounding (package equal) it is the one with the
// smaller finer key (engine.TieBreaker), then the smaller I, then the smaller J,
// where I < J. In this total order the edges are what a step of Borůvka's algorithm
// adds to a minimum spanning tree over the groups. There must be at least two. Time
// O(n²d) at most, memory O(n), or O(nd) for points.
func Shortest(ctx context.Context, d engine.Distances, of []int32, count int) ([]engine.Edge, error) {
	if err := checkCount(d.Len()); err != nil {
		return nil, err
	}
	switch d := d.(type) {
	case engine.Joiner:
		return d.Shortest(ctx, of, count)
	case engine.Pointed:
		return Between(ctx, d, of, count, nil, false)
	}
	return shortestByRows(ctx, d, of, count, func(i, j int) bool { return of[i] != of[j] })
}

// shortestByRows compares all rows of dissimilarities, as far as pairs are
// admitted.
func shortestByRows(ctx context.Context, d engine.Distances, of []int32, count int, admits func(i, j int) bool) ([]engine.Edge, error) {
	n := d.Len()
	breaker, _ := d.(engine.TieBreaker)
	done := parallel.Count(ctx, "joining components", n)
	best := make([]candidateEdge, n) // from each row to another group
	err := parallel.Try(ctx, n, parallel.Grain(n), func() *rowWorkspace { return newRowWorkspace(n, 0) }, func(w *rowWorkspace, lo, hi int) error {
		for i := lo; i < hi; i++ {
			row, err := w.read(d, i)
			if err != nil {
				return err
			}
			tie := w.tieValues()
			if breaker != nil {
				breaker.Tie(tie, i)
			}
			best[i] = noLink
			for j, v := range row {
				if v > equal.Most(best[i].length) || !admits(i, j) {
					continue
				}
				if l := (candidateEdge{v, tie[j], min(i, j), max(i, j)}); l.compare(best[i]) < 0 {
					best[i] = l
				}
			}
		}
		done.Add(hi - lo)
		return nil
	})
	return leastOf(best, of, count), err
}

// leastOf returns the least of the links of each group's rows.
func leastOf(best []candidateEdge, of []int32, count int) []engine.Edge {
	least := make([]candidateEdge, count)
	for g := range least {
		least[g] = noLink
	}
	for i, l := range best {
		if g := of[i]; l.compare(least[g]) < 0 {
			least[g] = l
		}
	}
	return toEdges(least)
}

func toEdges(links []candidateEdge) []engine.Edge {
	edges := make([]engine.Edge, len(links))
	for g, l := range links {
		edges[g] = engine.Edge{I: l.i, J: l.j, Length: l.length}
	}
	return edges
}

// A candidateEdge is an edge in the order of edges between groups.
type candidateEdge struct {
	length, tie float64
	i, j        int
}

var noLink = candidateEdge{length: math.Inf(1)}

func (l candidateEdge) compare(o candidateEdge) int {
	return cmp.Or(equal.Compare(l.length, o.length), equal.Compare(l.tie, o.tie), cmp.Compare(l.i, o.i), cmp.Compare(l.j, o.j))
}
