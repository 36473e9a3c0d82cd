package geodesic

import (
	"context"
	"math"

	"unfold/engine/internal/simd"
)

// bandWidth is how many graphs are searched at once.
const bandWidth = simd.DoubleLanes

// A band is the geodesics from one row along the graphs from, ..., to−1.
type band struct {
	from, to int
	vertex   []int32
	distance []float64
}

// lengths returns the lengths of the paths to a row, one for each graph of the band.
func (b *band) lengths(row int32) []float64 {
	return b.distance[int(b.vertex[row])*bandWidth:][:b.to-b.from]
}

// A nestedSearch finds the geodesics from one vertex along several graphs, one in
// each lane, as a search finds those from several vertices along one graph: the
// vertices that matter next are nearly the same for all. What an edge is relaxed by
// is raised by its floor, which is infinite in the lanes of graphs that lack it.
type nestedSearch struct {
	*nestedGraphs
	queue
	band     band
	floors   []float64 // of the band, a row of lanes for each floor
	upTo     []int     // of the band
	distance []float64 // a row of lanes for each vertex
	idle     []uint8   // 1 for vertices that are not in the queue
	better   []int32
	perUnit  float64 // buckets per unit of length
	visits   int     // vertices taken from the queue so far
}

// floors returns, for each band, what edges with each floor raise its lanes by:
// nothing or more than any length.
func (g *nestedGraphs) floors() [][]float64 {
	graphs := len(g.ks)
	bands := make([][]float64, len(g.upTo))
	for band := range bands {
		floors := make([]float64, 2*graphs*bandWidth)
		for i := range graphs {
			for l := range bandWidth {
				if at := band*bandWidth + l; at < i {
					floors[i*bandWidth+l] = math.Inf(1)
				} else if at > i {
					floors[(graphs+i)*bandWidth+l] = math.Inf(1)
				}
			}
		}
		bands[band] = floors
	}
	return bands
}

// nestedSearchBytes is what a search takes.
func nestedSearchBytes(n int) uint64 { return uint64(n) * (8*bandWidth + 5) }

func newNestedSearch(g *nestedGraphs, perUnit float64) *nestedSearch {
	n := len(g.vertex)
	s := &nestedSearch{nestedGraphs: g, queue: queue{next: make([]int32, n)}, distance: make([]float64, n*bandWidth), idle: make([]uint8, n), perUnit: perUnit}
	degree := 0
	for v := range n {
		degree = max(degree, g.start[v+1]-g.start[v])
		s.idle[v] = 1
	}
	s.better = make([]int32, degree+1)
	s.band.vertex, s.band.distance = g.vertex, s.distance
	s.clear()
	return s
}

// clear makes all lanes infinite.
func (s *nestedSearch) clear() {
	for i := range s.distance {
		s.distance[i] = math.Inf(1)
	}
}

// run fills the lanes of the band's graphs with the distances from a vertex.
func (s *nestedSearch) run(ctx context.Context, source int32) error {
	const between = 1 << 12 // visits from one look at the context to the next
	lanes := s.distance[int(source)*bandWidth:]
	for l := range s.band.to - s.band.from {
		lanes[l] = 0
	}
	s.at = 0
	s.idle[source] = 0
	s.push(source, 0)
	for s.count > 0 {
		if s.visits++; s.visits%between == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v := s.pop()
		s.idle[v] = 1
		s.relaxVertex(v)
	}
	return nil
}

// relaxVertex relaxes the edges of a vertex, and queues the ends that came closer.
func (s *nestedSearch) relaxVertex(v int32) {
	lo, hi := s.start[v], s.upTo[v]
	ends, lengths := s.end[lo:hi], s.length[lo:hi]
	found, least := simd.RelaxSome(s.distance, int(v), ends, lengths, s.idle, s.better, s.floors, s.floor[lo:hi])
	for _, e := range s.better[:found] {
		end := ends[e]
		if s.idle[end] == 0 {
			continue // another edge to the same end came before
		}
		s.idle[end] = 0
		s.push(end, bucket((least+lengths[e])*s.perUnit))
	}
}
