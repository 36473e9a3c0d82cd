package predictor

import "container/list"

// A kernel tells how alike two rows are, as an inner product of some space.
type kernel func(a, b []float64) float64

// A rowCache computes rows of the kernel matrix K of some points and keeps
// the latest used of them, as many as fit into its budget.
type rowCache struct {
	mercer kernel
	budget int // bytes
	points [][]float64
	kept   map[int]*list.Element // of *cachedRow
	order  list.List             // latest used first
}

type cachedRow struct {
	at     int
	values []float64
}

func newRowCache(mercer kernel, budget int) *rowCache {
	return &rowCache{mercer: mercer, budget: budget, kept: map[int]*list.Element{}}
}

// add adds a point. All are added before the first row is asked for.
func (c *rowCache) add(point []float64) { c.points = append(c.points, point) }

// capacity returns how many rows are kept. The solver looks at two at once.
func (c *rowCache) capacity() int { return max(2, c.budget/(8*len(c.points))) }

// row returns row i of K. It stays valid until two other rows were asked for.
func (c *rowCache) row(i int) []float64 {
	if e, ok := c.kept[i]; ok {
		c.order.MoveToFront(e)
		return e.Value.(*cachedRow).values
	}
	r := c.vacant()
	r.at = i
	for j, p := range c.points {
		r.values[j] = c.mercer(c.points[i], p)
	}
	c.kept[i] = c.order.PushFront(r)
	return r.values
}

// vacant returns a row to fill: a new one, or the one not used for longest.
func (c *rowCache) vacant() *cachedRow {
	if len(c.kept) < c.capacity() {
		return &cachedRow{values: make([]float64, len(c.points))}
	}
	r := c.order.Remove(c.order.Back()).(*cachedRow)
	delete(c.kept, r.at)
	return r
}

// diagonal returns the diagonal of K.
func (c *rowCache) diagonal() []float64 {
	d := make([]float64, len(c.points))
	for i, p := range c.points {
		d[i] = c.mercer(p, p)
	}
	return d
}
