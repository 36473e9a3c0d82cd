package geodesic

import (
	"context"
	"math"

	"unfold/engine"
	"unfold/engine/internal/random"
)

// MaxMin returns count rows of a connected graph that lie far from each other:
// the first at random, then always the row whose geodesic to the nearest one so
// far is the longest, of equal ones the smallest row (de Silva, Tenenbaum 2004,
// Sparse multidimensional scaling using landmark points, Stanford). It returns
// fewer where all other rows coincide with one of these.
//
// A new landmark is searched from only as far as no other is nearer, which is an
// ever smaller part of the graph: the searches together visit about n·ln L
// vertices. Finding the farthest row costs O(n) each.
func MaxMin(ctx context.Context, g *engine.Graph, count, seed int) ([]int32, error) {
	order, _, err := checkGraph(ctx, g)
	if err != nil {
		return nil, err
	}
	n := g.Len()
	rows := make([]int32, 0, min(n, count))
	c := newNearestSource(newNetwork[float64](g, order))
	next := random.New(seed, "landmarks").Below(max(1, n))
	for len(rows) < cap(rows) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		rows = append(rows, int32(next))
		c.add(c.net.vertex[next])
		farthest := 0.0
		for i, v := range c.net.vertex {
			if d := c.nearest[v]; d > farthest {
				next, farthest = i, d
			}
		}
		if farthest == 0 {
			break
		}
	}
	return rows, nil
}

// A nearestSource knows how far each vertex is from the nearest of some sources.
type nearestSource struct {
	net *network[float64]
	queue
	queued  []bool
	nearest []float64
	perUnit float64 // buckets per unit of length
}

func newNearestSource(net *network[float64]) *nearestSource {
	n := len(net.row)
	c := &nearestSource{net: net, queue: queue{next: make([]int32, n)}, queued: make([]bool, n), nearest: make([]float64, n), perUnit: 1 / medianLength(net.length)}
	for v := range c.nearest {
		c.nearest[v] = math.Inf(1)
	}
	return c
}

// add takes in another source.
func (c *nearestSource) add(source int32) {
	c.setNearest(source, 0)
	for c.at = 0; c.count > 0; {
		v := c.pop()
		c.queued[v] = false
		ends, lengths := c.net.Of(v)
		for e, end := range ends {
			if d := c.nearest[v] + lengths[e]; d < c.nearest[end] {
				c.setNearest(end, d)
			}
		}
	}
}

// setNearest sets what vertex v is from the nearest source, and queues it.
func (c *nearestSource) setNearest(v int32, d float64) {
	c.nearest[v] = d
	if !c.queued[v] {
		c.queued[v] = true
		c.push(v, bucket(d*c.perUnit))
	}
}
