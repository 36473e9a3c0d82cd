package comparison

import (
	"fmt"
	"strings"
	"unfold/engine/figure"
)

// Figures returns the drawings of the comparison: the differences to the best,
// fold by fold, with their interval. There are none where nothing is paired.
func (c *Comparison) Figures() []*figure.Figure {
	best := c.Best()
	if best < 0 || !c.hasPairs() {
		return nil
	}
	points := figure.Points{Name: "fold", Ring: true}
	means := figure.Points{Name: "mean"}
	spans := figure.Segments{Name: "95 % interval", Strong: true}
	fig := &figure.Figure{Name: "differences", Title: fmt.Sprintf("%s against %s, %s", c.Measure, c.Entries[best].Name, c.Data),
		X: figure.Axis{Label: fmt.Sprintf("%s − that of %s", c.Measure, c.Entries[best].Name)}, Y: figure.Axis{Labels: []string{}}}
	var said []string
	for i := len(c.Entries) - 1; i >= 0; i-- { // the first on top
		d := c.Standings[i].ToBest
		if d == nil || len(d.Differences) == 0 {
			continue
		}
		at := float64(len(fig.Y.Labels))
		fig.Y.Labels = append(fig.Y.Labels, c.Entries[i].Name)
		for _, v := range d.Differences {
			points.X, points.Y = append(points.X, v), append(points.Y, at-0.15)
		}
		means.X, means.Y = append(means.X, d.Mean), append(means.Y, at+0.15)
		words := fmt.Sprintf("%s %+.4f", c.Entries[i].Name, d.Mean)
		if d.Refused == nil {
			spans.X0, spans.Y0 = append(spans.X0, d.Test.Low), append(spans.Y0, at+0.15)
			spans.X1, spans.Y1 = append(spans.X1, d.Test.High), append(spans.Y1, at+0.15)
			words += fmt.Sprintf(" [%+.4f, %+.4f]", d.Test.Low, d.Test.High)
		}
		said = append([]string{words}, said...)
	}
	if len(fig.Y.Labels) == 0 {
		return nil
	}
	low, high := -0.5, float64(len(fig.Y.Labels))-0.5
	upright := func(name string, dashed bool, x float64) figure.Line {
		return figure.Line{Name: name, X: []float64{x, x}, Y: []float64{low, high}, Dashed: dashed}
	}
	fig.Layers = []figure.Layer{upright("no difference", false, 0)}
	if c.ROPE > 0 {
		fig.Layers = append(fig.Layers, upright(fmt.Sprintf("same within ±%g", c.ROPE), true, -c.ROPE), upright("", true, c.ROPE))
	}
	if len(spans.X0) > 0 {
		fig.Layers = append(fig.Layers, spans)
	}
	fig.Layers = append(fig.Layers, points, means)
	fig.Caption = fmt.Sprintf("Paired differences over %s of %s; the interval is that of the corrected resampled t, unadjusted.", count(c.Folds, "fold", "folds"), c.Protocol)
	if refused := c.whyUntested(); refused != nil {
		fig.Caption = fmt.Sprintf("Paired differences; no test: %s.", reason(refused))
	}
	fig.Alt = fmt.Sprintf("Differences of %s to %s: %s", c.Measure, c.Entries[best].Name, strings.Join(said, ", "))
	return []*figure.Figure{fig}
}
