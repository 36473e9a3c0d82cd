package comparison

import (
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
)

// The drawings of a report that panels are made of, and the one they make where
// there are no candidates.
const (
	curveName      = "curve"
	candidatesName = "candidates"
	scatterName    = "scatter"
	scoreName      = "score"
)

// panel draws an entry, and counts the marks that it draws of rows.
func (c *Comparison) panel(i int, drawn *drawnMarks) *figure.Figure {
	e := c.Entries[i]
	if e.Report == nil {
		why := reason(e.Failed)
		return &figure.Figure{Name: "panel", Title: e.Name + ": no result", Caption: why, Alt: fmt.Sprintf("%s: no result, %s", e.Name, why)}
	}
	score := c.Standings[i].Score
	f := &figure.Figure{Name: "panel", Title: fmt.Sprintf("%s  %.3f", e.Name, score.Mean)}
	f.Alt = fmt.Sprintf("%s: %s %.4f", e.Name, c.Measure, score.Mean)
	part := c.scores(i)
	f.Parts = []*figure.Figure{part}
	if part.Name != scoreName {
		f.Alt += ". " + part.Alt
	}
	if scatter := figureNamed(e.Report, scatterName); scatter != nil {
		f.Parts = append(f.Parts, drawn.miniature(scatter, comparedMarks/len(c.Entries)))
	}
	return f
}

// figureNamed returns a drawing of a report by its name, nil without.
func figureNamed(r *engine.Report, name string) *figure.Figure {
	if i := slices.IndexFunc(r.Figures, func(f *figure.Figure) bool { return f.Name == name }); i >= 0 {
		return r.Figures[i]
	}
	return nil
}

// scores draws how the candidates of an entry did, or, where it has none, how it
// did itself.
func (c *Comparison) scores(i int) *figure.Figure {
	r, score := c.Entries[i].Report, c.Standings[i].Score
	if grid := figureNamed(r, candidatesName); grid != nil {
		part := *grid
		part.Title = "inner " + r.Tuning.Measure
		return &part
	}
	curve := figureNamed(r, curveName)
	if curve == nil {
		return c.scoreLine(score)
	}
	part := &figure.Figure{Name: curveName, Title: "inner " + r.Tuning.Measure, Alt: curve.Alt, X: curve.X, Y: curve.Y}
	ends := []float64{math.Inf(1), math.Inf(-1)}
	for _, layer := range curve.Layers {
		switch layer := layer.(type) {
		case figure.Segments: // single folds, which are too many for a small figure
		case figure.Points: // what folds chose, as strokes at the foot: the marks beside them are rows
			part.Layers = append(part.Layers, figure.Segments{Name: layer.Name, X0: layer.X, X1: layer.X, Y0: make([]float64, len(layer.X)), Y1: make([]float64, len(layer.X)), Strong: true})
		case figure.Line:
			for _, x := range layer.X {
				ends[0], ends[1] = min(ends[0], x), max(ends[1], x)
			}
			part.Layers = append(part.Layers, layer)
		default:
			part.Layers = append(part.Layers, layer)
		}
	}
	if r.Tuning.Measure == c.Measure && c.hasHeldRows() && ends[0] <= ends[1] {
		part.Layers = append(part.Layers, figure.Line{Name: "held rows", X: ends, Y: []float64{score.Mean, score.Mean}, Dashed: true})
	}
	return part
}

// setLimits gives a part of scores its limits, and its strokes at the foot their
// height.
func setLimits(part *figure.Figure, low, high float64) {
	part.Y.Low, part.Y.High = low, high
	for _, layer := range part.Layers {
		if strokes, ok := layer.(figure.Segments); ok {
			for i := range strokes.Y0 {
				strokes.Y0[i], strokes.Y1[i] = low, low+(high-low)/12
			}
		}
	}
}

// scoreLine draws a score without candidates: a line as wide as the axis.
func (c *Comparison) scoreLine(score engine.Summary) *figure.Figure {
	name := "held rows"
	if !c.hasHeldRows() {
		name = "training rows"
	}
	part := &figure.Figure{Name: scoreName, Title: c.Measure, X: figure.Axis{Label: "no candidates", Labels: []string{}}, Y: figure.Axis{Label: c.Measure}}
	ends, error := []float64{0, 1}, score.SD/math.Sqrt(float64(len(score.Folds)))
	if !math.IsNaN(error) {
		part.Layers = append(part.Layers, figure.Band{Name: "one standard error", X: ends,
			Low: []float64{score.Mean - error, score.Mean - error}, High: []float64{score.Mean + error, score.Mean + error}})
	}
	part.Layers = append(part.Layers, figure.Line{Name: name, X: ends, Y: []float64{score.Mean, score.Mean}, Dashed: true})
	return part
}
