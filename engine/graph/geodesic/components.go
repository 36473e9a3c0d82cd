package geodesic

import (
	"context"

	"unfold/engine"
)

// chunk is after how many rows a loop over a graph looks at its context.
const chunk = 4096

// Components numbers the connected components of g in the order of their
// first rows, and returns the number of each row and the sizes. Time O(n + m).
func Components(ctx context.Context, g *engine.Graph) (of []int32, sizes []int, err error) {
	of = make([]int32, max(0, g.Len()))
	for i := range of {
		of[i] = -1
	}
	var queue []int32
	seen := 0
	for i := range of {
		if of[i] >= 0 {
			continue
		}
		c := int32(len(sizes))
		of[i], queue = c, append(queue[:0], int32(i))
		for at := 0; at < len(queue); at++ {
			if seen++; seen%chunk == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			ends, _ := g.Of(int(queue[at]))
			for _, j := range ends {
				if of[j] < 0 {
					of[j] = c
					queue = append(queue, j)
				}
			}
		}
		sizes = append(sizes, len(queue))
	}
	return of, sizes, ctx.Err()
}

// disjointSets are disjoint sets of numbers, each a tree with its least for a name.
type disjointSets []int32

func newDisjointSets(n int) disjointSets {
	s := make(disjointSets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s disjointSets) find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// union merges the sets of i and j and reports whether they were two.
func (s disjointSets) union(i, j int32) bool {
	i, j = s.find(i), s.find(j)
	s[max(i, j)] = min(i, j)
	return i != j
}

// relabel replaces each number in of by that of its set, in the order of their
// names, and returns how many sets there are.
func (s disjointSets) relabel(of []int32) int {
	number, count := make([]int32, len(s)), int32(0)
	for i := range s {
		if root := s.find(int32(i)); root == int32(i) {
			number[i] = count
			count++
		} else {
			number[i] = number[root]
		}
	}
	for i, set := range of {
		of[i] = number[set]
	}
	return int(count)
}
