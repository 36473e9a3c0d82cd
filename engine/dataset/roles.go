package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
)

// roles says what each column is for, by position.
type roles struct {
	label     int // −1 for none
	responses []int
	features  []int
	aside     []int // neither learned from nor to be learned
	guessed   bool  // label or response is the last column, by the rule
}

// roles settles what each column is for.
func (l *Load) roles(g *grid) (r roles, err error) {
	r.label = -1
	none := l.Label == "none" && g.position("none") < 0
	if l.Label != "" && !none {
		if r.label, err = g.find("label", l.Label); err != nil {
			return r, err
		}
	}
	if r.responses, err = g.findAll("response", l.Response); err != nil {
		return r, err
	}
	if l.Label == "" && len(r.responses) == 0 {
		r.guessed = true
		last := len(g.columns) - 1
		if categorical, err := g.isCategorical(last); err != nil {
			return r, err
		} else if categorical || g.fewWhole(last) {
			r.label = last
		} else {
			r.responses = []int{last}
		}
	}
	if r.features, err = l.features(g, r); err != nil {
		return r, err
	}
	if len(r.features) == 0 {
		return r, &engine.Error{Param: "features", Cause: fmt.Sprintf("no column is left to learn from: the file has %d", len(g.columns)), Remedy: `name columns with features=, or set label="none"`}
	}
	of := make([]bool, len(g.columns))
	for _, c := range r.features {
		of[c] = true
	}
	for c := range g.columns {
		if !of[c] && !r.learned(c) {
			r.aside = append(r.aside, c)
		}
	}
	return r, nil
}

// features returns the columns that features= names or leaves, without those
// that are to be learned.
func (l *Load) features(g *grid, r roles) ([]int, error) {
	var named []int
	left := make([]bool, len(g.columns))
	for _, name := range l.Features {
		if without, ok := strings.CutPrefix(name, "-"); ok && g.position(name) < 0 {
			c, err := g.find("features", without)
			if err != nil {
				return nil, err
			}
			left[c] = true
			continue
		}
		c, err := g.find("features", name)
		if err != nil {
			return nil, err
		}
		if r.learned(c) {
			return nil, &engine.Error{Param: "features", Cause: fmt.Sprintf("column %s is what is to be learned", g.columns[c].name), Remedy: "leave it out, or name another label"}
		}
		if !slices.Contains(named, c) {
			named = append(named, c)
		}
	}
	if named == nil {
		for c := range g.columns {
			named = append(named, c)
		}
	}
	return slices.DeleteFunc(named, func(c int) bool { return left[c] || r.learned(c) }), nil
}

// learned reports whether column c is what is to be learned, or part of it.
func (r *roles) learned(c int) bool { return c == r.label || slices.Contains(r.responses, c) }

// remark says what was decided rather than asked for.
func (r *roles) remark(ctx context.Context, g *grid, t *engine.Table) {
	if !g.headed {
		engine.Remark(ctx, "no header: columns are named x1 to x%d", len(g.columns))
	}
	switch {
	case r.guessed && t.HasClasses():
		engine.Remark(ctx, "the last column, %s, is the class: %d different values", t.Label, len(t.Classes))
	case r.guessed:
		engine.Remark(ctx, "the last column, %s, is the response: its numbers are not those of a few classes", t.Label)
	}
	var categorical []string
	for _, c := range t.Columns {
		if c.Levels != nil {
			categorical = append(categorical, c.Name)
		}
	}
	if len(categorical) > 0 {
		engine.Remark(ctx, "categorical: %s", listed(categorical))
	}
	r.remarkCells(ctx, g, t)
}

// remarkCells says how the cells to learn from were read.
func (r *roles) remarkCells(ctx context.Context, g *grid, t *engine.Table) {
	var incomplete []string
	absent := 0
	for i, c := range r.features {
		if n := g.columns[c].absent; n > 0 {
			absent += n
			incomplete = append(incomplete, t.Columns[i].Name)
		}
	}
	if absent > 0 {
		engine.Remark(ctx, "%d cells are missing: %s", absent, listed(incomplete))
	}
	if g.decimal.comma && g.decimal.point && g.decimal.commaLine > 0 {
		engine.Remark(ctx, "commas were read as decimal marks, first in line %d", g.decimal.commaLine)
	}
}
