package assist

import (
	"go/token"
	"slices"
	"strings"

	"unfold/dsl/cell"
)

// matches gathers ways to complete what is typed. Those added later stand
// later; within one call of add, better matches stand first.
type matches struct {
	typed string
	items []cell.Item
	has   map[string]bool
}

// add takes those items that match, each text once: first those
// that begin as typed, then those that do but for case; exported names before
// others, else in their own order.
func (m *matches) add(items ...cell.Item) {
	var chosen []cell.Item
	for _, i := range items {
		if matchRank(m.typed, i) < noMatch && !m.has[i.Text] {
			if m.has == nil {
				m.has = map[string]bool{}
			}
			m.has[i.Text] = true
			chosen = append(chosen, i)
		}
	}
	slices.SortStableFunc(chosen, func(a, b cell.Item) int { return matchRank(m.typed, a) - matchRank(m.typed, b) })
	m.items = append(m.items, chosen...)
}

// addDatasets takes names of data sets.
func (m *matches) addDatasets(names []string) {
	for _, name := range names {
		m.add(cell.Item{Text: name, Type: "dataset"})
	}
}

// noMatch is the rank of what does not match.
const noMatch = 4

func matchRank(typed string, i cell.Item) int {
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
	return noMatch
}
