package pairwise

import (
	"context"
	"fmt"

	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Pairs are the related rows, each pair from both its ends, with the mean of the
// weights of its two directions.
type Pairs struct {
	start  []int
	end    []int32   // rising in each row
	weight []float64 // Ḡ_ij = (G_ij + G_ji) / 2
	target []float64 // Δ_ij
}

// Len returns the number of rows.
func (p *Pairs) Len() int { return len(p.start) - 1 }

// Count returns the number of pairs, each counted from both ends.
func (p *Pairs) Count() int { return len(p.end) }

// Of returns the rows that row i makes a pair with, rising, their weights Ḡ_ij
// and their targets Δ_ij, to be read only.
func (p *Pairs) Of(i int) (rows []int32, weights, targets []float64) {
	lo, hi := p.start[i], p.start[i+1]
	return p.end[lo:hi:hi], p.weight[lo:hi:hi], p.target[lo:hi:hi]
}

// NewPairs joins a relation and its transpose. Time O(pairs), memory 20 bytes for
// each pair from each end, asked for before it is taken.
func NewPairs(ctx context.Context, g Relation) (*Pairs, error) {
	back, err := transpose(ctx, g)
	if err != nil {
		return nil, err
	}
	n := g.Len()
	p := &Pairs{start: make([]int, n+1)}
	const grain = 256
	rows, err := parallel.Blocks(ctx, n, grain, func(lo, hi int) *Pairs {
		part := &Pairs{start: make([]int, 0, hi-lo)}
		for i := lo; i < hi; i++ {
			part.join(g, back, i)
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
	return p, parallel.For(ctx, len(rows), 1, func(lo, _ int) {
		part, first := rows[lo], p.start[lo*grain]
		copy(p.end[first:], part.end)
		copy(p.weight[first:], part.weight)
		copy(p.target[first:], part.target)
		rows[lo] = nil
	})
}

// transpose returns Gᵀ, or the context's error.
func transpose(ctx context.Context, g Relation) (*neighbourhood.Graph, error) {
	const often = 1024 // rows between looks at the context
	n := g.Len()
	t := &neighbourhood.Graph{Start: make([]int, n+1)}
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
	edges := t.Start[n]
	if err := memory.Claim(ctx, uint64(edges)*2*28, fmt.Sprintf("%d pairs of %d rows", edges, n), remedy.Say("make neighbourhoods smaller").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	t.End, t.Weight = make([]int32, edges), make([]float64, edges)
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

// join appends the pairs of row i, of G and of its transpose, whose columns rise.
func (p *Pairs) join(g Relation, back *neighbourhood.Graph, i int) {
	to, forward := g.Of(i)
	from, backward := back.Of(i)
	for len(to)+len(from) > 0 {
		var j int32
		var there, here float64
		outward := len(from) == 0 || len(to) > 0 && to[0] <= from[0]
		inward := len(to) == 0 || len(from) > 0 && from[0] <= to[0]
		if outward {
			j, there = to[0], forward[0]
			to, forward = to[1:], forward[1:]
		}
		if inward {
			j, here = from[0], backward[0]
			from, backward = from[1:], backward[1:]
		}
		p.end = append(p.end, j)
		p.weight = append(p.weight, (there+here)/2)
		p.target = append(p.target, g.Target(i, int(j)))
	}
}

// forward returns G_ij of each pair. Time O(pairs), memory 8 bytes for each from
// each end.
func (p *Pairs) forward(ctx context.Context, g Relation) ([]float64, error) {
	weights := make([]float64, len(p.end))
	return weights, parallel.For(ctx, p.Len(), 256, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			to, forward := g.Of(i)
			for e := p.start[i]; e < p.start[i+1] && len(to) > 0; e++ {
				if p.end[e] == to[0] {
					weights[e] = forward[0]
					to, forward = to[1:], forward[1:]
				}
			}
		}
	})
}

// sampled is how many pairs, counted from both ends, tell minima apart.
const sampled = 1 << 19

// sample returns enough of many pairs to tell minima by, those that are left from
// both ends; nil where there are no more.
func (p *Pairs) sample() *Pairs {
	stride := len(p.end) / sampled
	if stride < 2 {
		return nil
	}
	few := &Pairs{start: []int{0}}
	for i := range p.Len() {
		for e := p.start[i]; e < p.start[i+1]; e++ {
			if (i+int(p.end[e]))%stride != 0 {
				continue
			}
			few.end = append(few.end, p.end[e])
			few.weight = append(few.weight, p.weight[e])
			few.target = append(few.target, p.target[e])
		}
		few.start = append(few.start, len(few.end))
	}
	return few
}
