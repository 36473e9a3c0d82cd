package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
)

// A tradeoff is recipes by two criteria.
type tradeoff struct {
	data  string // what the recipes learned from
	means string // of what the numbers are
	names []string
	ended []bool // recipes with a result
	x, y  criterion
}

// tradeoff returns the recipes of a data set by two criteria.
func (c *Comparison) tradeoff(across, up string) (t tradeoff, err error) {
	t.data, t.means = c.Data, "means over folds"
	for _, e := range c.Entries {
		t.names, t.ended = append(t.names, e.Name), append(t.ended, e.Report != nil)
	}
	return t, t.setCriteria(c.criterion, across, up)
}

// tradeoff returns the recipes by the means of two criteria over the data sets.
func (s *Survey) tradeoff(across, up string) (t tradeoff, err error) {
	t.data = count(len(s.Sets), "data set", "data sets")
	t.means = "means over " + t.data
	t.names, t.ended = s.Names, make([]bool, len(s.Names))
	for i := range s.Names {
		t.ended[i] = !slices.ContainsFunc(s.Sets, func(c *Comparison) bool { return c.Entries[i].Report == nil })
	}
	return t, t.setCriteria(s.criterion, across, up)
}

// setCriteria finds the two criteria, or refuses them.
func (t *tradeoff) setCriteria(find func(name string) (criterion, error), across, up string) (err error) {
	if across == up {
		return &engine.Error{Cause: "both criteria are " + up, Remedy: remedy.Say("give two that differ")}
	}
	if t.x, err = find(across); err != nil {
		return err
	}
	if t.y, err = find(up); err != nil {
		return err
	}
	if len(t.front()) == 0 {
		return &engine.Error{Cause: fmt.Sprintf("no recipe has both %s and %s", across, up), Remedy: remedy.Say("give two that some recipe has")}
	}
	return nil
}

// front returns the Pareto set.
func (t *tradeoff) front() (set []int) {
	for i := range t.names {
		if t.placed(i) && t.beatenBy(i) < 0 {
			set = append(set, i)
		}
	}
	return set
}

// figure draws the recipes, and joins those of the Pareto set.
func (t *tradeoff) figure() *figure.Figure {
	f := &figure.Figure{Name: "pareto", Title: fmt.Sprintf("%s against %s, %s", t.y.name, t.x.name, t.data), X: t.x.axis(), Y: t.y.axis()}
	best, beaten := figure.Points{Name: "in the Pareto set"}, figure.Points{Name: "beaten by another", Ring: true}
	names := figure.Names{Free: true}
	var set []int
	var told []string
	for i, name := range t.names {
		if !t.placed(i) {
			continue
		}
		by, points := t.beatenBy(i), &best
		if by >= 0 {
			points = &beaten
			told = append(told, fmt.Sprintf("%s (%s) by %s", name, t.place(i), t.names[by]))
		} else {
			set = append(set, i)
		}
		points.X, points.Y = append(points.X, t.x.values[i]), append(points.Y, t.y.values[i])
		points.Tips = append(points.Tips, name)
		names.X, names.Y, names.Texts = append(names.X, t.x.values[i]), append(names.Y, t.y.values[i]), append(names.Texts, name)
	}
	slices.SortStableFunc(set, func(i, j int) int { return t.x.compare(i, j) })
	f.Layers = append(f.Layers, t.frontLine(set))
	if len(beaten.X) > 0 {
		f.Layers = append(f.Layers, beaten)
	}
	f.Layers = append(f.Layers, best, names)
	f.Caption = fmt.Sprintf("Recipes by %s (%s is better) and %s (%s is better), %s. Than those on the line no other is at least as good by both and better by one: %s. It is the set of the means, and says nothing of chance.", t.x.name, t.x.better, t.y.name, t.y.better, t.means, t.listed(set))
	f.Alt = fmt.Sprintf("%s against %s of %s on %s. Pareto set: %s.", t.y.name, t.x.name, count(len(set)+len(told), "recipe", "recipes"), t.data, t.listed(set))
	if told != nil {
		f.Alt += " Beaten: " + strings.Join(told, ", ") + "."
	}
	missing := t.unplaced()
	f.Caption, f.Alt = f.Caption+missing, f.Alt+missing
	return f
}

// placed reports whether an entry has both numbers.
func (t *tradeoff) placed(i int) bool {
	return !math.IsNaN(t.x.values[i]) && !math.IsNaN(t.y.values[i])
}

// beatenBy returns the first entry that is at least as good by both criteria and
// better by one; −1 if there is none.
func (t *tradeoff) beatenBy(i int) int {
	for j := range t.names {
		if t.placed(j) && t.x.against(j, i) >= 0 && t.y.against(j, i) >= 0 && t.x.against(j, i)+t.y.against(j, i) > 0 {
			return j
		}
	}
	return -1
}

// frontLine joins the Pareto set, ordered from left to right, by steps: beyond them
// lies what none has reached.
func (t *tradeoff) frontLine(set []int) figure.Line {
	line := figure.Line{Name: "the best that was reached", Dashed: true}
	for at, i := range set {
		if at > 0 {
			// a step keeps the better of each criterion back: the corner is the worse of both
			corner := [2]float64{t.x.values[i], t.y.values[set[at-1]]}
			if t.x.better == engine.Higher {
				corner = [2]float64{t.x.values[set[at-1]], t.y.values[i]}
			}
			line.X, line.Y = append(line.X, corner[0]), append(line.Y, corner[1])
		}
		line.X, line.Y = append(line.X, t.x.values[i]), append(line.Y, t.y.values[i])
	}
	return line
}

// place writes the two numbers of an entry.
func (t *tradeoff) place(i int) string {
	return fmt.Sprintf("%s %.4g, %s %.4g", t.x.name, t.x.values[i], t.y.name, t.y.values[i])
}

// listed names entries with their numbers.
func (t *tradeoff) listed(entries []int) string {
	var all []string
	for _, i := range entries {
		all = append(all, fmt.Sprintf("%s (%s)", t.names[i], t.place(i)))
	}
	return strings.Join(all, ", ")
}

// unplaced says which entries are not drawn, and what they lack.
func (t *tradeoff) unplaced() string {
	var lacks namedRemarks
	for i, name := range t.names {
		switch {
		case !t.ended[i]:
			lacks.add(name, "no result")
		case math.IsNaN(t.x.values[i]):
			lacks.add(name, "no "+t.x.name)
		case math.IsNaN(t.y.values[i]):
			lacks.add(name, "no "+t.y.name)
		}
	}
	if lacks.texts == nil {
		return ""
	}
	return " Not drawn: " + strings.Join(lacks.lines(", "), " ")
}
