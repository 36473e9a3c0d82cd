package geodesic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/neighbour"
)

// Components numbers the connected components of g in the order of their
// first rows, and returns the number of each row and the sizes.
func Components(g *engine.Graph) (of []int, sizes []int) {
	of = make([]int, g.Len())
	for i := range of {
		of[i] = -1
	}
	var queue []int
	for i := range of {
		if of[i] >= 0 {
			continue
		}
		c := len(sizes)
		of[i], queue = c, append(queue[:0], i)
		for at := 0; at < len(queue); at++ {
			ends, _ := g.Of(queue[at])
			for _, j := range ends {
				if of[j] < 0 {
					of[j] = c
					queue = append(queue, int(j))
				}
			}
		}
		sizes = append(sizes, len(queue))
	}
	return of, sizes
}

// Disconnected is the error that a graph of nearest neighbours has the given
// components. It finds the smallest k that would connect it.
func Disconnected(ctx context.Context, d engine.Distances, k int, sizes []int) error {
	least, err := connecting(ctx, d, k)
	if err != nil {
		return err
	}
	return &engine.Error{
		Param:  "k",
		Cause:  fmt.Sprintf("neighbourhood graph has %d components (%s) at k = %d", len(sizes), list(sizes), k),
		Remedy: fmt.Sprintf(`k = %d connects it, or set connect="agglomerate"`, least),
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
		Cause:  fmt.Sprintf("neighbourhood graph has %d components (%s) at eps = %.6g", len(sizes), list(sizes), eps),
		Remedy: fmt.Sprintf(`eps = %.6g connects it, or set connect="agglomerate"`, longest),
	}
}

// list writes the sizes of components, the largest first.
func list(sizes []int) string {
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

// connecting returns the smallest number of neighbours above k whose graph is
// connected. The lists for a larger k begin with those for a smaller one, so
// edges are added rank by rank until one component is left.
func connecting(ctx context.Context, d engine.Distances, k int) (int, error) {
	n := d.Len()
	for most := min(2*k, n-1); ; most = min(2*most, n-1) {
		nb, err := neighbour.Nearest(ctx, d, most)
		if err != nil {
			return 0, err
		}
		sets, left := newSets(n), n
		for rank := range most {
			for i := range n {
				index, _ := nb.Of(i)
				if sets.join(i, int(index[rank])) {
					left--
				}
			}
			if left == 1 {
				return rank + 1, nil
			}
		}
	}
}

// sets are disjoint sets of rows, each a tree with its root for a name.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// join merges the sets of i and j and reports whether they were two.
func (s sets) join(i, j int) bool {
	i, j = s.find(i), s.find(j)
	s[max(i, j)] = min(i, j)
	return i != j
}
