package pairwise

import (
	"context"
	"fmt"

	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/neighbourhood"
)

// Pairs are the related rows, each pair from both its ends, with the mean of the
// weights of its two directions.
type Pairs struct {
	start   []int
	end     []int32   // rising in each row
	weight  []float64 // Ḡ_ij = (G_ij + G_ji) / 2
	forward []float64 // G_ij; nil unless direction matters
	target  []float64 // Δ_ij
}

// NewPairs returns the pairs of a relation. Time O(pairs), memory 20 bytes for
// each pair from each end, asked for before it is taken.
func NewPairs(ctx context.Context, r Relation) (*Pairs, error) { return newPairs(ctx, r, false) }

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

// newPairs joins G and its transpose, and keeps G itself where pairs are directed,
// for 8 bytes more.
func newPairs(ctx context.Context, g Relation, directed bool) (*Pairs, error) {
	back, err := transpose(ctx, g)
	if err != nil {
		return nil, err
	}
	n := g.Len()
	p := &Pairs{start: make([]int, n+1)}
	const grain = 256
	rows, err := parallel.Blocks(ctx, n, grain, func(lo, hi int) *Pairs {
		part := &Pairs{start: make([]int, 0, hi-lo)}
		var row []halfPair
		for i := lo; i < hi; i++ {
			row = joinRows(row[:0], g, back, i)
			for _, e := range row {
				part.end = append(part.end, e.end)
				part.weight = append(part.weight, (e.forward+e.backward)/2)
				if directed {
					part.forward = append(part.forward, e.forward)
				}
				part.target = append(part.target, g.Target(i, int(e.end)))
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
		p.forward = make([]float64, total)
	}
	return p, parallel.For(ctx, len(rows), 1, func(lo, _ int) {
		part, first := rows[lo], p.start[lo*grain]
		copy(p.end[first:], part.end)
		copy(p.weight[first:], part.weight)
		copy(p.target[first:], part.target)
		if directed {
			copy(p.forward[first:], part.forward)
		}
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
	if err := memory.Need(uint64(edges)*2*28, fmt.Sprintf("%d pairs of %d rows", edges, n), "take fewer neighbours or fewer rows"); err != nil {
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

// A halfPair is one entry of G and of its transpose.
type halfPair struct {
	end               int32
	forward, backward float64
}

// joinRows merges row i of G and of its transpose, whose columns rise.
func joinRows(row []halfPair, g Relation, back *neighbourhood.Graph, i int) []halfPair {
	to, forward := g.Of(i)
	from, backward := back.Of(i)
	for len(to)+len(from) > 0 {
		switch {
		case len(from) == 0 || len(to) > 0 && to[0] < from[0]:
			row = append(row, halfPair{to[0], forward[0], 0})
			to, forward = to[1:], forward[1:]
		case len(to) == 0 || from[0] < to[0]:
			row = append(row, halfPair{from[0], 0, backward[0]})
			from, backward = from[1:], backward[1:]
		default:
			row = append(row, halfPair{to[0], forward[0], backward[0]})
			to, forward, from, backward = to[1:], forward[1:], from[1:], backward[1:]
		}
	}
	return row
}

// enough is how many pairs, counted from both ends, tell minima apart.
const enough = 1 << 19

// sample returns enough of many pairs to tell minima by, those that are left from
// both ends; nil where there are no more.
func (p *Pairs) sample() *Pairs {
	stride := len(p.end) / enough
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
