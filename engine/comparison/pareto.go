package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
)

// Front returns the entries of the Pareto set by two criteria, in their order: those
// than which no other is at least as good by both and better by one. A criterion is
// the mean of a score that some entry has, [Seconds], or [Dimensions]; entries
// without one of them are left out. It fails with an *engine.Error for a criterion
// that no entry has.
func (c *Comparison) Front(across, up string) ([]int, error) {
	x, y, err := c.criteria(across, up)
	if err != nil {
		return nil, err
	}
	var front []int
	for i := range c.Entries {
		if c.placed(x, y, i) && c.beatenBy(x, y, i) < 0 {
			front = append(front, i)
		}
	}
	return front, nil
}

// Pareto draws the entries by two criteria, see [Comparison.Front], and joins those
// of the Pareto set. It fails as Front does.
//
// The set is that of the means. Recipes near its line may owe their place to chance:
// the tests of the table tell which differ.
//
// Citation: Pareto 1906, Manuale di economia politica, chapter 6; of learners by error
// and size, Jin, Sendhoff 2008, doi:10.1109/TSMCC.2008.919172.
func (c *Comparison) Pareto(across, up string) (*figure.Figure, error) {
	x, y, err := c.criteria(across, up)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{Name: "pareto", Title: fmt.Sprintf("%s against %s, %s", up, across, c.Data), X: x.axis(), Y: y.axis()}
	best, beaten := figure.Points{Name: "in the Pareto set"}, figure.Points{Name: "beaten by another", Ring: true}
	names := figure.Names{Free: true}
	var set []int
	var told []string
	for i, e := range c.Entries {
		if !c.placed(x, y, i) {
			continue
		}
		by, points := c.beatenBy(x, y, i), &best
		if by >= 0 {
			points = &beaten
			told = append(told, fmt.Sprintf("%s (%s) by %s", e.Name, place(x, y, i), c.Entries[by].Name))
		} else {
			set = append(set, i)
		}
		points.X, points.Y = append(points.X, x.values[i]), append(points.Y, y.values[i])
		points.Tips = append(points.Tips, e.Name)
		names.X, names.Y, names.Texts = append(names.X, x.values[i]), append(names.Y, y.values[i]), append(names.Texts, e.Name)
	}
	slices.SortStableFunc(set, func(i, j int) int { return x.compare(i, j) })
	f.Layers = append(f.Layers, frontLine(x, y, set))
	if len(beaten.X) > 0 {
		f.Layers = append(f.Layers, beaten)
	}
	f.Layers = append(f.Layers, best, names)
	f.Caption = fmt.Sprintf("Recipes by %s (%s is better) and %s (%s is better), means over folds. Than those on the line no other is at least as good by both and better by one: %s. It is the set of the means, and says nothing of chance.", across, x.better, up, y.better, c.listed(x, y, set))
	f.Alt = fmt.Sprintf("%s against %s of %s on %s. Pareto set: %s.", up, across, count(len(set)+len(told), "recipe", "recipes"), c.Data, c.listed(x, y, set))
	if told != nil {
		f.Alt += " Beaten: " + strings.Join(told, ", ") + "."
	}
	missing := c.unplaced(x, y)
	f.Caption, f.Alt = f.Caption+missing, f.Alt+missing
	return f, nil
}

// placed reports whether an entry has both numbers.
func (c *Comparison) placed(x, y criterion, i int) bool {
	return !math.IsNaN(x.values[i]) && !math.IsNaN(y.values[i])
}

// beatenBy returns the first entry that is at least as good by both criteria and
// better by one; −1 if there is none.
func (c *Comparison) beatenBy(x, y criterion, i int) int {
	for j := range c.Entries {
		if c.placed(x, y, j) && x.against(j, i) >= 0 && y.against(j, i) >= 0 && x.against(j, i)+y.against(j, i) > 0 {
			return j
		}
	}
	return -1
}

// frontLine joins the Pareto set, ordered from left to right, by steps: beyond them
// lies what none has reached.
func frontLine(x, y criterion, set []int) figure.Line {
	line := figure.Line{Name: "the best that was reached", Dashed: true}
	for at, i := range set {
		if at > 0 {
			// a step keeps the better of each criterion back: the corner is the worse of both
			corner := [2]float64{x.values[i], y.values[set[at-1]]}
			if x.better == engine.Higher {
				corner = [2]float64{x.values[set[at-1]], y.values[i]}
			}
			line.X, line.Y = append(line.X, corner[0]), append(line.Y, corner[1])
		}
		line.X, line.Y = append(line.X, x.values[i]), append(line.Y, y.values[i])
	}
	return line
}

// place writes the two numbers of an entry.
func place(x, y criterion, i int) string {
	return fmt.Sprintf("%s %.4g, %s %.4g", x.name, x.values[i], y.name, y.values[i])
}

// listed names entries with their numbers.
func (c *Comparison) listed(x, y criterion, entries []int) string {
	var all []string
	for _, i := range entries {
		all = append(all, fmt.Sprintf("%s (%s)", c.Entries[i].Name, place(x, y, i)))
	}
	return strings.Join(all, ", ")
}

// unplaced says which entries are not drawn, and what they lack.
func (c *Comparison) unplaced(x, y criterion) string {
	var lacks namedRemarks
	for i, e := range c.Entries {
		switch {
		case e.Report == nil:
			lacks.add(e.Name, "no result")
		case math.IsNaN(x.values[i]):
			lacks.add(e.Name, "no "+x.name)
		case math.IsNaN(y.values[i]):
			lacks.add(e.Name, "no "+y.name)
		}
	}
	if lacks.texts == nil {
		return ""
	}
	return " Not drawn: " + strings.Join(lacks.lines(", "), " ")
}
