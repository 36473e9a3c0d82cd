package view

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "elbow",
		Summary:  "draws the residual variance against the number of dimensions",
		Use:      "Choose how many dimensions to keep: where the line flattens, more explain little.",
		Avoid:    "It judges distances of all sizes; where neighbourhoods matter more, see ranks.",
		Formula:  "1 − r²(δ_ij, ‖y_i − y_j‖) for 1, 2, ... dimensions",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | elbow`},
		Needs:    engine.NeedEmbedding | engine.NeedResidual,
		Rank:     430,
		Standard: true,
	}, func() *Elbow { return new(Elbow) })
}

// Elbow draws the residual variance 1 − r² of embeddings of 1, 2, ...
// dimensions, with r the correlation between the dissimilarities to keep and
// the distances in the embedding. Where it flattens, further dimensions add
// little. It is found when somebody asks, in about the time that it took to
// place the rows.
//
// Citation: Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type Elbow struct{ folds.One }

// View draws the figure.
func (m *Elbow) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Embedding.Scree == nil {
		return nil, folds.Thinned(m.Fold)
	}
	values, err := run.Embedding.Scree.Residual(ctx)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{
		Name:    "elbow",
		Title:   "Residual variance" + folds.Title(r, m.Fold),
		Caption: "What is left unexplained of the dissimilarities as dimensions are added. Look for where it flattens. It judges distances of all sizes, far ones most: neighbourhoods can be wrong where it is low.",
		X:       figure.Axis{Label: "dimensions", Whole: true},
		Y:       figure.Axis{Label: "residual variance"},
		Layers:  []figure.Layer{figure.Line{Name: "residual variance", X: figure.Counting(len(values)), Y: values, Marked: true}},
		Alt:     fmt.Sprintf("Residual variance for 1 to %s: %s.", wording.Plural(len(values), "dimension"), list(values)),
	}
	if dim := run.Embedding.Dim(); dim <= len(values) {
		f.Layers = append(f.Layers, figure.Points{Name: "kept", X: []float64{float64(dim)}, Y: values[dim-1 : dim]})
		f.Alt += fmt.Sprintf(" The embedding has %s.", wording.Plural(dim, "dimension"))
	}
	return f, nil
}
