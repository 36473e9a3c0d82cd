package neighbour

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"unfold/engine"
	"unfold/engine/internal/equal"
)

// Between returns, for each of count groups of points, the shortest Euclidean
// edge from a row of it to a row of another group that is of the same class,
// or of another class: of[i] is the group of row i, from 0, and labels are the
// classes. Without labels any row will do. Of edges that are equal but for
// rounding (package equal) it is the one with
// the smaller I, then the smaller J, where I < J; where there is none, the
// length is infinite. Time O(n²d) at most, memory O(nd).
//
// A dissimilarity that rises with the distance inside either relation has its
// shortest edges among these, whatever its parameters.
func Between(ctx context.Context, d engine.Pointed, of []int32, count int, labels []int, same bool) ([]engine.Edge, error) {
	if err := checkCount(d.Len()); err != nil {
		return nil, err
	}
	b := &groupEdges{of: of, same: same, shared: make([]atomic.Uint64, count)}
	for g := range b.shared {
		b.shared[g].Store(math.Float64bits(math.Inf(1)))
	}
	b.key = b.numberKinds(labels)
	bounded, err := checkPoints(ctx, d.Points())
	if err != nil {
		return nil, err
	}
	if !bounded {
		return b.compareRows(ctx, d, count)
	}
	a, err := buildKDTree(ctx, d.Points(), b.key)
	if err != nil {
		return nil, err
	}
	s := &search{kdTree: a}
	if err := s.preparePanels(ctx, a.d > joinColumns); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	least := make([]candidateEdge, count)
	for g := range least {
		least[g] = noLink
	}
	err = searchAll(ctx, s, "joining components", func() *edgeCollector {
		return &edgeCollector{groupEdges: b, least: make(map[int32]candidateEdge)}
	}, func(j *edgeCollector, rows []int32) error {
		mu.Lock()
		defer mu.Unlock()
		for _, i := range rows {
			g := of[i]
			if l, ok := j.least[g]; ok && l.compare(least[g]) < 0 {
				least[g] = l
			}
		}
		return nil
	})
	return toEdges(least), err
}

// joinColumns is up to how many columns trees are walked for edges between
// groups: a bound that a whole group shares cuts off most of them.
const joinColumns = 8

// groupEdges is a search for edges between groups.
type groupEdges struct {
	of       []int32
	class    []int32 // nil if any row will do
	same     bool
	key      []int32         // of each row, by class and group
	hopeless []bool          // by key: no row will do
	shared   []atomic.Uint64 // by group: bits of the shortest length that any goroutine knows
}

// numberKinds numbers the pairs of class and group that occur.
func (b *groupEdges) numberKinds(labels []int) []int32 {
	if labels == nil {
		return b.of
	}
	type kind struct{ class, group int32 }
	classes, number := make(map[int]int32), make(map[kind]int32)
	var kinds []kind
	inClass, inGroup, inKind := make(map[int32]int), make(map[int32]int), make(map[kind]int)
	key := make([]int32, len(labels))
	b.class = make([]int32, len(labels))
	for i, l := range labels {
		c, ok := classes[l]
		if !ok {
			c = int32(len(classes))
			classes[l] = c
		}
		k := kind{c, b.of[i]}
		at, ok := number[k]
		if !ok {
			at = int32(len(kinds))
			number[k], kinds = at, append(kinds, k)
		}
		b.class[i], key[i] = c, at
		inClass[k.class]++
		inGroup[k.group]++
		inKind[k]++
	}
	b.hopeless = make([]bool, len(kinds))
	for at, k := range kinds {
		rest := inClass[k.class] - inKind[k]
		if !b.same {
			rest = len(labels) - inClass[k.class] - inGroup[k.group] + inKind[k]
		}
		b.hopeless[at] = rest == 0
	}
	return key
}

func (b *groupEdges) admits(i, j int32) bool {
	return b.of[i] != b.of[j] && (b.class == nil || (b.class[i] == b.class[j]) == b.same)
}

// compareRows compares rows of distances.
func (b *groupEdges) compareRows(ctx context.Context, d engine.Pointed, count int) ([]engine.Edge, error) {
	return shortestByRows(ctx, d, b.of, count, func(i, j int) bool { return b.admits(int32(i), int32(j)) })
}

// edgeCollector is the collector of a search for edges between groups.
type edgeCollector struct {
	*groupEdges
	rows  []int32
	least map[int32]candidateEdge // by group
}

func (j *edgeCollector) reset(rows []int32) { j.rows = rows }

// limit is the shortest edge that the row's group has so far. Of edges as
// long as that, those to smaller rows are wanted that come before it.
func (j *edgeCollector) limit(slot int) limit {
	i := j.rows[slot]
	if j.hopeless != nil && j.hopeless[j.key[i]] {
		return unwanted
	}
	g := j.of[i]
	shared := math.Float64frombits(j.shared[g].Load())
	l, ok := j.least[g]
	switch {
	case !ok || equal.Compare(l.length, shared) > 0 || int(i) < l.i:
		return until(shared, math.MaxInt32)
	case int(i) == l.i:
		return until(shared, int32(l.j))
	case int(i) < l.j:
		return until(shared, int32(l.i+1))
	}
	return until(shared, int32(l.i))
}

func (j *edgeCollector) admits(slot int, to int32) bool { return j.groupEdges.admits(j.rows[slot], to) }

func (j *edgeCollector) offer(slot int, to int32, e float64) {
	i := j.rows[slot]
	g := j.of[i]
	l := candidateEdge{length: e, i: int(min(i, to)), j: int(max(i, to))}
	if old, ok := j.least[g]; ok && l.compare(old) >= 0 {
		return
	}
	j.least[g] = l
	for bits := math.Float64bits(e); ; {
		old := j.shared[g].Load()
		if old <= bits || j.shared[g].CompareAndSwap(old, bits) {
			return
		}
	}
}
