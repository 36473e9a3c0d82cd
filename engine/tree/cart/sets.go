package cart

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/blas"

	"unfold/engine/internal/decomposition"
)

// exactLevels is up to how many levels in a node all divisions into two sets are
// tried, 511 of them; beyond, and where an order is known to hold the best, only
// those of levels in order are.
const exactLevels = 10

// groups are the rows of a node by their levels.
type groups struct {
	width int       // how many sums each has
	codes []uint32  // of the levels that rows have, ascending
	rows  []float64 // the weight of each
	sums  []float64 // of each: the weights of its classes, or the sums of its responses

	total []float64 // of all
	first []float64 // of a set
	order []int
	best  []int
}

func (g *groups) reset(width int) {
	g.width, g.codes, g.rows, g.sums = width, g.codes[:0], g.rows[:0], g.sums[:0]
}

// of adds a weight to the group of a code, which is the last or a new one, and
// returns its sums.
func (g *groups) of(code uint32, weight float64) []float64 {
	last := len(g.codes) - 1
	if last < 0 || g.codes[last] != code {
		g.codes, g.rows = append(g.codes, code), append(g.rows, 0)
		g.sums = append(g.sums, make([]float64, g.width)...)
		last++
	}
	g.rows[last] += weight
	return g.sums[last*g.width:]
}

// at returns the sums of group i.
func (g *groups) at(i int) []float64 { return g.sums[i*g.width : (i+1)*g.width] }

// cut returns the best division of the groups into two sets. Of all is what the
// rows of the node, with or without a level, have as their score undivided; where
// ordered, the last sum for each weight orders the groups so that the best division
// divides the order (Breiman et al. 1984, theorem 4.5; Fisher 1958,
// doi:10.1080/01621459.1958.10501479).
func (g *groups) cut(levels int, undivided float64, least int64, ordered bool) cut {
	g.total = grown(g.total, g.width)
	clear(g.total)
	for i := range g.codes {
		for k, v := range g.at(i) {
			g.total[k] += v
		}
	}
	weight := 0.0
	for _, w := range g.rows {
		weight += w
	}
	offset := undivided - squaresOver(g.total, int64(weight))
	s := setSearch{groups: g, weight: weight, offset: offset, least: float64(least), best: none()}
	switch {
	case ordered:
		s.tryOrder(g.orderBy(func(i int) float64 { return g.at(i)[g.width-1] / g.rows[i] }))
	case len(g.codes) <= exactLevels:
		s.tryAll()
	default:
		s.tryOrder(g.orderBy(g.principal(weight)))
	}
	if s.best.found() {
		s.best.to = g.sides(levels)
	}
	return s.best
}

// orderBy returns the groups in the order of their keys, of equal ones by code.
func (g *groups) orderBy(key func(i int) float64) []int {
	g.order = grown(g.order, len(g.codes))
	keys := make([]float64, len(g.codes))
	for i := range g.order {
		g.order[i], keys[i] = i, key(i)
	}
	slices.SortStableFunc(g.order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	return g.order
}

// principal returns the coordinate of a group's mean along the first principal
// component of the means, each weighted by its rows. The best division lies near
// to one that divides this order (Coppersmith, Hong, Hosking 1999,
// doi:10.1023/A:1009869804967).
func (g *groups) principal(weight float64) func(i int) float64 {
	q := g.width
	covariance, mean := make([]float64, q*q), make([]float64, q)
	for i, w := range g.rows {
		for k, v := range g.at(i) {
			mean[k] = v/w - g.total[k]/weight
		}
		for a := range q {
			for b := range q {
				covariance[a*q+b] += float64(w * float64(mean[a]*mean[b]))
			}
		}
	}
	axis := make([]float64, q)
	if _, vectors, err := decomposition.Symmetric(context.Background(), blas.Upper, q, covariance, q, 1); err == nil {
		copy(axis, vectors)
	}
	return func(i int) float64 {
		var sum float64
		for k, v := range g.at(i) {
			sum += float64(axis[k] * float64(v/g.rows[i]))
		}
		return sum
	}
}

// sides returns the side of each level: the set of the lowest code is the first.
func (g *groups) sides(levels int) []int8 {
	to := make([]int8, levels)
	for i := range to {
		to[i] = noSide
	}
	for _, code := range g.codes {
		to[code] = 1
	}
	for _, i := range g.best {
		to[g.codes[i]] = 0
	}
	if to[g.codes[0]] == 1 {
		for _, code := range g.codes {
			to[code] = 1 - to[code]
		}
	}
	return to
}

// A setSearch tries divisions of groups.
type setSearch struct {
	*groups
	weight, offset, least float64
	best                  cut
}

// tryOrder tries the divisions into the first groups of an order and the others.
func (s *setSearch) tryOrder(order []int) {
	first := s.clearFirst()
	for n, i := range order[:len(order)-1] {
		first += s.move(i)
		s.try(order[:n+1], first)
	}
}

// tryAll tries all divisions; the first group is in the first set.
func (s *setSearch) tryAll() {
	set := make([]int, 0, len(s.codes))
	for mask := uint(1); mask < 1<<len(s.codes)-1; mask += 2 {
		first := s.clearFirst()
		set = set[:0]
		for rest := mask; rest > 0; rest &= rest - 1 {
			set = append(set, bits.TrailingZeros(rest))
			first += s.move(set[len(set)-1])
		}
		s.try(set, first)
	}
}

func (s *setSearch) clearFirst() (weight float64) {
	s.first = grown(s.first, s.width)
	clear(s.first)
	return 0
}

// move adds group i to the first set, and returns its weight.
func (s *setSearch) move(i int) (weight float64) {
	for k, v := range s.at(i) {
		s.first[k] += v
	}
	return s.rows[i]
}

// try scores the division into a set of groups, whose weight and sums are at hand,
// and the others.
func (s *setSearch) try(set []int, first float64) {
	second := s.weight - first
	if first < s.least || second < s.least {
		return
	}
	if score := sidesScore(s.first, s.total, int64(first), int64(second)) + s.offset; beats(score, s.best.score) {
		s.best.score = score
		s.groups.best = append(s.groups.best[:0], set...)
	}
}
