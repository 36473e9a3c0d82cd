package prepare

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:    "columns",
		Summary: "keeps the columns of the given names",
		Formula: "x ↦ (x_a, x_b, …)",
		Examples: []string{
			`load("balance") | columns("left*") | pca`,
			`load("balance") | columns("-right_weight") | knn(5)`,
		},
	}, func() *Columns { return new(Columns) })
}

// Columns keeps the columns that Names tells, in the order of the names, and drops the
// others: ["width", "petal*"] keeps width and all columns whose names begin with
// petal, and "-id" all but id. A * stands for any characters; a name that a column has
// as it stands is that column. A minus drops from the columns that the other names
// keep, or from all columns if there are no others.
//
// For files, load(..., features=...) does the same before classes and responses are
// told. Cells pass as they are, categorical and missing ones too. A name that no column
// has, and a choice that leaves none, are errors. Nothing is learned, and nothing is
// random; it takes O(nd) time.
type Columns struct {
	Names []string
}

// Params declares the parameters.
func (m *Columns) Params(p *engine.Params) {
	p.Texts(&m.Names, "names", "columns to keep, or with - before them to leave out; * stands for any characters").OfColumns()
}

// Prepare finds the columns.
func (m *Columns) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	columns := columnsOf(s)
	names := engine.NamesOf(columns)
	if len(m.Names) == 0 {
		engine.Remark(ctx, "no names are given, so all columns are kept")
	}
	var kept, left []int
	named := false
	for _, name := range m.Names {
		without, leaves := strings.CutPrefix(name, "-")
		if leaves && !slices.Contains(names, name) {
			found, err := matchNames(without, names)
			if err != nil {
				return nil, err
			}
			left = append(left, found...)
			continue
		}
		named = true
		found, err := matchNames(name, names)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			if !slices.Contains(kept, c) {
				kept = append(kept, c)
			}
		}
	}
	var out columnwise
	if !named {
		for c := range columns {
			kept = append(kept, c)
		}
	}
	for _, c := range kept {
		if !slices.Contains(left, c) {
			out = append(out, unchanged(c))
		}
	}
	if len(out) == 0 {
		return nil, &engine.Error{Param: "names", Cause: "no column is left", Remedy: remedy.Give("names", "of columns to keep")}
	}
	return out.transform(columns, ""), ctx.Err()
}

// matchNames returns the columns that a name or a pattern means, in their order.
func matchNames(pattern string, names []string) ([]int, error) {
	pattern = strings.TrimSpace(pattern)
	if c := slices.Index(names, pattern); c >= 0 {
		return []int{c}, nil
	}
	var found []int
	for c, name := range names {
		if strings.Contains(pattern, "*") && matches(strings.Split(pattern, "*"), name) {
			found = append(found, c)
		}
	}
	if found != nil {
		return found, nil
	}
	advice := remedy.Say("the columns are %s", wording.List(names))
	if near := wording.Nearest(pattern, names); len(near) > 0 {
		advice = remedy.Say("did you mean %s?", strings.Join(near, ", "))
	}
	return nil, &engine.Error{Param: "names", Cause: fmt.Sprintf("no column %q", pattern), Remedy: advice}
}

// matches reports whether a name is the parts with any characters between them.
func matches(parts []string, name string) bool {
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
