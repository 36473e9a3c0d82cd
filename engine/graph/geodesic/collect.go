package geodesic

// collect writes lane l of rows 0, 1, ... of the graph to dst[l], as many as that
// has room for, and makes all lanes infinite for the next search. It turns
// squares of lanes in the nearest cache, so that memory is written by cache lines.
func (s *search[T]) collect(dst [][]T) {
	n, lanes := len(s.vertex), s.lanes
	for from := 0; from < n; from += lanes {
		for r, v := range s.vertex[from:min(from+lanes, n)] {
			row := s.distance[int(v)*lanes:][:lanes]
			copy(s.square[r*lanes:], row)
			copy(row, s.infinite)
		}
		s.transpose(s.turned, s.square)
		for l, row := range dst {
			if from < len(row) {
				copy(row[from:], s.turned[l*lanes:(l+1)*lanes])
			}
		}
	}
}
