package geodesic

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// nestedGraphs are the neighbourhood graphs of the same rows for several numbers k of
// neighbours, joined by their bridges. An edge for some k is one for all larger k,
// and a bridge one for all smaller k, so that the graphs are kept as one, whose
// edges know where they begin and end, and are searched in one pass. It is safe
// for concurrent use.
type nestedGraphs struct {
	ks         []int
	components [][]int32 // of each graph before it was joined, the component of each row; nil of one
	counts     []int     // and how many there were

	// The edges of a vertex: bridges, then others in the order of the graphs that they
	// begin with. An edge that begins with graph i has the floor i, one that ends with
	// it the floor i and as many more as there are graphs (see nestedSearch).
	vertex []int32 // of each row
	start  []int
	end    []int32
	length []float64
	floor  []uint8
	upTo   [][]int // of each band and vertex, the first edge that begins after it
}

// newNested returns the graphs that Union and Agglomerate make of the first k of
// each list, for each k in ks: they ascend to nb.K at most.
//
// The bridges of a graph are the minimum spanning tree over its components. Where
// components merge, the tree over what is left is a part of the one before, so
// that rows are searched for bridges once, for the smallest k. Time that of
// Agglomerate there, and O(nK) for each k; memory 50 bytes a neighbour, asked for
// before they are taken.
func newNested(ctx context.Context, nb *engine.Neighbours, ks []int, d engine.Distances) (*nestedGraphs, error) {
	n := len(nb.Index) / nb.K
	if err := memory.Claim(ctx, NestedBytes(n, nb.K), "neighbourhood graphs", remedy.Set("k").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	sparsest, err := Union(ctx, neighbour.Whole{Neighbours: nb}.First(ks[0]))
	if err != nil {
		return nil, err
	}
	least, err := Agglomerate(ctx, sparsest, d)
	if err != nil {
		return nil, err
	}
	union, err := Union(ctx, nb)
	if err != nil {
		return nil, err
	}
	order, _, err := checkGraph(ctx, addEdges(union, least.Bridges))
	if err != nil {
		return nil, err
	}
	g := &nestedGraphs{ks: ks, vertex: make([]int32, n)}
	for v, i := range order {
		g.vertex[i] = int32(v)
	}
	begin := beginnings(union, nb, ks)
	last, err := g.join(ctx, union, begin, least.Bridges, d)
	if err != nil {
		return nil, err
	}
	g.addEdges(order, union, begin, least.Bridges, last)
	return g, ctx.Err()
}

// NestedBytes is what the graphs of n rows for up to k neighbours take while the K
// statistic searches them.
func NestedBytes(n, k int) uint64 {
	return 50*uint64(n)*uint64(k) + uint64(runtime.GOMAXPROCS(0))*nestedSearchBytes(n)
}

// componentsOf returns how many components the i-th graph had before it was joined,
// and which one each row was in; nil if all were in one.
func (g *nestedGraphs) componentsOf(i int) (count int, of []int32) {
	return g.counts[i], g.components[i]
}

// beginnings returns, for each edge of the union of all lists, the first graph that
// has it: its end is among the first k of either list.
func beginnings(union *engine.Graph, nb *engine.Neighbours, ks []int) []uint8 {
	first := make([]uint8, nb.K) // by place in a list
	for place := range first {
		at, _ := slices.BinarySearch(ks, place+1)
		first[place] = uint8(at)
	}
	n := union.Len()
	begin, place := make([]uint8, len(union.End)), make([]int32, n)
	for i := range n {
		near, _ := nb.Of(i)
		for p, j := range near {
			place[j] = int32(p) + 1
		}
		ends, _ := union.Of(i)
		for e, j := range ends {
			begin[union.Start[i]+e] = uint8(len(ks))
			if place[j] > 0 {
				begin[union.Start[i]+e] = first[place[j]-1]
			}
		}
		for _, j := range near {
			place[j] = 0
		}
	}
	met := slices.Clone(union.Start[:n]) // the edge back to the next row, as rows ascend
	for i := range n {
		for e := union.Start[i]; e < union.Start[i+1]; e++ {
			j := union.End[e]
			back := met[j]
			met[j]++
			begin[e] = min(begin[e], begin[back])
		}
	}
	return begin
}

// join finds the components of each graph, and returns the last graph that each
// bridge of the first one is a bridge of.
func (g *nestedGraphs) join(ctx context.Context, union *engine.Graph, begin []uint8, bridges []engine.Edge, d engine.Distances) (last []uint8, err error) {
	left, err := byLength(ctx, bridges, d)
	if err != nil {
		return nil, err
	}
	last = make([]uint8, len(bridges))
	merged := newDisjointSets(union.Len())
	for at := range uint8(len(g.ks)) {
		if len(left) > 0 { // else all rows are joined already
			for i := range union.Len() {
				for e := union.Start[i]; e < union.Start[i+1]; e++ {
					if begin[e] == at {
						merged.union(int32(i), union.End[e])
					}
				}
			}
		}
		g.counts, g.components = append(g.counts, 1), append(g.components, nil)
		if len(left) == 0 {
			continue
		}
		of := make([]int32, union.Len())
		for i := range of {
			of[i] = int32(i)
		}
		tree, kept := slices.Clone(merged), left[:0]
		if count := merged.relabel(of); count > 1 {
			g.counts[at], g.components[at] = count, of
		}
		for _, b := range left {
			if tree.union(int32(bridges[b].I), int32(bridges[b].J)) {
				kept, last[b] = append(kept, b), at
			}
		}
		left = kept
	}
	return last, ctx.Err()
}

// byLength returns the bridges in the order in which Agglomerate prefers them.
func byLength(ctx context.Context, bridges []engine.Edge, d engine.Distances) ([]int, error) {
	order, finer := make([]int, len(bridges)), make([]float64, len(bridges))
	breaker, _ := d.(engine.TieBreaker)
	tie := make([]float64, d.Len())
	for b := range bridges {
		if order[b] = b; breaker == nil {
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		breaker.Tie(tie, bridges[b].I)
		finer[b] = tie[bridges[b].J]
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(equal.Compare(bridges[a].Length, bridges[b].Length), equal.Compare(finer[a], finer[b]), cmp.Compare(a, b))
	})
	return order, nil
}

// addEdges puts the edges of the union, which begin with some graph, and the bridges,
// which have a last one, in the order of vertices.
func (g *nestedGraphs) addEdges(order []int32, union *engine.Graph, begin []uint8, bridges []engine.Edge, last []uint8) {
	graphs, count := uint8(len(g.ks)), len(union.End)+2*len(bridges)
	g.start, g.end, g.length, g.floor = make([]int, 1, len(order)+1), make([]int32, 0, count), make([]float64, 0, count), make([]uint8, 0, count)
	for from := 0; from < len(g.ks); from += bandWidth {
		g.upTo = append(g.upTo, make([]int, len(order)))
	}
	add := func(to int32, length float64, floor uint8) {
		g.end, g.length, g.floor = append(g.end, g.vertex[to]), append(g.length, length), append(g.floor, floor)
	}
	across := make(map[int32][]int, 2*len(bridges)) // the bridges of a row
	for b, e := range bridges {
		across[int32(e.I)], across[int32(e.J)] = append(across[int32(e.I)], b), append(across[int32(e.J)], b)
	}
	for v, i := range order {
		for _, b := range across[i] {
			add(int32(bridges[b].I+bridges[b].J)-i, bridges[b].Length, graphs+last[b])
		}
		ends, lengths := union.Of(int(i))
		begin := begin[union.Start[i]:union.Start[i+1]]
		for at := range graphs {
			for e, b := range begin {
				if b == at {
					add(ends[e], lengths[e], b)
				}
			}
			g.upTo[at/bandWidth][v] = len(g.end)
		}
		g.start = append(g.start, len(g.end))
	}
}

// search finds the geodesics from each of the rows in all graphs, and hands them to
// visit: those from the i-th row along as many graphs as a band has, band after
// band. Rows are searched from at once, so that visits for different i may meet.
// The lengths are those that AllPairs finds in float64, to the bit. Time about the
// number of edges of the last graph for each row and band.
func (g *nestedGraphs) search(ctx context.Context, rows []int32, visit func(i int, b *band)) error {
	count := parallel.Count(ctx, "geodesics for each k", len(rows))
	perUnit, floors := 2/medianLength(g.length), g.floors() // half a length, since lanes differ
	fresh := func() *nestedSearch { return newNestedSearch(g, perUnit) }
	return parallel.Try(ctx, len(rows), 1, fresh, func(s *nestedSearch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			for band, floors := range floors {
				from := band * bandWidth
				s.band.from, s.band.to = from, min(from+bandWidth, len(g.ks))
				s.floors, s.upTo = floors, g.upTo[band]
				if err := s.run(ctx, g.vertex[rows[i]]); err != nil {
					return err
				}
				visit(i, &s.band)
				s.clear()
			}
			count.Add(1)
		}
		return nil
	})
}
