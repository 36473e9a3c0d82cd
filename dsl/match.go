package dsl

import (
	"go/token"
	"slices"
	"strings"

	"unfold/dsl/cell"
)

// A shelf gathers ways to complete what is typed. Those added later stand
// later; within one call of add, better matches stand first.
type shelf struct {
	typed string
	items []cell.Item
	has   map[string]bool
}

// add puts those items on the shelf that match, each text once: first those
// that begin as typed, then those that do but for case; exported names before
// others, else in their own order.
func (s *shelf) add(items ...cell.Item) {
	var chosen []cell.Item
	for _, i := range items {
		if rank(s.typed, i) < misses && !s.has[i.Text] {
			if s.has == nil {
				s.has = map[string]bool{}
			}
			s.has[i.Text] = true
			chosen = append(chosen, i)
		}
	}
	slices.SortStableFunc(chosen, func(a, b cell.Item) int { return rank(s.typed, a) - rank(s.typed, b) })
	s.items = append(s.items, chosen...)
}

// misses is the rank of what does not match.
const misses = 4

func rank(typed string, i cell.Item) int {
	worse := 0
	switch i.Type {
	case "function", "method", "field", "variable", "constant", "type":
		if !token.IsExported(i.Text) {
			worse = 1
		}
	}
	switch {
	case strings.HasPrefix(i.Text, typed):
		return worse
	case len(i.Text) >= len(typed) && strings.EqualFold(i.Text[:len(typed)], typed):
		return 2 + worse
	}
	return misses
}
