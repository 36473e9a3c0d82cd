package profile

import (
	"slices"

	"unfold/engine"
)

// OfClasses tells how many rows have each class; rows without one are missing.
func OfClasses(t engine.Target) *Column {
	p := &Column{Name: t.Label, Rows: len(t.Labels)}
	var cells []float64
	for class, size := range t.Sizes() {
		cells = slices.Grow(cells, size)
		for range size {
			cells = append(cells, float64(class))
		}
	}
	p.Missing = p.Rows - len(cells)
	p.setLevels(cells, t.Classes)
	return p
}

// setLevels takes the sorted numbers of levels.
func (c *Column) setLevels(sorted []float64, names []string) {
	c.Different = countDifferent(sorted)
	c.Quartiles = quartiles(nil)
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			c.Levels = append(c.Levels, Level{Name: nameOf(v, names)})
		}
		c.Levels[len(c.Levels)-1].Rows++
	}
	c.Kind = Category
	if len(c.Levels) == 0 {
		c.Kind = Empty
	} else if sayYesAndNo(c.Levels) {
		c.Kind = Boolean
	}
	slices.SortStableFunc(c.Levels, func(a, b Level) int { return b.Rows - a.Rows })
}

// nameOf is what a level is called.
func nameOf(v float64, names []string) string {
	if v < 0 || int(v) >= len(names) {
		return "unseen"
	}
	return names[int(v)]
}
