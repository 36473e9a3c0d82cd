package view

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

// paired reports whether an embedding is drawn by pairs of its dimensions: where it has more
// than can stand in space, and none was asked for.
func (m *Scatter) paired(e *engine.Embedding) bool {
	return e.Dim() > 3 && m.X == "1" && m.Y == "2" && (m.Z == "auto" || m.Z == "")
}

// drawPairs draws each two of the first dimensions beside each other, in the order of the
// second.
func (m *Scatter) drawPairs(r *engine.Report, run *engine.Run) (*figure.Figure, error) {
	response, err := responseAt(run.Train.Target, m.Response)
	if err != nil {
		return nil, err
	}
	dim := run.Embedding.Dim()
	shown := min(dim, m.Pairs)
	f := &figure.Figure{Name: "scatter", Title: "Embedding by pairs of dimensions" + folds.Title(r, m.Fold), Across: 3,
		X: figure.Axis{Label: "dimension"}, Y: figure.Axis{Label: "dimension"}}
	rows := ""
	for up := 1; up < shown; up++ {
		for across := range up {
			p := plane{x: across, y: up, z: -1, response: response}
			part := &figure.Figure{Alt: fmt.Sprintf("Dimension %d by %d.", up+1, across+1)}
			p.frame(part, run.Train)
			part.Layers, _, _, rows = p.rows(run)
			titled := &figure.Figure{Title: fmt.Sprintf("%d by %d", up+1, across+1), Parts: []*figure.Figure{part}}
			f.Parts = append(f.Parts, titled)
		}
	}
	f.Classes = run.Train.Classes
	left := ""
	if dim > shown {
		left = fmt.Sprintf(" %s left out: scatter(pairs=%d) draws all.", wording.Plural(dim-shown, "further dimension"), dim)
	}
	f.Caption = fmt.Sprintf("Rows by each two of the first %d of %d dimensions: that which a title names first goes up, the other across. Training rows are filled, held rows are rings. What only three dimensions together tell apart does not show: scatter(z=3) draws three of them in space, scatter(z=\"none\") the first two alone.", shown, dim) + left + plane{response: response}.legend(run.Train)
	f.Alt = fmt.Sprintf("%s by pairs of the first %d of %d dimensions%s.%s", rows, shown, dim, classSizes(run), spans(run, shown))
	return f, nil
}

// spans tells how far rows reach along each of the first dimensions.
func spans(run *engine.Run, count int) (text string) {
	for k := range count {
		p := plane{x: k, y: k, z: -1}
		text += fmt.Sprintf(" Dimension %d spans %s.", k+1, wording.Span(p.points("", run.Embedding.Y, engine.Sample{}).X))
	}
	return text
}
