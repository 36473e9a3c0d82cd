package comparison

import (
	"fmt"
	"math"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/elementary"
	"unfold/engine/remedy"
)

// panelsAcross is how many recipes stand in a row of panels, which then is as
// wide as a page.
const panelsAcross = 3

// Panels draws a panel for each recipe: how its candidates did, beside where it
// placed the rows. All scores share their limits, so that panels can be held
// against each other: those given, or with low = high what the scores of all
// recipes span.
//
// The first part of a panel is the curve of the recipe's candidates on the inner
// folds (a grid where two parameters are varied), with a dashed line at its score
// on held rows; a recipe without candidates has its score as a line, with a band
// of one standard error between folds. The second part is the recipe's own
// scatter, which shows one fold; of many rows some are drawn, spread evenly over
// all and the same in each panel, and the caption says of how many. Both are what the recipe has drawn: one that
// was told to draw something else, or that embeds nothing, has less to show. A
// recipe that failed has an empty panel with its reason.
//
// It fails with an *engine.Error for limits that are none.
func (c *Comparison) Panels(low, high float64) (*figure.Figure, error) {
	if !(low <= high) || math.IsInf(high-low, 0) {
		return nil, &engine.Error{Cause: fmt.Sprintf("scores cannot go from %g to %g", low, high), Remedy: remedy.Say("give the lower limit first, such as 0 and 1")}
	}
	f := &figure.Figure{Name: "panels", Title: fmt.Sprintf("%s: %s against candidates, beside the embedding", c.Data, c.Measure), Across: min(panelsAcross, len(c.Entries)),
		X: figure.Axis{Label: "candidates; first dimension"}, Y: figure.Axis{Label: c.Measure + "; second dimension"}}
	names, drawn := make([]string, len(c.Entries)), new(drawnMarks)
	for i := range c.Entries {
		panel := c.panel(i, drawn)
		f.Parts, names[i] = append(f.Parts, panel), panel.Title
	}
	limits := "the same in all panels"
	if low == high {
		low, high = scoreLimits(f)
		limits = "what all recipes span"
	}
	for _, part := range scoreParts(f) {
		setLimits(part, low, high)
	}
	f.Caption = fmt.Sprintf("Each panel has the scores of a recipe's candidates beside the rows as it placed them, in one fold. Scores go from %.3g to %.3g, %s; a band is one standard error, and strokes at the foot are what folds chose. %s%s", low, high, limits, c.judgedRows(), drawn.sample())
	f.Alt = fmt.Sprintf("%s of %s on %s. %s. Scores go from %.3g to %.3g in all panels.", c.Measure, count(len(c.Entries), "recipe", "recipes"), c.Data, strings.Join(names, "; "), low, high)
	return f, nil
}

// judgedRows says which rows the scores are of.
func (c *Comparison) judgedRows() string {
	if !c.hasHeldRows() {
		return "No rows were held: curves are of inner folds, lines of the training rows themselves, which flatters."
	}
	return "Curves are of inner folds of the training rows, and dashed lines of held rows; judge by these, and by the rings, which are held rows."
}

// hasHeldRows reports whether rows were held to judge by.
func (c *Comparison) hasHeldRows() bool { return c.Share > 0 }

// scoreParts returns the parts whose axis upwards is that of scores.
func scoreParts(f *figure.Figure) (parts []*figure.Figure) {
	for _, part := range f.Leaves() {
		if part.Name == curveName || part.Name == scoreName {
			parts = append(parts, part)
		}
	}
	return parts
}

// scoreLimits returns what the scores of all panels span, rounded outwards.
func scoreLimits(f *figure.Figure) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	see := func(values []float64) {
		for _, v := range values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	for _, part := range scoreParts(f) {
		for _, layer := range part.Layers {
			switch layer := layer.(type) {
			case figure.Line:
				see(layer.Y)
			case figure.Band:
				see(layer.Low)
				see(layer.High)
			}
		}
	}
	if low > high {
		return 0, 1
	}
	step := elementary.Pow(10, math.Floor(elementary.Log10(max(high-low, math.Abs(high)*1e-3, 1e-9)))) / 2
	return math.Floor(low/step) * step, math.Ceil(high/step) * step
}
