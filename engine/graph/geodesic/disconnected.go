package geodesic

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/graph/neighbour"
	"unfold/engine/internal/parallel"
	"unfold/engine/remedy"
)

// Disconnected is the error that a graph of nearest neighbours has the given
// components. It names a k that would connect it: the smallest, unless even lists of
// twenty million neighbours in all leave components. Then it is one for which the
// shortest edges between these are in the graph.
func Disconnected(ctx context.Context, d engine.Distances, k int, sizes []int) error {
	enough, err := connectingK(ctx, d, k, mostListed)
	if err != nil {
		return err
	}
	return &engine.Error{
		Param:  "k",
		Cause:  fmt.Sprintf("neighbourhood graph has %d components (%s) at k = %d", len(sizes), sizesText(sizes), k),
		Remedy: remedy.Raise("k").To(enough).Which("connects it").Or(remedy.Set("connect", "agglomerate")),
	}
}

// DisconnectedWithin is the same for a graph of all pairs closer than eps.
func DisconnectedWithin(eps float64, sizes []int, bridges []engine.Edge) error {
	longest := eps
	for _, b := range bridges {
		longest = max(longest, b.Length)
	}
	return &engine.Error{
		Param:  "eps",
		Cause:  fmt.Sprintf("neighbourhood graph has %d components (%s) at eps = %.6g", len(sizes), sizesText(sizes), eps),
		Remedy: remedy.Raise("eps").To(sixDigits(longest)).Which("connects it").Or(remedy.Set("connect", "agglomerate")),
	}
}

// RemarkBridges lists the bridges of g in a note, whose rows stand in the source where
// rows says; nil if they are counted from zero.
func RemarkBridges(ctx context.Context, g *engine.Graph, rows []int) {
	RemarkBridgesOf(ctx, "neighbourhood graph", g, rows)
}

// RemarkBridgesOf is RemarkBridges for a graph that is called something else.
func RemarkBridgesOf(ctx context.Context, name string, g *engine.Graph, rows []int) {
	const most = 8
	place := func(i int) int {
		if rows == nil {
			return i
		}
		return rows[i]
	}
	var list []string
	for i, b := range g.Bridges {
		if i == most {
			list = append(list, fmt.Sprintf("and %d more", len(g.Bridges)-most))
			break
		}
		list = append(list, fmt.Sprintf("row %d to row %d (length %.4g)", place(b.I), place(b.J), b.Length))
	}
	word := "bridges"
	if len(g.Bridges) == 1 {
		word = "bridge"
	}
	engine.Remark(ctx, "%s had %d components, joined by %d %s: %s", name, g.Components, len(g.Bridges), word, strings.Join(list, ", "))
}

// sixDigits rounds a length up to six digits, so that it still reaches as far.
func sixDigits(length float64) float64 {
	rounded, _ := strconv.ParseFloat(fmt.Sprintf("%.6g", length), 64)
	if rounded < length {
		rounded, _ = strconv.ParseFloat(fmt.Sprintf("%.6g", length*(1+1e-5)), 64)
	}
	return rounded
}

// sizesText writes the sizes of components, the largest first.
func sizesText(sizes []int) string {
	const most = 8
	sizes = slices.Sorted(slices.Values(sizes))
	slices.Reverse(sizes)
	words := make([]string, 0, most+1)
	for i, s := range sizes {
		if i == most {
			words = append(words, "...")
			break
		}
		words = append(words, fmt.Sprint(s))
	}
	return "sizes " + strings.Join(words, ", ")
}

// connectingK returns a number of neighbours above k whose graph is connected.
// The lists for a larger k begin with those for a smaller one, so edges are
// added rank by rank until one component is left, or there are so many neighbours
// in all.
func connectingK(ctx context.Context, d engine.Distances, k, most int) (int, error) {
	n := d.Len()
	limit := min(n-1, max(k+1, most/n))
	for length := min(2*k, limit); ; length = min(2*length, limit) {
		nb, err := neighbour.Nearest(ctx, d, length)
		if err != nil {
			return 0, err
		}
		if enough := ranksThatConnect(nb, n); enough > 0 {
			return enough, nil
		}
		if length < limit {
			continue
		}
		union, err := Union(ctx, nb)
		if err != nil {
			return 0, err
		}
		joined, err := Agglomerate(ctx, union, d)
		if err != nil {
			return 0, err
		}
		return bottleneck(ctx, d, joined.Bridges)
	}
}

// mostListed is how many neighbours in all are listed to find such a k.
const mostListed = 20_000_000

// ranksThatConnect returns how many of the first of each list make a connected
// graph, or zero if all do not.
func ranksThatConnect(nb *engine.Neighbours, n int) int {
	sets, left := newDisjointSets(n), n
	for rank := range nb.K {
		for i := range n {
			index, _ := nb.Of(i)
			if sets.union(int32(i), index[rank]) {
				left--
			}
		}
		if left == 1 {
			return rank + 1
		}
	}
	return 0
}

// bottleneck returns a number of neighbours whose graph has the given edges,
// and with them is connected if the graph of fewer and they are.
func bottleneck(ctx context.Context, d engine.Distances, bridges []engine.Edge) (int, error) {
	ranks := make([]int, len(bridges))
	err := parallel.With(ctx, len(bridges), 1, func() []float64 { return make([]float64, d.Len()) }, func(row []float64, lo, hi int) {
		for b := lo; b < hi; b++ {
			ranks[b] = math.MaxInt
			for _, end := range []int{bridges[b].I, bridges[b].J} {
				d.Row(row, end)
				rank := -1 // the row itself is none of its neighbours
				for _, v := range row {
					if v <= bridges[b].Length {
						rank++
					}
				}
				ranks[b] = min(ranks[b], rank)
			}
		}
	})
	if err != nil {
		return 0, err
	}
	return slices.Max(ranks), nil
}
