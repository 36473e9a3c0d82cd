package neighbourhood

import (
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/internal/memory"
	"unfold/engine/remedy"
)

// copies are groups of rows that are equal, in the order of their values.
type copies struct{ rows [][]int }

// groupCopies groups equal rows.
func groupCopies(space affineSpace, n int) copies {
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

// expand joins all rows of neighbouring groups, and those of one group.
func (c copies) expand(ctx context.Context, n int, pairs [][2]int32, made string) (*Graph, error) {
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
		edges += float64(2 * float64(len(c.rows[p[0]])) * float64(len(c.rows[p[1]])))
	}
	for _, rows := range c.rows {
		edges += float64(float64(len(rows)) * float64(len(rows)-1))
	}
	if err := memory.Claim(ctx, uint64(24*edges), fmt.Sprintf("%.0f edges between copies of rows", edges), remedy.Put("dedupe").After(engine.SourceRole)); err != nil {
		return nil, err
	}
	for _, p := range pairs {
		join(c.rows[p[0]], c.rows[p[1]])
		join(c.rows[p[1]], c.rows[p[0]])
	}
	for _, rows := range c.rows {
		join(rows, rows)
	}
	return fromLists(ctx, lists, made)
}
