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
	return slices.Concat(c.own(), c.toBest(), c.toFirst(), c.further())
}

// column makes a column of something that stands with an entry.
func (c *Comparison) column(head string, of func(Standing) figure.Cell) column {
	return column{head: head, of: func(i int) figure.Cell { return of(c.Standings[i]) }}
}

// own are the columns of an entry by itself.
func (c *Comparison) own() []column {
	return []column{
		{head: "recipe", always: true, of: func(i int) figure.Cell { return figure.Word(c.Entries[i].Name) }},
		c.column(c.Measure, func(s Standing) figure.Cell {
			cell := figure.Figures(s.Score.Mean, 4)
			cell.Mark = s.Mark
			return cell
		}),
		c.column("±", func(s Standing) figure.Cell { return figure.Figures(s.Score.SD, 4) }),
		c.column("95 % interval", func(s Standing) figure.Cell { return interval(s.Low, s.High) }),
	}
}

// toBest are the columns of differences to the best, with the tests if any was
// made.
func (c *Comparison) toBest() []column {
	best := c.Best()
	if best < 0 || !c.pairs() {
		return nil
	}
	all := []column{c.column("− "+c.Entries[best].Name, func(s Standing) figure.Cell { return s.ToBest.cell() })}
	if c.tested() != nil {
		return all
	}
	after := func(head string, of func(*Contrast) float64) column {
		return c.column(head, func(s Standing) figure.Cell {
			if s.ToBest == nil || s.ToBest.Refused != nil {
				return figure.Word("—")
			}
			return figure.Figures(of(s.ToBest), 2)
		})
	}
	return append(all,
		c.column("p", func(s Standing) figure.Cell { return chance(s.P) }),
		after("P(better)", func(d *Contrast) float64 { return d.After.Better }),
		after("P(same)", func(d *Contrast) float64 { return d.After.Same }),
		after("P(worse)", func(d *Contrast) float64 { return d.After.Worse }))
}

// toFirst is the column of differences to the first, unless that is the best.
func (c *Comparison) toFirst() []column {
	if best := c.Best(); best <= 0 || c.Entries[0].Report == nil {
		return nil
	}
	return []column{c.column("− "+c.Entries[0].Name, func(s Standing) figure.Cell { return s.ToFirst.cell() })}
}

// cell is the mean difference; a dash without one.
func (d *Contrast) cell() figure.Cell {
	if d == nil {
		return difference(math.NaN())
	}
	return difference(d.Mean)
}

// further are the columns of what is not compared: other scores, time, and what
// folds have chosen.
func (c *Comparison) further() (all []column) {
	entries := finished(Set{Entries: c.Entries})
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
		all = append(all, column{head: "chosen", of: func(i int) figure.Cell { return figure.Word(chosen(c.Entries[i].Report)) }})
	}
	return all
}
