package geodesic

import "math"

// groupSize returns how many of so many sources are searched from at once. Among
// few sources even the nearest are far apart, and a search from many of them comes to
// each vertex again and again. On a swiss roll of 20,000 rows visits to vertices
// come to least with 4 of 32 at once, 8 of 100, 16 of 300 and 32 of 1000.
func (net *network[T]) groupSize(sources int) int {
	return max(1, min(net.lanes, int(math.Sqrt(float64(sources)))))
}

// groupSources divides the sources, which are distinct vertices, into groups for one
// search each, and returns the positions of each group. Those of a group are near
// each other where that can be: what fewest edges reach from the first.
func (net *network[T]) groupSources(sources []int32) [][]int32 {
	n := len(net.row)
	waiting := make([]int32, n) // for each vertex its position and one, or zero
	for at, v := range sources {
		waiting[v] = int32(at) + 1
	}
	// A ball that grew over used sources alone to many times the size of a
	// group gives up; what it found is put together with other such.
	size := net.groupSize(len(sources))
	most := 16 * size * max(1, n/max(1, len(sources)))
	var groups [][]int32
	var leftover []int32
	b := neighbourhoodBall{seen: make([]int32, n)}
	for v := range int32(n) {
		if waiting[v] == 0 {
			continue
		}
		b.start(v)
		var group []int32
		for at := 0; at < len(b.reached) && at < most && len(group) < size; at++ {
			u := b.reached[at]
			if waiting[u] > 0 {
				group = append(group, waiting[u]-1)
				waiting[u] = 0
			}
			ends, _ := net.Of(u)
			b.add(ends)
		}
		if len(group) == size {
			groups = append(groups, group)
		} else {
			leftover = append(leftover, group...)
		}
	}
	for len(leftover) > 0 {
		some := min(size, len(leftover))
		groups, leftover = append(groups, leftover[:some]), leftover[some:]
	}
	return groups
}

// A neighbourhoodBall is what few edges reach from a vertex, nearest first.
type neighbourhoodBall struct {
	reached []int32
	seen    []int32 // the last ball that reached each vertex
	number  int32
}

func (b *neighbourhoodBall) start(v int32) {
	b.number++
	b.reached, b.seen[v] = append(b.reached[:0], v), b.number
}

func (b *neighbourhoodBall) add(ends []int32) {
	for _, w := range ends {
		if b.seen[w] != b.number {
			b.seen[w] = b.number
			b.reached = append(b.reached, w)
		}
	}
}
