package layout

import (
	"math"

	"unfold/engine/internal/elementary"
)

// stencil is how many nodes in a row a point is spread to: the order of splines.
const stencil = 6

// An axis is the nodes of one dimension.
type axis struct {
	low   float64 // where the first node is
	apart float64 // how far nodes are apart
	count int     // nodes
	wide  int     // nodes that a point is spread to
	size  int     // numbers, with as many zeros as keep ends apart
}

// cover returns an axis from low to high.
func cover(low, high, apart float64) axis {
	count := int((high-low)/apart) + 1 + stencil
	return axis{low: low - float64((stencil/2-1)*apart), apart: apart, count: count, wide: stencil, size: smooth(2 * count)}
}

// A place is where a point is between nodes.
type place struct {
	first  int // node
	weight [stencil]float64
}

// placeOf returns how a coordinate is told by the nodes around it.
func (a *axis) placeOf(v float64) (p place) {
	if a.wide == 1 {
		p.weight[0] = 1
		return p
	}
	at := (v - a.low) / a.apart
	node := min(max(int(at), stencil/2-1), a.count-stencil/2-1)
	p.first = node - (stencil/2 - 1)
	p.weight = spline(at - float64(node))
	return p
}

// spline returns the cardinal B-splines of a point, u beyond the node at the middle,
// by the recursion of their orders.
func spline(u float64) (w [stencil]float64) {
	w[0], w[1] = 1-u, u
	for order := 3; order <= stencil; order++ {
		share := 1 / float64(order-1)
		w[order-1] = share * u * w[order-2]
		for j := order - 2; j > 0; j-- {
			left := float64((u + float64(order-1-j)) * w[j-1])
			w[j] = share * (left + float64((float64(j+1)-u)*w[j]))
		}
		w[0] = share * (1 - u) * w[0]
	}
	return w
}

// blur returns by how much splines shrink each wave of n nodes: they are one at the
// sum of their values there.
func blur(n int) []float64 {
	factors := make([]float64, n)
	if n == 1 {
		factors[0] = 1
		return factors
	}
	at := spline(0)
	for k := range factors {
		for j, w := range at {
			factors[k] += float64(w * elementary.Cos(2*math.Pi*float64(k)*float64(j-(stencil/2-1))/float64(n)))
		}
	}
	return factors
}
