package geodesic

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/equal"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/neighbour"
	"unfold/engine/remedy"
)

// Nested are the neighbourhood graphs of the same rows for several numbers k of
// neighbours, joined by their bridges. An edge for some k is one for all larger k,
// and a bridge one for all smaller k, so that the graphs are kept as one, whose
// edges know where they begin and end, and are searched in one pass. It is safe
// for concurrent use.
type Nested struct {
	ks         []int
	components [][]int32 // of each graph before it was joined, the component of each row; nil of one
	counts     []int     // and how many there were

	vertex  []int32   // of each row
	edges   edgeSpans // that begin with a graph, by these
	bridges edgeSpans // that end with a graph
}

// edgeSpans are edges in compressed rows, by vertices, and for each the graph where
// it begins or ends.
type edgeSpans struct {
	start  []int
	end    []int32
	length []float64
	graph  []uint8
}

// Of returns the edges of a vertex.
func (s *edgeSpans) Of(v int32) ([]int32, []float64, []uint8) {
	lo, hi := s.start[v], s.start[v+1]
	return s.end[lo:hi], s.length[lo:hi], s.graph[lo:hi]
}

// NewNested returns the graphs that Union and Agglomerate make of the first k of
// each list, for each k in ks: they ascend to nb.K at most.
//
// The bridges of a graph are the minimum spanning tree over its components. Where
// components merge, the tree over what is left is a part of the one before, so
// that rows are searched for bridges once, for the smallest k. Time that of
// Agglomerate there, and O(nK) for each k; memory 50 bytes a neighbour, asked for
// before they are taken.
func NewNested(ctx context.Context, nb *engine.Neighbours, ks []int, d engine.Distances) (*Nested, error) {
	n := len(nb.Index) / nb.K
	if err := memory.Claim(ctx, nestedBytes(n, nb.K), "neighbourhood graphs", remedy.Set("k").Or(remedy.FewerRows())); err != nil {
		return nil, err
	}
	least, err := Agglomerate(ctx, Union(neighbour.Whole{Neighbours: nb}.First(ks[0])), d)
	if err != nil {
		return nil, err
	}
	union := Union(nb)
	order, _, err := checkGraph(addEdges(union, least.Bridges))
	if err != nil {
		return nil, err
	}
	g := &Nested{ks: ks, vertex: make([]int32, n)}
	for v, i := range order {
		g.vertex[i] = int32(v)
	}
	begin := beginnings(union, nb, ks)
	g.edges = g.spans(order, union, begin)
	ends, err := g.join(ctx, union, begin, least.Bridges, d)
	if err != nil {
		return nil, err
	}
	g.bridges = g.bridgeSpans(order, least.Bridges, ends)
	return g, ctx.Err()
}

// nestedBytes is what the graphs take, and the searches in them.
func nestedBytes(n, k int) uint64 {
	return 50*uint64(n)*uint64(k) + uint64(runtime.GOMAXPROCS(0))*nestedSearchBytes(n)
}

// Components returns how many components the i-th graph had before it was joined,
// and which one each row was in; nil if all were in one.
func (g *Nested) Components(i int) (count int, of []int32) { return g.counts[i], g.components[i] }

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

// spans puts the edges of a graph in the order of vertices, those of each by where
// they begin.
func (g *Nested) spans(order []int32, union *engine.Graph, begin []uint8) edgeSpans {
	s := edgeSpans{start: make([]int, 1, len(order)+1), end: make([]int32, 0, len(union.End)), length: make([]float64, 0, len(union.End)), graph: make([]uint8, 0, len(union.End))}
	for _, i := range order {
		ends, lengths := union.Of(int(i))
		begin := begin[union.Start[i]:union.Start[i+1]]
		for at := range uint8(len(g.ks)) {
			for e, b := range begin {
				if b == at {
					s.end, s.length, s.graph = append(s.end, g.vertex[ends[e]]), append(s.length, lengths[e]), append(s.graph, b)
				}
			}
		}
		s.start = append(s.start, len(s.end))
	}
	return s
}

// join finds the components of each graph, and returns the last graph that each
// bridge of the first one is a bridge of.
func (g *Nested) join(ctx context.Context, union *engine.Graph, begin []uint8, bridges []engine.Edge, d engine.Distances) (ends []uint8, err error) {
	left, err := byLength(ctx, bridges, d)
	if err != nil {
		return nil, err
	}
	ends = make([]uint8, len(bridges))
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
				kept, ends[b] = append(kept, b), at
			}
		}
		left = kept
	}
	return ends, ctx.Err()
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

// bridgeSpans are the bridges of each vertex.
func (g *Nested) bridgeSpans(order []int32, bridges []engine.Edge, ends []uint8) edgeSpans {
	of := make([][]int, len(order))
	for b, e := range bridges {
		of[g.vertex[e.I]], of[g.vertex[e.J]] = append(of[g.vertex[e.I]], b), append(of[g.vertex[e.J]], b)
	}
	s := edgeSpans{start: make([]int, 1, len(order)+1)}
	for v, i := range order {
		for _, b := range of[v] {
			to := bridges[b].I + bridges[b].J - int(i)
			s.end, s.length, s.graph = append(s.end, g.vertex[to]), append(s.length, bridges[b].Length), append(s.graph, ends[b])
		}
		s.start = append(s.start, len(s.end))
	}
	return s
}

// Search finds the geodesics from each of the rows in all graphs, and hands them to
// visit: those from the i-th row along as many graphs as a Band has, band after
// band. Rows are searched from at once, so that visits for different i may meet.
// The lengths are those that AllPairs finds in float64, to the bit. Time about the
// number of edges of the last graph for each row and band.
func (g *Nested) Search(ctx context.Context, rows []int32, visit func(i int, b *Band)) error {
	count := parallel.Count(ctx, "geodesics for each k", len(rows))
	perUnit := 1 / medianLength(g.edges.length)
	fresh := func() *nestedSearch { return newNestedSearch(g, perUnit) }
	return parallel.Try(ctx, len(rows), 1, fresh, func(s *nestedSearch, lo, hi int) error {
		for i := lo; i < hi; i++ {
			for from := 0; from < len(g.ks); from += bandWidth {
				s.band.From, s.band.To = from, min(from+bandWidth, len(g.ks))
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
