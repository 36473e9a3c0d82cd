package explore

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/data/profile"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "pairs",
		Summary:  "draws each two of some columns, their histograms and what they say of each other",
		Use:      "See columns two by two, with classes in colour: bends, clusters and groups that one column does not show.",
		Avoid:    "Of more than about six columns the panels grow too small: name some, or see correlation.",
		Citation: "Hartigan 1975, doi:10.1080/00949657508810123; Emerson and others 2013, doi:10.1080/10618600.2012.694762",
		Examples: []string{`load("wine") | pairs`, `load("wine") | pairs(columns=["alcohol", "hue", "proline"])`},
		Aliases:  []string{"pairplot", "ggpairs", "scattermatrix", "splom"},
		Rank:     443,
	}, func() *Pairs { return new(Pairs) })
}

// Pairs draws a scatter matrix: below the diagonal the rows by each two columns, classes by
// colour and shape, a response by shade; on the diagonal the histogram of each column; above
// it how much the two say of each other: Pearson's r of numbers, the correlation ratio η of
// numbers and levels, Cramér's V of levels ([profile.Between]), over all rows.
//
// Rows are those that a fold learns from, as prepared; beyond Rows of them a sample is
// drawn, always the same, and said. A row without one of two cells is not in their plot.
// Levels stand beside each other in their order, where rows of equal levels hide each other.
//
// It fails with an *engine.Error for a column that is not there, and for fewer than two.
// Cost: O(d² n) time. Deterministic.
//
// Citation: Hartigan 1975, Printer graphics for clustering,
// doi:10.1080/00949657508810123; Emerson and others 2013, The generalized pairs plot,
// doi:10.1080/10618600.2012.694762.
type Pairs struct{ Selection }

// Params declares the parameters.
func (m *Pairs) Params(p *engine.Params) {
	m.declare(p, "", 5, 2, 1000)
}

// View draws the figure.
func (m *Pairs) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := m.of(r)
	if err != nil {
		return nil, err
	}
	chosen := rows.columns
	if len(chosen) < 2 {
		return nil, &engine.Error{Cause: "one column makes no pair", Remedy: remedy.Use("histogram").Which("shows one")}
	}
	found, err := associate(ctx, chosen)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{
		Name: "pairs", Title: "Pairs of columns of " + rows.Title(r), Classes: rows.Classes, Across: len(chosen),
		X: figure.Axis{Label: "column across"}, Y: figure.Axis{Label: "column up"},
		Caption: "Below the diagonal rows by two columns, across the one that is named under the plots, up the one that is named on the diagonal of that line; on the diagonal their histograms; above it " + kinds(chosen) + ", over all rows. Two columns at a time: groups that only three of them tell apart do not show." + columns.Shaded(rows.Target, 0) + rows.told + rows.Told(),
		Alt:     fmt.Sprintf("%s: %s of %s. %s%s", "Pairs of columns of "+rows.Title(r), wording.Plural(len(rows.at), "row"), wording.Plural(len(chosen), "column"), strongest(chosen, found), rows.told),
	}
	cells := make([][]float64, len(chosen))
	for i, c := range chosen {
		cells[i] = c.Cells()
	}
	for i, up := range chosen {
		for j, across := range chosen {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			part := &figure.Figure{Title: up.Heading() + " by " + across.Heading(), Classes: rows.Classes, X: across.Axis(), Y: up.Axis()}
			switch {
			case i == j:
				part, _ = (&Histogram{Bins: engine.Auto}).draw(rows.Rows, across)
			case j > i:
				part = writeAssociation(part.Title, found[i][j])
			default:
				part.Layers = rows.Marks(cells[j], cells[i], rows.at, 0)
			}
			f.Parts = append(f.Parts, part)
		}
	}
	return f, nil
}

// writeAssociation is a part that says how much two columns say of each other: the darker,
// the more, in another colour below zero.
func writeAssociation(title string, a profile.Association) *figure.Figure {
	shade := a.Value
	if math.IsNaN(shade) {
		shade = 0
	}
	cells := figure.Cells{Values: [][]float64{{math.Round(a.Value*100) / 100}}, Shade: [][]float64{{shade}}, Signed: true, Shaded: "correlation"}
	return &figure.Figure{Title: title, ShadeLow: -1, ShadeHigh: 1, X: figure.Axis{Label: a.Name, Labels: []string{""}}, Y: figure.Axis{Labels: []string{""}}, Layers: []figure.Layer{cells}}
}
