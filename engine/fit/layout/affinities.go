package layout

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine/graph/neighbourhood"
	"unfold/engine/internal/elementary"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Affinities are P over points: symmetric, in compressed rows whose columns rise.
// Copies of a row are one point, and what they have to do with each other takes no
// part in the gradient. Memory is 8 bytes an edge, of which each pair has two.
type Affinities struct {
	Start  []int     // points+1: the edges of point i are Start[i] to Start[i+1]
	End    []int32   // the other point of each edge
	Weight []float32 // P of all pairs of rows of the two points

	Of   []int32   // the point of each row
	Mass []float64 // how many rows a point has

	entropy float64 // Σ P ln P over pairs of rows
}

// Len returns the number of points.
func (a *Affinities) Len() int { return len(a.Mass) }

// Symmetric returns P_ij = (p_{j|i} + p_{i|j}) / Σ for the weights p_{j|i} of a
// graph. of tells for each row which point it is one of; nil is each its own. Time
// O(edges), memory 24 bytes an edge of the graph, which it asks for.
func Symmetric(ctx context.Context, g *neighbourhood.Graph, of []int) (*Affinities, error) {
	edges := uint64(len(g.End))
	if err := memory.Claim(ctx, 24*edges, fmt.Sprintf("affinities of %d rows, with %d edges", g.Len(), 2*edges), remedy.Reduce("perplexity").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	if of == nil {
		of = counting(g.Len())
	}
	a := new(Affinities)
	a.group(of)
	if err := a.symmetrise(ctx, g); err != nil {
		return nil, err
	}
	return a, a.fold(ctx)
}

// group counts the rows of points.
func (a *Affinities) group(of []int) {
	a.Of, a.Mass = make([]int32, len(of)), make([]float64, 1+slices.Max(of))
	for i, at := range of {
		a.Of[i] = int32(at)
		a.Mass[at]++
	}
}

// counting returns 0, 1, ..., n−1.
func counting(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// symmetrise sets the edges to those of rows, and finds their entropy.
func (a *Affinities) symmetrise(ctx context.Context, g *neighbourhood.Graph) error {
	n, back, total := g.Len(), transpose(g), 2*g.Sum()
	a.Start = make([]int, n+1)
	for i := range n {
		here, _ := g.Of(i)
		there, _ := back.of(i)
		a.Start[i+1] = a.Start[i] + countUnion(here, there)
	}
	a.End, a.Weight = make([]int32, a.Start[n]), make([]float32, a.Start[n])
	var err error
	a.entropy, err = parallel.Sum(ctx, n, 256, func(lo, hi int) (sum float64) {
		for i := lo; i < hi; i++ {
			here, p := g.Of(i)
			there, q := back.of(i)
			at := a.Start[i]
			neighbourhood.EachOfBoth(here, there, func(j int32, k, l int) {
				w := 0.0
				if k >= 0 {
					w = p[k]
				}
				if l >= 0 {
					w += float64(q[l])
				}
				w /= total
				a.End[at], a.Weight[at] = j, float32(w)
				if at++; w > 0 { // it may be too small to be told from zero
					sum += float64(w * elementary.Log(w))
				}
			})
		}
		return sum
	})
	return err
}

// edges are those of rows in compressed rows.
type edges struct {
	start  []int
	end    []int32
	weight []float32
}

func (e *edges) of(i int) ([]int32, []float32) {
	return e.end[e.start[i]:e.start[i+1]], e.weight[e.start[i]:e.start[i+1]]
}

// transpose returns the edges of a graph by their other ends; columns rise there too.
func transpose(g *neighbourhood.Graph) *edges {
	n := g.Len()
	t := &edges{make([]int, n+1), make([]int32, len(g.End)), make([]float32, len(g.End))}
	for _, j := range g.End {
		t.start[j+1]++
	}
	for i := range n {
		t.start[i+1] += t.start[i]
	}
	next := slices.Clone(t.start)
	for i := range n {
		ends, weights := g.Of(i)
		for e, j := range ends {
			t.end[next[j]], t.weight[next[j]] = int32(i), float32(weights[e])
			next[j]++
		}
	}
	return t
}

// countUnion returns how many numbers are in either of two rising lists.
func countUnion(a, b []int32) (count int) {
	neighbourhood.EachOfBoth(a, b, func(int32, int, int) { count++ })
	return count
}

// fold adds the edges of rows up to edges of their points. What rows of one point
// have to do with each other is left out.
func (a *Affinities) fold(ctx context.Context) error {
	if len(a.Mass) == len(a.Of) {
		return ctx.Err()
	}
	own := make([][]int32, len(a.Mass))
	for i, at := range a.Of {
		own[at] = append(own[at], int32(i))
	}
	rows := edges{a.Start, a.End, a.Weight}
	a.Start, a.End, a.Weight = make([]int, 1, len(own)+1), nil, nil
	sums, used := make([]float64, len(own)), []int32(nil)
	for at, of := range own {
		if err := ctx.Err(); err != nil {
			return err
		}
		used = used[:0]
		for _, i := range of {
			used = a.addRow(sums, used, at, rows, int(i))
		}
		slices.Sort(used)
		for _, to := range slices.Compact(used) {
			a.End, a.Weight = append(a.End, to), append(a.Weight, float32(sums[to]))
			sums[to] = 0
		}
		a.Start = append(a.Start, len(a.End))
	}
	return nil
}

// addRow adds the weights of row i to the sums of other points than its own, which
// used lists.
func (a *Affinities) addRow(sums []float64, used []int32, own int, rows edges, i int) []int32 {
	ends, weights := rows.of(i)
	for e, j := range ends {
		to := a.Of[j]
		if int(to) == own {
			continue
		}
		if sums[to] == 0 {
			used = append(used, to)
		}
		sums[to] += float64(weights[e])
	}
	return used
}
