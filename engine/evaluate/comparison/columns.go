package comparison

import (
	"math"
	"slices"
	"unfold/engine/figure"
)

// A column of the table says something of each entry that has a report.
type column struct {
	head   string
	of     func(i int) figure.Cell
	always bool // also of entries without one
}

func (c *Comparison) columns() []column {
	return slices.Concat(c.scoreColumns(), c.bestColumns(), c.firstColumns(), c.otherColumns())
}

// newColumn makes a column of something that stands with an entry.
func (c *Comparison) newColumn(head string, of func(Standing) figure.Cell) column {
	return column{head: head, of: func(i int) figure.Cell { return of(c.Standings[i]) }}
}

// scoreColumns are the columns of an entry by itself.
func (c *Comparison) scoreColumns() []column {
	return []column{
		{head: "recipe", always: true, of: func(i int) figure.Cell { return figure.Word(c.Entries[i].Name) }},
		c.newColumn(c.Measure, func(s Standing) figure.Cell {
			cell := figure.Figures(s.Score.Mean, 4)
			cell.Mark = s.Mark
			return cell
		}),
		c.newColumn("±", func(s Standing) figure.Cell { return figure.Figures(s.Score.SD, 4) }),
		c.newColumn("95 % interval", func(s Standing) figure.Cell { return interval(s.Low, s.High) }),
	}
}

// bestColumns are the columns of differences to the best, with the tests if any
// was made.
func (c *Comparison) bestColumns() []column {
	best := c.Best()
	if best < 0 || !c.hasPairs() {
		return nil
	}
	all := []column{c.newColumn("− "+c.Entries[best].Name, func(s Standing) figure.Cell { return s.ToBest.cell() })}
	if c.whyUntested() != nil {
		return all
	}
	after := func(head string, of func(*Contrast) float64) column {
		return c.newColumn(head, func(s Standing) figure.Cell {
			if s.ToBest == nil || s.ToBest.Refused != nil {
				return figure.Word(figure.Nothing)
			}
			return figure.Figures(of(s.ToBest), 2)
		})
	}
	return append(all,
		c.newColumn("p", func(s Standing) figure.Cell { return probability(s.P) }),
		after("P(better)", func(d *Contrast) float64 { return d.After.Better }),
		after("P(same)", func(d *Contrast) float64 { return d.After.Same }),
		after("P(worse)", func(d *Contrast) float64 { return d.After.Worse }))
}

// firstColumns is the column of differences to the first, unless that is the
// best.
func (c *Comparison) firstColumns() []column {
	if best := c.Best(); best <= 0 || c.Entries[0].Report == nil {
		return nil
	}
	return []column{c.newColumn("− "+c.Entries[0].Name, func(s Standing) figure.Cell { return s.ToFirst.cell() })}
}

// cell is the mean difference; a dash without one.
func (d *Contrast) cell() figure.Cell {
	if d == nil {
		return difference(math.NaN())
	}
	return difference(d.Mean)
}

// otherColumns are the columns of what is not compared: other scores, time, and
// what folds have chosen.
func (c *Comparison) otherColumns() (all []column) {
	entries := finishedEntries(Set{Entries: c.Entries})
	if len(entries) == 0 {
		return nil
	}
	for _, name := range c.others {
		all = append(all, column{head: name, of: func(i int) figure.Cell {
			score, _ := c.Entries[i].Report.Score(name)
			return figure.Figures(score.Mean, 4)
		}})
	}
	all = append(all, column{head: "seconds", of: func(i int) figure.Cell { return figure.Figures(c.Entries[i].Report.Seconds, 2) }})
	if slices.ContainsFunc(entries, func(e Entry) bool { return e.Report.Tuning != nil }) {
		all = append(all, column{head: "chosen", of: func(i int) figure.Cell { return figure.Word(chosenValues(c.Entries[i].Report)) }})
	}
	return all
}
