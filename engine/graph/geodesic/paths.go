package geodesic

import (
	"context"
	"runtime"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/parallel"
	"unfold/engine/internal/triangle"
	"unfold/engine/remedy"
)

// Paths are the geodesics G (n×n) of a connected graph: the lengths of the
// shortest paths between its rows. It is safe for concurrent use.
type Paths struct {
	lengths *triangle.Matrix
}

// Len returns n.
func (p *Paths) Len() int { return p.lengths.Len() }

// Row fills dst with the lengths of the paths from row i.
func (p *Paths) Row(dst []float64, i int) { p.lengths.Row(dst, i) }

// Triangle returns the matrix itself, to be read only. Who walks all rows asks
// it for blocks of them.
func (p *Paths) Triangle() *triangle.Matrix { return p.lengths }

// AllPairs finds the shortest paths between all rows of a connected graph, many
// sources at once, and keeps them by the lower triangle: the entry (i, j), j < i,
// is what the search from i finds, so that G is symmetric by construction, where
// the search from j would add the same lengths in opposite order.
//
// Lengths are added and kept in float64 if double, in float32 otherwise: half
// the memory and the time, with a relative error below 6e-8 an edge of the path.
// A graph with lengths that float32 has no room for is measured in float64
// either way. The results are those of Dijkstra's search in the same
// arithmetic, to the bit, at any GOMAXPROCS and on any processor.
//
// Time about n²·degree/16 additions and comparisons of vectors, memory n²/2
// numbers, asked for before they are taken. It fails where the graph has several
// components, lengths that are negative or not finite, or too many rows.
func AllPairs(ctx context.Context, g *engine.Graph, double bool) (*Paths, error) {
	order, single, err := checkGraph(ctx, g)
	if err != nil {
		return nil, err
	}
	n, double := g.Len(), double || !single
	if err := memory.Claim(ctx, allPairsBytes(g, double), "geodesics", remedy.FewerRows()); err != nil {
		return nil, err
	}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	p := new(Paths)
	if double {
		p.lengths = triangle.NewDouble(n)
		err = searchAll(ctx, newNetwork[float64](g, order), rows, p.lengths.Double)
	} else {
		p.lengths = triangle.NewSingle(n)
		err = searchAll(ctx, newNetwork[float32](g, order), rows, p.lengths.Single)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// allPairsBytes is what AllPairs takes.
func allPairsBytes(g *engine.Graph, double bool) uint64 {
	network, search := networkBytes(g, double)
	return triangle.Bytes(g.Len(), double) + network + uint64(runtime.GOMAXPROCS(0))*search
}

// searchAll finds the geodesics from the given rows, which are distinct. Those from
// the i-th fill what into returns for i, as far as it goes.
func searchAll[T float](ctx context.Context, net *network[T], rows []int32, into func(i int) []T) error {
	sources := make([]int32, len(rows))
	for i, row := range rows {
		sources[i] = net.vertex[row]
	}
	groups, perUnit := net.groupSources(sources), 1/medianLength(net.length)
	count := parallel.Count(ctx, "geodesics", len(rows))
	fresh := func() *search[T] { return newSearch(net, perUnit) }
	return parallel.Try(ctx, len(groups), 1, fresh, func(s *search[T], lo, hi int) error {
		for _, group := range groups[lo:hi] {
			if err := s.searchGroup(ctx, group, sources, into); err != nil {
				return err
			}
			count.Add(len(group))
		}
		return nil
	})
}

// searchGroup finds the geodesics from the sources at the positions of a group.
func (s *search[T]) searchGroup(ctx context.Context, group, sources []int32, into func(i int) []T) error {
	vertices := make([]int32, len(group))
	s.rows = s.rows[:0]
	for l, at := range group {
		vertices[l] = sources[at]
		s.rows = append(s.rows, into(int(at)))
	}
	if err := s.run(ctx, vertices); err != nil {
		return err
	}
	s.collect(s.rows)
	return nil
}
