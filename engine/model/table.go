package model

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

// Table returns the card as it is read: what the model is, what rows must have, how well
// it did and how that was found, and what it holds.
func (m *Model) Table() *figure.Sheet {
	c := &m.Card
	sheet := &figure.Sheet{Title: "A model of " + c.Data.Name, Columns: []string{"", ""}}
	say := func(what, format string, args ...any) {
		sheet.Rows = append(sheet.Rows, []figure.Cell{figure.Word(what), figure.Word(fmt.Sprintf(format, args...))})
	}
	say("pipeline", "%s", c.Pipeline)
	say("learned from", "%s", c.Data.text())
	say("rows must have", "%s", c.columns())
	say("it gives", "%s", m.gives())
	say("measured", "%s", c.measured())
	if c.Choice != nil {
		say("chosen", "%s", c.Choice.text())
	}
	say("it holds", "%s", m.holds())
	say("learned", "%s, by unfold %s", c.Learned.Format(time.DateTime), c.Program)
	for _, n := range c.Notes {
		sheet.Foot = append(sheet.Foot, n)
	}
	return sheet
}

// text tells the rows: how many, with a label, and of which file.
func (d Data) text() string {
	text := fmt.Sprintf("%s of %s", wording.Count(d.Rows, "row"), d.Source)
	if d.Known > 0 && d.Known < d.Rows {
		text += fmt.Sprintf(", %d with a label", d.Known)
	}
	if len(d.SHA256) >= shortSum {
		text += ", sha256 " + d.SHA256[:shortSum] + "…"
	}
	return text
}

// shortSum is how much of a checksum is told.
const shortSum = 12

// columns lists what rows must have.
func (c *Card) columns() string {
	var names []string
	for _, column := range c.Columns {
		name := column.Name
		switch {
		case column.Levels != nil:
			name += fmt.Sprintf(" (%s)", wording.List(column.Levels))
		case column.Written != "":
			name += " in " + column.Written
		}
		names = append(names, name)
	}
	const most = 20
	text := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return fmt.Sprintf("%s: %s", wording.Count(len(names), "column"), text)
}

// gives tells what the model says of a row.
func (m *Model) gives() string {
	var parts []string
	c := &m.Card
	switch {
	case len(c.Classes) > 0:
		parts = append(parts, fmt.Sprintf("%s, one of %s", strings.Join(c.Target, ", "), wording.List(c.Classes)))
	case len(c.Responses) > 0:
		parts = append(parts, wording.List(c.Responses))
	}
	if m.places() {
		parts = append(parts, fmt.Sprintf("a place in %s", wording.Count(m.Dimensions(), "dimension")))
	}
	if m.of.near != nil {
		parts = append(parts, "how far it lies from training rows")
	}
	return strings.Join(parts, "; ")
}

// Dimensions is how many numbers say where a row is placed.
func (m *Model) Dimensions() int {
	if len(m.of.way) == 0 {
		return len(m.Card.Columns)
	}
	return m.of.way[len(m.of.way)-1].Dim()
}

// places reports whether a map takes rows anywhere, beside preparing their columns.
func (m *Model) places() bool {
	return slices.ContainsFunc(m.of.way, func(l engine.Leg) bool {
		_, prepares := l.Map.(*engine.Transform)
		_, keeps := l.Map.(newrows.Kept)
		return !prepares && !keeps
	})
}

// measured tells the scores and what found them.
func (c *Card) measured() string {
	if len(c.Scores) == 0 {
		return "not at all: a report of the pipeline tells how well it does on rows it has not learned from, and .Learn() of it keeps its scores"
	}
	var parts []string
	for _, s := range c.Scores {
		parts = append(parts, s.text())
	}
	return strings.Join(parts, ", ") + "; by " + c.Measured
}

// text writes a score with what is known of its spread.
func (s Score) text() string {
	text := fmt.Sprintf("%s %.4g", s.Name, s.Mean)
	switch {
	case s.SD != nil:
		return text + fmt.Sprintf(" ± %.2g", *s.SD)
	case s.Low != nil && s.High != nil:
		return text + fmt.Sprintf(" (%.4g to %.4g)", *s.Low, *s.High)
	}
	return text
}

// text tells what was chosen, and what it scored where it was chosen.
func (c *Choice) text() string {
	var parts []string
	for i, p := range c.Parameters {
		if i < len(c.Chosen) {
			parts = append(parts, p+" = "+c.Chosen[i])
		}
	}
	inner := "on the rows themselves"
	if c.Inner != "" {
		inner = "by " + c.Inner
	}
	text := fmt.Sprintf("%s of %d settings, %s", strings.Join(parts, ", "), c.Count, inner)
	if len(c.Settings) > 0 {
		text += fmt.Sprintf("; the best %s was %.4g", c.Measure, c.Settings[0].Mean)
	}
	return text
}

// holds tells what the file holds of training rows.
func (m *Model) holds() string {
	holds := m.Card.Holds
	if holds == nil {
		if _, found, err := m.written(); err == nil {
			holds = found
		}
	}
	if len(holds) == 0 {
		return "no training rows"
	}
	var parts []string
	for _, h := range holds {
		parts = append(parts, fmt.Sprintf("%s, which %s needs", wording.Count(h.Rows, "training row"), h.Stage))
	}
	return strings.Join(parts, "; ")
}

// Explain tells the steps of the pipeline: what each does, its formula and where it comes
// from, as the catalogue says.
func (m *Model) Explain(c *engine.Catalogue) *figure.Sheet {
	sheet := &figure.Sheet{Title: "How " + m.Card.Data.Name + " was learned", Columns: []string{"step", "role", "what it does", "formula", "citation"}}
	for _, s := range m.Card.Steps {
		row := []figure.Cell{figure.Word(s.Text), figure.Word(s.Role)}
		var stage engine.Stage
		if known, ok := c.Lookup(s.Name); ok {
			stage = *known
		}
		for _, text := range []string{stage.Summary, stage.Formula, stage.Citation} {
			row = append(row, figure.Word(text))
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	sheet.Foot = []string{"Rows that come later go the same way: " + m.way()}
	return sheet
}

// way tells which stages a row passes, and what width it has behind each.
func (m *Model) way() string {
	parts := []string{wording.Count(len(m.Card.Columns), "column")}
	for _, l := range m.of.way {
		parts = append(parts, fmt.Sprintf("%s → %d", l.Stage, l.Dim()))
	}
	if m.Card.Predictor != "" {
		parts = append(parts, m.Card.Predictor)
	}
	return strings.Join(parts, ", ")
}

// AnswerNames are the names of what is predicted.
func (m *Model) AnswerNames() []string {
	switch {
	case len(m.Card.Classes) > 0 && len(m.Card.Target) > 0:
		return m.Card.Target[:1]
	case len(m.Card.Classes) > 0:
		return []string{"class"}
	}
	return m.Card.Responses
}
