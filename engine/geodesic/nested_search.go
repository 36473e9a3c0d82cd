package geodesic

import (
	"context"
	"math"

	"unfold/engine/internal/simd"
)

// bandWidth is how many graphs are searched at once.
const bandWidth = simd.DoubleLanes

// A Band is the geodesics from one row along the graphs From, ..., To−1.
type Band struct {
	From, To int
	vertex   []int32
	distance []float64
}

// Lengths returns the lengths of the paths to a row, one for each graph of the band.
func (b *Band) Lengths(row int32) []float64 {
	return b.distance[int(b.vertex[row])*bandWidth:][:b.To-b.From]
}

// A nestedSearch finds the geodesics from one vertex along several graphs, one in
// each lane, as a search finds those from several vertices along one graph: the
// vertices that matter next are nearly the same for all. An edge that some of the
// graphs lack is relaxed from a copy of its near end, which is infinite in their
// lanes.
type nestedSearch struct {
	*Nested
	queue
	band     Band
	distance []float64 // a row of lanes for each vertex, and one for the copy
	idle     []uint8   // 1 for vertices that are not in the queue
	better   []int32
	perUnit  float64 // buckets per unit of length
	visits   int     // vertices taken from the queue so far
}

// nestedSearchBytes is what a search takes.
func nestedSearchBytes(n int) uint64 { return uint64(n+1) * (8*bandWidth + 5) }

func newNestedSearch(g *Nested, perUnit float64) *nestedSearch {
	n := len(g.vertex)
	s := &nestedSearch{Nested: g, queue: queue{next: make([]int32, n)}, distance: make([]float64, (n+1)*bandWidth), idle: make([]uint8, n+1), perUnit: perUnit}
	degree := 0
	for v := range n {
		degree = max(degree, g.edges.start[v+1]-g.edges.start[v], g.bridges.start[v+1]-g.bridges.start[v])
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
	for l := range s.band.To - s.band.From {
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
		s.relaxEdges(v)
		s.relaxBridges(v)
	}
	return nil
}

// near copies the lanes of a vertex to where some can be made infinite.
func (s *nestedSearch) near(v int32) []float64 {
	lanes := s.distance[len(s.vertex)*bandWidth:]
	copy(lanes, s.distance[int(v)*bandWidth:][:bandWidth])
	return lanes
}

// relaxEdges relaxes the edges of a vertex, graph after graph.
func (s *nestedSearch) relaxEdges(v int32) {
	ends, lengths, begin := s.edges.Of(v)
	lanes, hidden := s.near(v), 0
	for at := 0; at < len(ends) && int(begin[at]) < s.band.To; {
		first := max(int(begin[at]), s.band.From)
		for ; hidden < first-s.band.From; hidden++ {
			lanes[hidden] = math.Inf(1)
		}
		upTo := at + 1
		for upTo < len(ends) && int(begin[upTo]) <= first {
			upTo++
		}
		s.relax(ends[at:upTo], lengths[at:upTo])
		at = upTo
	}
}

// relaxBridges relaxes the bridges of a vertex, each for the graphs up to its last.
func (s *nestedSearch) relaxBridges(v int32) {
	ends, lengths, last := s.bridges.Of(v)
	for b := range ends {
		if int(last[b]) < s.band.From {
			continue
		}
		lanes := s.near(v)
		for l := int(last[b]) - s.band.From + 1; l < bandWidth; l++ {
			lanes[l] = math.Inf(1)
		}
		s.relax(ends[b:b+1], lengths[b:b+1])
	}
}

// relax relaxes edges from the copy of their near end, and queues the ends that
// came closer.
func (s *nestedSearch) relax(ends []int32, lengths []float64) {
	found, least := simd.RelaxDouble(s.distance, len(s.vertex), ends, lengths, s.idle, s.better)
	for _, e := range s.better[:found] {
		end := ends[e]
		if s.idle[end] == 0 {
			continue // another edge to the same end came before
		}
		s.idle[end] = 0
		s.push(end, bucket((least+lengths[e])*s.perUnit))
	}
}
