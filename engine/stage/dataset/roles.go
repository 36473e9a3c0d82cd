package dataset

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"unfold/engine"
	"unfold/engine/remedy"
)

// roles says what each column is for, by position.
type roles struct {
	label     int // −1 for none
	responses []int
	features  []int
	aside     []int // neither learned from nor to be learned
	kept      []int // those of them that are asked for
	guessed   bool  // label or response is the last column, or neither is, by the rule
	doubtful  bool  // nothing but its numbers speaks for that
}

// fewClasses is how many different whole numbers may be those of classes where
// nothing else speaks for that.
const fewClasses = 20

// targetNames are what people call the column to be learned, whole or as a word
// of its name.
var targetNames = []string{"y", "class", "classes", "label", "labels", "target", "targets", "response", "responses", "outcome", "species", "diagnosis", "output", "category"}

// assignRoles decides what each column is for.
func (l *Load) assignRoles(ctx context.Context, g *grid) (r roles, err error) {
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
	if r.kept, err = l.findAside(g, r); err != nil {
		return r, err
	}
	if l.Label == "" && len(r.responses) == 0 {
		if err = l.guessTarget(ctx, g, &r); err != nil {
			return r, err
		}
	}
	if r.features, err = l.chooseFeatures(g, r); err != nil {
		return r, err
	}
	if len(r.features) == 0 {
		return r, &engine.Error{Param: "features", Cause: fmt.Sprintf("no column is left to learn from: the file has %d", len(g.columns)), Remedy: remedy.Set("features").Or(remedy.Set("label", "none"))}
	}
	of := make([]bool, len(g.columns))
	for _, c := range r.features {
		of[c] = true
	}
	for c := range g.columns {
		if !of[c] && !r.isTarget(c) {
			r.aside = append(r.aside, c)
		}
	}
	return r, nil
}

// findAside returns the columns that aside= names; what people write for numbers
// are numbers there too.
func (l *Load) findAside(g *grid, r roles) ([]int, error) {
	found, err := g.findAll("aside", l.Aside)
	for _, c := range found {
		g.readWritten(c)
		if r.isTarget(c) {
			return nil, &engine.Error{Param: "aside", Cause: fmt.Sprintf("column %s is what is to be learned", g.columns[c].name), Remedy: remedy.Say("leave it out").Or(remedy.Give("label", "as another column"))}
		}
	}
	return found, err
}

// guessTarget takes the last column for what is to be learned: for the class,
// if it looks like one, else for the response. Where all columns are numbers,
// it is neither called like what is to be learned nor needed as such by the
// sentence that loads it, and its numbers are not those of a few classes, it is
// a feature like the others.
func (l *Load) guessTarget(ctx context.Context, g *grid, r *roles) error {
	last := r.last(g)
	categorical, err := g.isCategorical(last)
	if err != nil {
		return err
	}
	features, err := l.chooseFeatures(g, *r)
	if err != nil {
		return err
	}
	isWord := func(c int) bool { return !g.isNumeric(c) || g.columns[c].truth || g.columns[c].form != "" }
	meant := engine.Learning(ctx) || isTargetName(g.columns[last].name) || slices.ContainsFunc(features, isWord)
	whole := g.columns[last].rounded == "" && g.columns[last].form == ""
	classes := categorical || g.columns[last].truth || whole && g.looksLikeClasses(last)
	r.guessed, r.doubtful = true, !meant
	switch {
	case classes && (meant || g.countDistinct(last) <= fewClasses):
		r.label = last
	case meant:
		r.responses = []int{last}
	}
	return nil
}

// last returns the last column that is not kept aside.
func (r *roles) last(g *grid) int {
	last := len(g.columns) - 1
	for last > 0 && slices.Contains(r.kept, last) {
		last--
	}
	return last
}

// isTargetName reports whether a column is called like what is to be learned.
func isTargetName(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(targetNames, word) })
}

// chooseFeatures returns the columns that features= names or leaves, without
// those that are to be learned.
func (l *Load) chooseFeatures(g *grid, r roles) ([]int, error) {
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
		if r.isTarget(c) {
			return nil, &engine.Error{Param: "features", Cause: fmt.Sprintf("column %s is what is to be learned", g.columns[c].name), Remedy: remedy.Say("leave it out").Or(remedy.Give("label", "as another column"))}
		}
		if slices.Contains(r.kept, c) {
			return nil, &engine.Error{Param: "features", Cause: fmt.Sprintf("column %s is kept aside", g.columns[c].name), Remedy: remedy.Say("leave it out").Or(remedy.Give("aside", "without it"))}
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
	return slices.DeleteFunc(named, func(c int) bool { return left[c] || r.isTarget(c) || slices.Contains(r.kept, c) }), nil
}

// isTarget reports whether column c is what is to be learned, or part of it.
func (r *roles) isTarget(c int) bool { return c == r.label || slices.Contains(r.responses, c) }
