package neighbourhood

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/internal/random"
)

// Natural joins natural neighbours: rows whose Voronoi cells meet, which is the
// Delaunay graph (Sibson 1981, in Interpreting multivariate data, Wiley). It is
// symmetric and connected, and needs no parameter.
//
// The triangulation is made in the affine space that the rows span, by exact
// tests. Rows with many others on one sphere, as of a lattice, have no unique
// one: then every cell is moved by up to 1e-10 of its column's range, by a hash
// of the row, and a note says so. Copies of a row are neighbours of each other,
// and share their neighbours.
//
// Rows may span at most five dimensions, for the number of simplices grows with
// about 2, 7, 32 and 190 a row; beyond that use Gabriel. Time O(n log n) and
// memory O(n) in two dimensions, and in others for rows spread evenly; both are
// O(n^⌈d/2⌉) at worst. It needs points. It is deterministic.
type Natural struct{}

func (Natural) String() string { return "natural" }

// Graph joins the rows of d.
func (f Natural) Graph(ctx context.Context, d engine.Distances, _ *mat.Dense) (*Graph, error) {
	x, err := pointsOf(d, "natural neighbours")
	if err != nil {
		return nil, err
	}
	n, columns := x.Dims()
	space, ok := spanned(x)
	if !ok {
		return nil, &engine.Error{Param: "graph", Cause: fmt.Sprintf("natural neighbours need rows in at most %d dimensions, got %d columns", mostDimensions, columns), Remedy: `use graph="gabriel", or put pca before it`}
	}
	copies := gather(space, n)
	pairs, err := delaunay(ctx, space, copies)
	if err != nil {
		return nil, err
	}
	return copies.graph(n, pairs, f.String())
}

// perRow is about how many simplices there are a row, by dimensions.
var perRow = [...]uint64{2: 2, 3: 7, 4: 32, 5: 190}

// delaunay returns the edges between distinct rows.
func delaunay(ctx context.Context, space frame, c copies) ([][2]int32, error) {
	m, d := len(c.rows), space.d
	if d <= 1 {
		return space.line(c), nil
	}
	if err := memory.Need(uint64(m)*perRow[d]*160, fmt.Sprintf("the Delaunay simplices of %d rows in %d dimensions", m, d), `use graph="gabriel" or graph="knn"`); err != nil {
		return nil, err
	}
	points := make([]float64, 0, m*d)
	for _, rows := range c.rows {
		points = append(points, space.at(rows[0])...)
	}
	order := insertionOrder(points, d)
	t, ok, err := triangulate(ctx, points, d, order, true)
	if err == nil && !ok {
		engine.Remark(ctx, "natural: rows share spheres or hyperplanes, as on a lattice; they are moved by up to 1e-10 of the columns' ranges to decide between their neighbours")
		joggle(points, d)
		t, ok, err = triangulate(ctx, points, d, order, false)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, &engine.Error{Param: "graph", Cause: fmt.Sprintf("the rows span %d dimensions to rounding only", d), Remedy: `put scale before it, or use graph="gabriel"`}
	}
	return t.pairs(ctx)
}

// copies are groups of rows that are equal, in the order of their values.
type copies struct{ rows [][]int }

// gather groups equal rows.
func gather(space frame, n int) copies {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(space.at(a), space.at(b)) })
	var c copies
	for at, i := range order {
		if at > 0 && slices.Equal(space.at(i), space.at(order[at-1])) {
			last := len(c.rows) - 1
			c.rows[last] = append(c.rows[last], i)
		} else {
			c.rows = append(c.rows, []int{i})
		}
	}
	return c
}

// graph joins all rows of neighbouring groups, and those of one group.
func (c copies) graph(n int, pairs [][2]int32, made string) (*Graph, error) {
	lists := make([][]int32, n)
	join := func(from, to []int) {
		for _, i := range from {
			for _, j := range to {
				if i != j {
					lists[i] = append(lists[i], int32(j))
				}
			}
		}
	}
	edges := 0.0
	for _, p := range pairs {
		edges += 2 * float64(len(c.rows[p[0]])) * float64(len(c.rows[p[1]]))
	}
	for _, rows := range c.rows {
		edges += float64(len(rows)) * float64(len(rows)-1)
	}
	if err := memory.Need(uint64(24*edges), fmt.Sprintf("%.0f edges between copies of rows", edges), "drop rows that are copies"); err != nil {
		return nil, err
	}
	for _, p := range pairs {
		join(c.rows[p[0]], c.rows[p[1]])
		join(c.rows[p[1]], c.rows[p[0]])
	}
	for _, rows := range c.rows {
		join(rows, rows)
	}
	return fromLists(lists, made)
}

// insertionOrder orders points by rounds that double, each along a curve that
// fills space (Amenta, Choi and Rote 2003, doi:10.1145/777792.777824): the next
// point is near, and the last ones are spread as the first.
func insertionOrder(points []float64, d int) []int {
	m := len(points) / d
	order := random.New(1, "neighbourhood: insertion").Permutation(m)
	low, high := make([]float64, d), make([]float64, d)
	for c := range d {
		low[c], high[c] = points[c], points[c]
		for i := c; i < len(points); i += d {
			low[c], high[c] = min(low[c], points[i]), max(high[c], points[i])
		}
	}
	place := make([]uint64, m) // the bits of the columns in turn
	const depth = 12
	for i := range place {
		for c := range d {
			if high[c] == low[c] {
				continue
			}
			cell := uint64((points[i*d+c] - low[c]) / (high[c] - low[c]) * (1<<depth - 1))
			for b := range depth {
				place[i] |= cell >> b & 1 << (b*d + c)
			}
		}
	}
	for hi := m; hi > 0; {
		lo := hi / 2
		if hi < 64 {
			lo = 0
		}
		slices.SortStableFunc(order[lo:hi], func(a, b int) int {
			if place[a] < place[b] {
				return -1
			}
			if place[a] > place[b] {
				return 1
			}
			return a - b
		})
		hi = lo
	}
	return order
}

// joggle moves each point by up to 1e-10 of the ranges, told by its own values.
func joggle(points []float64, d int) {
	width := make([]float64, d)
	for c := range d {
		low, high := points[c], points[c]
		for i := c; i < len(points); i += d {
			low, high = min(low, points[i]), max(high, points[i])
		}
		width[c] = high - low
	}
	for lo := 0; lo < len(points); lo += d {
		var hash uint64
		for _, v := range points[lo : lo+d] {
			hash = mixed(hash ^ math.Float64bits(v))
		}
		for c := range d {
			hash = mixed(hash + uint64(c) + 1)
			points[lo+c] += width[c] * 1e-10 * (float64(hash>>11)*0x1p-52 - 1)
		}
	}
}

// mixed is the finaliser of SplitMix64 (Steele, Lea and Flood 2014,
// doi:10.1145/2660193.2660195).
func mixed(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
