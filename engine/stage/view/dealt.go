package view

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "dealt",
		Summary:  "draws what the embedding makes of labels that were dealt anew",
		Use:      "See what an embedding that reads labels makes of labels without meaning, before its clusters are believed.",
		Avoid:    "It shows one deal of the labels; how often chance does as well is told by permutation.",
		Citation: "Ojala, Garriga 2010, Journal of Machine Learning Research 11",
		Examples: []string{`load | sample(150) | scale | warp(0.5) | isomap(k=10) | krr | knn | permute(20) | dealt`},
		Needs:    engine.NeedPermutation | engine.NeedDealtEmbedding,
		Rank:     120,
		Standard: true,
	}, func() *Dealt { return new(Dealt) })
}

// Dealt draws the embedding of the first fold under labels dealt anew, to be
// held against the scatter of the same fold with the labels that rows have.
// Training rows are filled, held rows are rings, as there. What can be seen
// here too is the work of the method, not of the rows.
//
// It fails with an *engine.Error for a dimension that is not there.
//
// Citation: Ojala, Garriga 2010, "Permutation tests for studying classifier
// performance", Journal of Machine Learning Research 11, for the deals.
type Dealt struct {
	X, Y int // the dimensions across and up, counted from one
}

// Params declares the parameters.
func (m *Dealt) Params(p *engine.Params) {
	p.Int(&m.X, "x", 1, engine.AtLeast(1), "the dimension drawn across")
	p.Int(&m.Y, "y", 2, engine.AtLeast(1), "the dimension drawn up")
}

// View draws the figure.
func (m *Dealt) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	run := r.Permutation.Run
	p, err := planeOf(run.Embedding, m.X, m.Y)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{Name: "dealt", Title: "Embedding under labels dealt anew"}
	p.frame(f, run.Train)
	layers, training, _, rows := p.rows(run)
	f.Layers = layers
	f.Caption = "The same rows with labels dealt anew, so that class and place have nothing to do with each other. Classes that lie apart here are the work of the method, not of the rows: what the real picture shows beyond this one is what to look at." + p.legend(run.Train)
	f.Alt = fmt.Sprintf("%s in %s under labels dealt anew%s. Across they span %s.", rows, p.dimensionNames(), classSizes(run), wording.Span(training.X))
	return f, nil
}
