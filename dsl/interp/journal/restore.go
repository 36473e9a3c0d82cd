package journal

import (
	"context"
	"slices"
	"strings"

	"unfold/dsl/cell"
)

// rank puts first what others are made of. A generic type has the methods it
// had when a variable of it was made.
func rank(text string) int {
	text = strings.TrimSpace(text)
	for begin, r := range map[string]int{"import ": 0, "type ": 1, "const ": 1, "func (": 2} {
		if strings.HasPrefix(text, begin) {
			return r
		}
	}
	if strings.HasPrefix(text, "func ") {
		return 4
	}
	return 3
}

// Restore declares memories of another session by eval, which runs a text as
// a cell of the given name, and returns those that could not be, with the
// reason in Gone. What one needs another for is tried again when that may be
// there, and in the end all that is left at once.
func Restore(ctx context.Context, memories []cell.Memory, eval func(name, text string) error) (lost []cell.Memory) {
	var pending []cell.Memory
	for _, m := range memories {
		if m.Text == "" {
			if m.Gone != "" {
				lost = append(lost, m)
			}
			continue
		}
		pending = append(pending, m)
	}
	slices.SortStableFunc(pending, func(a, b cell.Memory) int { return rank(a.Text) - rank(b.Text) })
	failed := map[string]error{}
	try := func(m cell.Memory) bool {
		failed[m.Name] = eval(m.Cell, m.Text)
		return failed[m.Name] == nil
	}
	for progress := true; progress && len(pending) > 0 && ctx.Err() == nil; {
		left := slices.DeleteFunc(slices.Clone(pending), try)
		progress = len(left) < len(pending)
		pending = left
	}
	if len(pending) > 1 && ctx.Err() == nil { // they may need one another
		var all strings.Builder
		for _, m := range pending {
			all.WriteString(strings.TrimSpace(m.Text) + "\n")
		}
		if eval(pending[0].Cell, all.String()) == nil {
			pending = nil
		}
	}
	for _, m := range pending {
		m.Text, m.Gone = "", "it cannot be declared anew"
		if err := failed[m.Name]; err != nil {
			m.Gone = err.Error()
		} else if err := ctx.Err(); err != nil {
			m.Gone = err.Error()
		}
		lost = append(lost, m)
	}
	return lost
}
