package embedding

import (
	"context"
	"fmt"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/internal/parallel"
	around "unfold/engine/neighbourhood"
)

// pairs are the rows that stand in a relation, each from both its ends, in the
// order of their numbers, with what they are to be at.
type pairs struct {
	start  []int
	end    []int32
	weight []float64 // Ḡ_ij = (G_ij + G_ji) / 2
	there  []float64 // G_ij; nil unless direction matters
	target []float64 // −Δ_ij, or ℓ(Δ_ij) once they went through a kernel
}

func (p *pairs) len() int { return len(p.start) - 1 }

// newPairs joins G and its transpose. Time O(edges), memory 20 bytes an
// edge and direction, 28 where direction matters.
func newPairs(ctx context.Context, g *around.Graph, directed bool, to targets) (*pairs, error) {
	n := g.Len()
	back, err := transposed(ctx, g)
	if err != nil {
		return nil, err
	}
	p := &pairs{start: make([]int, n+1)}
	const grain = 256
	rows, err := parallel.Blocks(ctx, n, grain, func(lo, hi int) *pairs {
		part := &pairs{start: make([]int, 0, hi-lo)}
		var row []halfPair
		for i := lo; i < hi; i++ {
			row = joined(row[:0], g, back, i)
			for _, e := range row {
				part.end = append(part.end, e.end)
				part.weight = append(part.weight, (e.there+e.back)/2)
				if directed {
					part.there = append(part.there, e.there)
				}
				part.target = append(part.target, -to.at(i, int(e.end)))
			}
			part.start = append(part.start, len(part.end))
		}
		return part
	})
	if err != nil {
		return nil, err
	}
	at := 0
	for _, part := range rows {
		first := p.start[at]
		for _, till := range part.start {
			at++
			p.start[at] = first + till
		}
	}
	total := p.start[n]
	p.end, p.weight, p.target = make([]int32, total), make([]float64, total), make([]float64, total)
	if directed {
		p.there = make([]float64, total)
	}
	return p, parallel.For(ctx, len(rows), 1, func(lo, _ int) {
		part, first := rows[lo], p.start[lo*grain]
		copy(p.end[first:], part.end)
		copy(p.weight[first:], part.weight)
		copy(p.target[first:], part.target)
		if directed {
			copy(p.there[first:], part.there)
		}
		rows[lo] = nil
	})
}

// transposed returns Gᵀ, or the context's error.
func transposed(ctx context.Context, g *around.Graph) (*around.Graph, error) {
	const often = 1024 // rows between looks at the context
	n := g.Len()
	t := &around.Graph{Start: make([]int, n+1), End: make([]int32, g.Edges()), Weight: make([]float64, g.Edges())}
	next := make([]int, n)
	for i := range n {
		if i%often == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		end, _ := g.Of(i)
		for _, j := range end {
			next[j]++
		}
	}
	for i, in := range next {
		t.Start[i+1], next[i] = t.Start[i]+in, t.Start[i]
	}
	for i := range n {
		if i%often == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		end, weight := g.Of(i)
		for e, j := range end {
			t.End[next[j]], t.Weight[next[j]] = int32(i), weight[e]
			next[j]++
		}
	}
	return t, nil
}

// through brings the targets through a kernel, once. It refuses a kernel that
// has no value for one of them.
func (p *pairs) through(ctx context.Context, k kernel) error {
	var equal atomic.Int64
	err := parallel.For(ctx, len(p.target), 1<<14, func(lo, hi int) {
		for e, minus := range p.target[lo:hi] {
			if p.target[lo+e], _ = k.at(-minus); k.kind == linearly && k.floor == 0 && minus == 0 {
				equal.Add(1)
			}
		}
	})
	if err != nil {
		return err
	}
	if equal := equal.Load(); equal > 0 {
		return &engine.Error{Param: "floor", Cause: fmt.Sprintf("%d neighbour pairs have equal responses and floor = 0", equal/2), Remedy: "give a floor, such as floor=0.001"}
	}
	return nil
}

// A halfPair is one entry of G and of its transpose.
type halfPair struct {
	end         int32
	there, back float64
}

// joined merges row i of G and of its transpose, whose columns rise.
func joined(row []halfPair, g, back *around.Graph, i int) []halfPair {
	to, there := g.Of(i)
	from, weights := back.Of(i)
	for len(to)+len(from) > 0 {
		switch {
		case len(from) == 0 || len(to) > 0 && to[0] < from[0]:
			row = append(row, halfPair{to[0], there[0], 0})
			to, there = to[1:], there[1:]
		case len(to) == 0 || from[0] < to[0]:
			row = append(row, halfPair{from[0], 0, weights[0]})
			from, weights = from[1:], weights[1:]
		default:
			row = append(row, halfPair{to[0], there[0], weights[0]})
			to, there, from, weights = to[1:], there[1:], from[1:], weights[1:]
		}
	}
	return row
}
