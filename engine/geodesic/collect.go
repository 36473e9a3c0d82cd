package geodesic

// blockRows are the rows of the graph that are written out together: enough to
// fill cache lines of what is written, few enough to stay in the nearest cache.
const blockRows = 32

// collect writes lane l of rows 0, 1, ... of the graph to dst[l], as many as that
// has room for, and makes all lanes infinite for the next search.
func (s *search[T]) collect(dst [][]T) {
	n := len(s.vertex)
	for from := 0; from < n; from += blockRows {
		vertices := s.vertex[from:min(from+blockRows, n)]
		for r, v := range vertices {
			lanes := s.distance[int(v)*s.lanes:][:s.lanes]
			copy(s.block[r*s.lanes:], lanes)
			copy(lanes, s.infinite)
		}
		for l, row := range dst {
			if len(row) <= from {
				continue
			}
			row = row[from:min(from+blockRows, len(row))]
			lane := s.block[l:]
			for r := range row {
				row[r] = lane[r*s.lanes]
			}
		}
	}
}
