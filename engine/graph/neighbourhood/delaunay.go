package neighbourhood

import (
	"context"
	"slices"

	"unfold/engine/internal/parallel"
)

// infinite is the vertex that closes the hull: simplices that have it stand
// outside the facets of the hull.
const infinite = -1

// A simplex has d+1 vertices that turn positively, and across the facet
// opposite to each of them a neighbour.
type simplex struct {
	v, across [mostDimensions + 1]int32
}

// A triangulation is the Delaunay triangulation of the points so far, made point
// by point: simplices whose spheres hold the new point conflict with it, and give way to those that
// join it to the border of their union (Bowyer 1981,
// doi:10.1093/comjnl/24.2.162; Watson 1981, doi:10.1093/comjnl/24.2.167), which
// is the incremental hull of the points lifted to a paraboloid.
type triangulation struct {
	predicates
	simplices []simplex
	free      []int32
	last      int32 // where the next search begins

	stamp  []int32 // simplices that this point has met; negative for those in conflict
	round  int32
	cavity []int32
	border []facet
	fresh  []int32
	ridges map[[mostDimensions - 1]int32]facet
}

// A facet of a simplex is opposite to a vertex of it.
type facet struct {
	of int32
	at int
}

// triangulate inserts all points in the given order. It gives up, without an
// error, as soon as points turn out to lie on a common sphere or hyperplane and
// strict is set.
func triangulate(ctx context.Context, points []float64, d int, order []int, strict bool) (t *triangulation, ok bool, err error) {
	t = &triangulation{predicates: predicates{points: points, d: d}, ridges: map[[mostDimensions - 1]int32]facet{}}
	if order, ok = t.firstSimplex(order); !ok {
		return t, false, nil
	}
	count := parallel.Count(ctx, "simplices", len(order))
	for done, q := range order {
		if done%16 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
			count.Add(16)
		}
		t.insert(int32(q))
		if strict && (t.zero > 0 || t.unsure > 100+len(order)/4) {
			return t, false, nil
		}
	}
	return t, true, nil
}

// firstSimplex makes the first simplex, of the first d points and one that lies
// outside their hyperplane, and returns the others.
func (t *triangulation) firstSimplex(order []int) (rest []int, ok bool) {
	rest = slices.Clone(order)
	var first simplex
	for r := range t.d {
		first.v[r] = int32(rest[r])
	}
	for at := t.d; at < len(rest); at++ {
		first.v[t.d] = int32(rest[at])
		sign := t.orient(&first.v)
		if sign == 0 {
			continue
		}
		if sign < 0 {
			first.v[0], first.v[1] = first.v[1], first.v[0]
		}
		t.addFirst(first)
		return slices.Delete(slices.Delete(rest, at, at+1), 0, t.d), true
	}
	return nil, false
}

// addFirst adds the first simplex, number 0, and outside its facet f the infinite
// one of number f+1.
func (t *triangulation) addFirst(first simplex) {
	for f := range t.d + 1 {
		first.across[f] = int32(f + 1)
	}
	t.simplices = append(t.simplices, first)
	for f := range t.d + 1 {
		outer := first
		for g := range t.d + 1 {
			outer.across[g] = int32(g + 1)
		}
		outer.v[f], outer.across[f] = infinite, 0
		outer.v[0], outer.v[1] = outer.v[1], outer.v[0] // it turns the other way
		outer.across[0], outer.across[1] = outer.across[1], outer.across[0]
		t.simplices = append(t.simplices, outer)
	}
	t.stamp = make([]int32, len(t.simplices))
}

// insert adds a point.
func (t *triangulation) insert(q int32) {
	t.round++
	t.findCavity(t.locate(q), q)
	t.fillCavity(q)
}

// locate returns a simplex that conflicts with q: it walks towards q, from simplex
// to simplex across facets that have q behind them. In Delaunay triangulations
// no such walk is a circle.
func (t *triangulation) locate(q int32) int32 {
	at, from := t.last, int32(-1)
walk:
	for {
		s := &t.simplices[at]
		if f := slices.Index(s.v[:t.d+1], infinite); f >= 0 {
			if v := s.v; from >= 0 || t.orientWith(v, f, q) > 0 {
				return at
			}
			at = s.across[f]
			continue
		}
		for f := range t.d + 1 {
			if s.across[f] != from && t.orientWith(s.v, f, q) < 0 {
				at, from = s.across[f], at
				continue walk
			}
		}
		return at
	}
}

