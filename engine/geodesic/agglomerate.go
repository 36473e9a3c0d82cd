package geodesic

import (
	"cmp"
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/parallel"
)

// Agglomerate joins the components of g by the shortest edges between them:
// again and again the shortest of all edges that join two components, of equal
// ones the one with the smaller finer key (engine.TieBreaker), smaller first
// row, smaller second row. The result has exactly one bridge less than g has
// components; a connected g comes back as it is, with Components set.
//
// In this total order the bridges are the one minimum spanning tree over the
// components, so Prim's growth from the first finds the same as repeated
// merging, but asks for every row of dissimilarities once: time O(n²d) at
// most, memory O(n), however many components there are.
func Agglomerate(ctx context.Context, g *engine.Graph, d engine.Distances) (*engine.Graph, error) {
	of, sizes := Components(g)
	connected := *g
	connected.Components = len(sizes)
	if len(sizes) == 1 {
		return &connected, nil
	}
	members := make([][]int, len(sizes))
	for i, c := range of {
		members[c] = append(members[c], i)
	}
	best := make([]bridge, g.Len()) // from the tree to each row outside
	for i := range best {
		best[i] = nowhere
	}
	count := parallel.Count(ctx, "joining components", g.Len())
	inside := make([]bool, len(sizes))
	bridges := make([]engine.Edge, 0, len(sizes)-1)
	for c := 0; ; {
		inside[c] = true
		if len(bridges) == len(sizes)-1 {
			break
		}
		if err := reach(ctx, d, members[c], best, func(j int) bool { return inside[of[j]] }, count); err != nil {
			return nil, err
		}
		next := nowhere
		for j, b := range best {
			if !inside[of[j]] && b.compare(next) < 0 {
				next, c = b, of[j]
			}
		}
		bridges = append(bridges, engine.Edge{I: next.i, J: next.j, Length: next.length})
	}
	return with(&connected, bridges), nil
}

// A bridge is an edge in the order of bridges.
type bridge struct {
	length, tie float64
	i, j        int
}

var nowhere = bridge{length: math.Inf(1)}

func (b bridge) compare(o bridge) int {
	return cmp.Or(cmp.Compare(b.length, o.length), cmp.Compare(b.tie, o.tie), cmp.Compare(b.i, o.i), cmp.Compare(b.j, o.j))
}

// reach improves the best edge to every row outside by those from the rows
// that have come in.
func reach(ctx context.Context, d engine.Distances, rows []int, best []bridge, inside func(j int) bool, count *parallel.Counter) error {
	n := len(best)
	breaker, _ := d.(engine.TieBreaker)
	parts, err := parallel.Blocks(ctx, len(rows), max(8, len(rows)/64), func(lo, hi int) []bridge {
		part := make([]bridge, n)
		for j := range part {
			part[j] = nowhere
		}
		row, tie := make([]float64, n), make([]float64, n)
		for _, i := range rows[lo:hi] {
			if ctx.Err() != nil {
				break
			}
			d.Row(row, i)
			if breaker != nil {
				breaker.Tie(tie, i)
			}
			for j, v := range row {
				if v > part[j].length || inside(j) {
					continue
				}
				if b := (bridge{v, tie[j], min(i, j), max(i, j)}); b.compare(part[j]) < 0 {
					part[j] = b
				}
			}
		}
		count.Add(hi - lo)
		return part
	})
	if err == nil {
		err = ctx.Err()
	}
	for _, part := range parts {
		for j, b := range part {
			if b.compare(best[j]) < 0 {
				best[j] = b
			}
		}
	}
	return err
}
