package geodesic

import (
	"context"
	"math"
)

// A search finds the geodesics from several vertices at once, one in each lane.
// All lanes of a vertex lie together, so that one instruction relaxes an edge in
// many of them. Where sources are near each other, the vertices that matter next
// are nearly the same for all.
//
// Such a search cannot settle each vertex once, as Dijkstra's does (1959,
// doi:10.1007/BF01386390): it corrects labels (Cherkassky, Goldberg, Radzik 1996,
// doi:10.1007/BF02592101). Vertices whose lanes fell wait in buckets by their
// least lane, as it was when they came in; one that falls again after it was
// done comes back. In the end no edge can lower any lane, and as rounded
// addition is monotone, only one assignment of lengths is so: what Dijkstra's
// search finds in the same arithmetic, to the bit, whatever the order of the
// work and the company in the other lanes.
type search[T float] struct {
	*network[T]
	queue
	distance []T     // a row of lanes for each vertex, infinite between searches
	idle     []uint8 // 1 for vertices that are not in the queue
	better   []int32
	perUnit  T     // buckets per unit of length
	rows     [][]T // where lanes are written out to
	square   []T   // as many rows as there are lanes
	turned   []T   // and as many lanes of so many rows
	infinite []T   // a row of lanes
	visits   int   // vertices taken from the queue so far
}

func newSearch[T float](net *network[T], perUnit T) *search[T] {
	n := len(net.row)
	s := &search[T]{
		network: net, queue: queue{next: make([]int32, n)}, distance: make([]T, n*net.lanes), idle: make([]uint8, n),
		better: make([]int32, net.degree+1), perUnit: perUnit, rows: make([][]T, 0, net.lanes),
		square: make([]T, net.lanes*net.lanes), turned: make([]T, net.lanes*net.lanes), infinite: make([]T, net.lanes),
	}
	for i := range s.distance {
		s.distance[i] = T(math.Inf(1))
	}
	for i := range s.infinite {
		s.infinite[i] = T(math.Inf(1))
	}
	for i := range s.idle {
		s.idle[i] = 1
	}
	return s
}

// run fills lane l of all vertices with the distances from the l-th source. If
// the context ends before, it returns its error and the search is spoilt.
func (s *search[T]) run(ctx context.Context, sources []int32) error {
	const between = 1 << 13 // visits from one look at the context to the next
	s.at = 0
	for l, v := range sources {
		s.distance[int(v)*s.lanes+l] = 0
		if s.idle[v] == 1 {
			s.idle[v] = 0
			s.push(v, 0)
		}
	}
	for s.count > 0 {
		if s.visits++; s.visits%between == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.relaxVertex(s.pop())
	}
	return nil
}

// relaxVertex relaxes the edges of a vertex, and queues the ends that came closer.
func (s *search[T]) relaxVertex(v int32) {
	s.idle[v] = 1
	ends, lengths := s.Of(v)
	found, least := s.relax(s.distance, int(v), ends, lengths, s.idle, s.better)
	for _, e := range s.better[:found] {
		end := ends[e]
		if s.idle[end] == 0 {
			continue // another edge to the same end came before
		}
		s.idle[end] = 0
		s.push(end, bucket((least+lengths[e])*s.perUnit))
	}
}

// bucket returns the bucket for a distance in widths of buckets. All beyond a
// number that is far from overflow share one: buckets are for speed, not for the
// result.
func bucket[T float](widths T) int {
	const far = 1 << 30
	if widths < far {
		return int(widths)
	}
	return far
}