// orientWith returns how a simplex turns with q in place of vertex f.
func (t *triangulation) orientWith(v [mostDimensions + 1]int32, f int, q int32) int {
	v[f] = q
	return t.orient(&v)
}

// conflicts reports whether q is inside the sphere of a simplex, or before the
// facet of an infinite one.
func (t *triangulation) conflicts(at, q int32) bool {
	s := &t.simplices[at]
	var sign int
	if f := slices.Index(s.v[:t.d+1], infinite); f >= 0 {
		sign = t.orientWith(s.v, f, q)
	} else {
		sign = t.inSphere(&s.v, q)
	}
	if sign == 0 {
		t.zero++
	}
	return sign > 0
}

// findCavity finds all simplices that conflict with q, which hang together, and the
// facets around them.
func (t *triangulation) findCavity(first, q int32) {
	t.cavity, t.border = append(t.cavity[:0], first), t.border[:0]
	t.stamp[first] = -t.round
	for next := 0; next < len(t.cavity); next++ {
		at := t.cavity[next]
		for f := range t.d + 1 {
			other := t.simplices[at].across[f]
			switch t.stamp[other] {
			case -t.round:
				continue
			case t.round:
			default:
				if t.conflicts(other, q) {
					t.stamp[other] = -t.round
					t.cavity = append(t.cavity, other)
					continue
				}
				t.stamp[other] = t.round
			}
			t.border = append(t.border, facet{at, f})
		}
	}
}

// fillCavity joins q to the facets around the cavity.
func (t *triangulation) fillCavity(q int32) {
	clear(t.ridges)
	for _, b := range t.border {
		s := t.simplices[b.of]
		outer := s.across[b.at]
		s.v[b.at] = q
		at := t.add(s)
		back := slices.Index(t.simplices[outer].across[:t.d+1], b.of)
		t.simplices[outer].across[back] = at
		for k := range t.d + 1 {
			if k != b.at {
				t.linkNeighbours(facet{at, k}, q)
			}
		}
		t.last = at
	}
	t.free = append(t.free, t.cavity...)
}

// add stores a simplex.
func (t *triangulation) add(s simplex) int32 {
	if n := len(t.free); n > 0 {
		at := t.free[n-1]
		t.free = t.free[:n-1]
		t.simplices[at], t.stamp[at] = s, 0
		return at
	}
	t.simplices, t.stamp = append(t.simplices, s), append(t.stamp, 0)
	return int32(len(t.simplices) - 1)
}

// linkNeighbours makes two new simplices neighbours across the facet of q and a ridge of
// the border, when the second of them comes.
func (t *triangulation) linkNeighbours(f facet, q int32) {
	key := [mostDimensions - 1]int32{-2, -2, -2, -2}
	at := 0
	for k, v := range t.simplices[f.of].v[:t.d+1] {
		if k != f.at && v != q {
			key[at] = v
			at++
		}
	}
	slices.Sort(key[:at])
	other, met := t.ridges[key]
	if !met {
		t.ridges[key] = f
		return
	}
	t.simplices[f.of].across[f.at] = other.of
	t.simplices[other.of].across[other.at] = f.of
}

// pairs returns the edges, the smaller end first, in order.
func (t *triangulation) pairs(ctx context.Context) ([][2]int32, error) {
	m := len(t.points) / t.d
	start := make([]int, m+1)
	t.each(func(v, _ int32) { start[v+1]++ })
	for v := range m {
		start[v+1] += start[v]
	}
	ends, next := make([]int32, start[m]), slices.Clone(start)
	t.each(func(v, w int32) {
		ends[next[v]] = w
		next[v]++
	})
	var pairs [][2]int32
	for v := range m {
		if v%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		of := ends[start[v]:start[v+1]]
		slices.Sort(of)
		for _, w := range slices.Compact(of) {
			pairs = append(pairs, [2]int32{int32(v), w})
		}
	}
	return pairs, nil
}

// each calls yield for the pairs of vertices of all simplices, v < w.
func (t *triangulation) each(yield func(v, w int32)) {
	gone := make([]bool, len(t.simplices))
	for _, at := range t.free {
		gone[at] = true
	}
	for at, s := range t.simplices {
		if gone[at] {
			continue
		}
		for a, v := range s.v[:t.d+1] {
			for _, w := range s.v[:a] {
				if v != infinite && w != infinite {
					yield(min(v, w), max(v, w))
				}
			}
		}
	}
}
