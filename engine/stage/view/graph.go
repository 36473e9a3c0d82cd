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
		Name:     "graph",
		Summary:  "draws the neighbourhood graph over the embedding, bridges marked",
		Use:      "See the neighbourhood graph: its bridges, short cuts between sheets, and rows that hang on one edge.",
		Avoid:    "Beyond a thousand rows the edges cover one another: zoom, or take fewer rows.",
		Citation: "Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319",
		Examples: []string{`swissroll(n=400) | isomap(k=10) | graph`},
		Needs:    engine.NeedEmbedding | engine.NeedGraph,
		Rank:     450,
	}, func() *Graph { return new(Graph) })
}

// Graph draws the edges of the neighbourhood graph between the places of the
// training rows. Bridges, the edges that were added to connect components, are
// drawn to be noticed; an edge across an empty region may be a short circuit.
//
// It fails with an *engine.Error for a fold or a dimension that is not there.
//
// Citation: Tenenbaum, de Silva, Langford 2000, doi:10.1126/science.290.5500.2319.
type Graph struct{ Window }

// View draws the figure.
func (m *Graph) View(_ context.Context, r *engine.Report) (*figure.Figure, error) {
	run, p, err := m.runAndPlane(r)
	if err != nil {
		return nil, err
	}
	if run.Embedding.Graph == nil {
		return nil, folds.Thinned(m.Fold)
	}
	f := &figure.Figure{
		Name:    "graph",
		Title:   "Neighbourhood graph" + folds.Title(r, m.Fold),
		Caption: "Edges join neighbours among the training rows. An edge that crosses an empty region may be a short circuit, which bends every path through it. Lengths drawn are those of the embedding, not of the graph.",
	}
	p.frame(f, run.Train)
	drawn, at := p.embedded(run)
	edges, bridges := edgeSegments(run.Embedding.Graph, at)
	f.Layers = []figure.Layer{edges}
	if len(bridges.X0) > 0 {
		f.Layers = append(f.Layers, bridges)
		f.Caption += " Bridges were added to connect components."
	}
	if len(drawn.X) < len(at.X) {
		f.Layers = append(f.Layers, p.unlabelled(run))
		f.Caption += " Grey rows have no label."
	}
	f.Layers = append(f.Layers, drawn)
	if run.Fold.Transduced {
		f.Caption += " Held rows are among them, without their labels."
	}
	f.Caption += p.legend(run.Train)
	f.Alt = describeGraph(run.Embedding.Graph, len(edges.X0))
	return f, nil
}

// edgeSegments draws each edge once, bridges apart from the others.
func edgeSegments(g *engine.Graph, at figure.Points) (edges, bridges figure.Segments) {
	edges.Name = "edges"
	bridges.Name, bridges.Strong = "bridges", true
	added := make(map[[2]int]bool, len(g.Bridges))
	for _, b := range g.Bridges {
		added[[2]int{b.I, b.J}] = true
	}
	for i := range g.Len() {
		ends, _ := g.Of(i)
		for _, end := range ends {
			j := int(end)
			if j <= i {
				continue
			}
			s := &edges
			if added[[2]int{i, j}] {
				s = &bridges
			}
			s.X0, s.Y0 = append(s.X0, at.X[i]), append(s.Y0, at.Y[i])
			s.X1, s.Y1 = append(s.X1, at.X[j]), append(s.Y1, at.Y[j])
		}
	}
	return edges, bridges
}

func describeGraph(g *engine.Graph, edges int) string {
	text := fmt.Sprintf("Neighbourhood graph of %s with %s, in %s", wording.Plural(g.Len(), "row"), wording.Plural(edges, "edge"), wording.Plural(g.Components, "component"))
	if len(g.Bridges) == 0 {
		return text + "."
	}
	longest := 0.0
	for _, b := range g.Bridges {
		longest = max(longest, b.Length)
	}
	return text + fmt.Sprintf(" before adding %s, the longest of length %.3g.", wording.Plural(len(g.Bridges), "bridge"), longest)
}
