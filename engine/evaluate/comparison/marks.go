package comparison

import (
	"fmt"
	"math"

	"unfold/engine/figure"
	"unfold/engine/wording"
)

// How many rows all panels together draw, as many as a page can show and a file should
// carry: those whose marks are what they are held against each other by, and those that
// stand beside scores. leastMarks is how many one panel draws at least.
const (
	placedMarks   = 5000
	comparedMarks = 1000
	leastMarks    = 40
)

// drawnMarks is how many rows the panel of most rows draws, and of how many.
type drawnMarks struct{ drawn, rows int }

// sample tells that some rows are not drawn; nothing where all are.
func (m *drawnMarks) sample() string {
	if m.drawn == m.rows {
		return ""
	}
	return fmt.Sprintf(" Marks are a sample, evenly spread over all rows and the same in each panel: %s of %s.", wording.Number(m.drawn), wording.Count(m.rows, "row"))
}

// miniature is a scatter for a small figure: without numbers on its axes, which mean
// nothing, and with so many marks at most.
func (m *drawnMarks) miniature(scatter *figure.Figure, most int) *figure.Figure {
	part := *scatter
	part.Title = "embedding"
	part.X.Label, part.Y.Label = "", ""
	part.X.Labels, part.Y.Labels = []string{}, []string{}
	rows, drawn := 0, 0
	for _, layer := range scatter.Layers {
		if p, ok := layer.(figure.Points); ok {
			rows += len(p.X)
		}
	}
	share := float64(max(most, leastMarks)) / float64(max(rows, 1))
	part.Layers = nil
	for _, layer := range scatter.Layers {
		if p, ok := layer.(figure.Points); ok {
			if share < 1 {
				p = thinPoints(p, share)
			}
			drawn += len(p.X)
			layer = p
		}
		part.Layers = append(part.Layers, layer)
	}
	if rows > m.rows {
		m.drawn, m.rows = drawn, rows
	}
	return &part
}

// thinPoints keeps a share of points, evenly spread over their order: point i
// stays if the fractional part of i/φ is below the share.
func thinPoints(p figure.Points, share float64) figure.Points {
	kept := p
	kept.X, kept.Y, kept.Class, kept.Shade, kept.Rows = nil, nil, nil, nil, nil
	for i := range p.X {
		if _, turn := math.Modf(float64(i) / math.Phi); turn >= share {
			continue
		}
		kept.X, kept.Y = append(kept.X, p.X[i]), append(kept.Y, p.Y[i])
		if p.Class != nil {
			kept.Class = append(kept.Class, p.Class[i])
		}
		if p.Shade != nil {
			kept.Shade = append(kept.Shade, p.Shade[i])
		}
		if p.Rows != nil {
			kept.Rows = append(kept.Rows, p.Rows[i])
		}
	}
	return kept
}
