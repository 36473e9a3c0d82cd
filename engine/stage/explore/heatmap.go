package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "heatmap",
		Summary:  "shades the cells of rows by columns, rows of a class together",
		Use:      "See blocks of rows that are alike over many columns, such as genes or questions.",
		Avoid:    "Colours are hard to compare across the figure; for single numbers see the table.",
		Formula:  "(x − q05) / (q95 − q05) in [0, 1], column by column",
		Citation: "Wilkinson, Friendly 2009, doi:10.1198/tas.2009.0033",
		Examples: []string{`load("wine") | heatmap`, `load("wine") | heatmap(columns=["flavanoids", "hue", "proline"], rows=60)`},
		Aliases:  []string{"clustermap"},
		Tuned:    "candidates",
		Rank:     446,
	}, func() *Heatmap { return new(Heatmap) })
}

// Heatmap shades each cell of rows by columns: light for the lowest of its column, dark for
// the highest. A column's shades go from its quantile of 5 % to that of 95 %, so that a
// few far cells do not take them all; missing cells are grey. Rows of a class stand
// together, in the order of classes or of the response, and else as in the file; columns of
// numbers that say much of each other stand beside each other, as in correlation.
//
// Rows are those that a fold learns from, as prepared; beyond Rows of them a sample is
// drawn, always the same, and said. Levels are shaded by their order, which need not mean
// anything.
//
// It fails with an *engine.Error for a column that is not there. Cost: O(d² n) time.
// Deterministic.
//
// Citation: Wilkinson, Friendly 2009, The history of the cluster heat map,
// doi:10.1198/tas.2009.0033.
type Heatmap struct{ Selection }

// Params declares the parameters.
func (m *Heatmap) Params(p *engine.Params) {
	m.declare(p, ", like beside like", 40, 1, 150)
}

// View draws the figure.
func (m *Heatmap) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := m.of(r)
	if err != nil {
		return nil, err
	}
	chosen, at := rows.columns, rows.at
	if len(m.Columns) == 0 {
		if chosen, err = arrange(ctx, chosen); err != nil {
			return nil, err
		}
	}
	names, ordered := arrangeRows(rows.Rows, at)
	f := &figure.Figure{
		Name: "heatmap", Title: "Cells of " + rows.Title(r),
		Caption: "A cell is light where its row has the lowest of the column and dark where it has the highest, between the quantiles of 5 % and 95 %; missing cells are grey." + ordered + " Shades compare rows within a column, not columns with each other." + rows.told + rows.Told(),
		Alt:     fmt.Sprintf("%s by %s, shaded by their share of the way from low to high.%s%s", wording.Plural(len(at), "row"), wording.Plural(len(chosen), "column"), ordered, rows.told),
		X:       figure.Axis{Label: "column", Whole: true}, Y: figure.Axis{Label: "row", Whole: true, Labels: names},
	}
	heads, made := columns.Headings(chosen)
	f.X.Labels, f.X.Label = heads, f.X.Label+made
	cells := figure.Cells{Values: make([][]float64, len(at)), Shade: make([][]float64, len(at))}
	for _, c := range chosen {
		all := c.Cells()
		low, high := reachOf(all)
		for k, i := range at {
			cells.Values[k], cells.Shade[k] = append(cells.Values[k], all[i]), append(cells.Shade[k], shareOf(all[i], low, high))
		}
	}
	f.Layers = []figure.Layer{cells}
	return f, nil
}

// arrange puts like columns beside each other.
func arrange(ctx context.Context, chosen []columns.Column) ([]columns.Column, error) {
	found, err := associate(ctx, chosen)
	if err != nil || len(chosen) == 0 {
		return nil, err
	}
	arranged := make([]columns.Column, len(chosen))
	for to, from := range besideLike(found) {
		arranged[to] = chosen[from]
	}
	return arranged, nil
}

// arrangeRows puts rows in the order of classes or of the response, and names them; and says
// what that order is, in a sentence with a space before it.
func arrangeRows(rows *columns.Rows, at []int) (names []string, told string) {
	switch {
	case rows.HasClasses():
		slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(uint(rows.Labels[a]), uint(rows.Labels[b])) }) // those without one last
		told = " Rows of a class stand together."
	case rows.HasResponse():
		slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(rows.Response.At(a, 0), rows.Response.At(b, 0)) })
		told = fmt.Sprintf(" Rows stand in the order of %s, the lowest at the top.", rows.ResponseName(0))
	default:
		told = " Rows stand as in the file."
	}
	for _, i := range at {
		name := "row " + strconv.Itoa(rows.Sample.Rows[i])
		if rows.HasClasses() && rows.Labels[i] != engine.Hidden {
			name = rows.Classes[rows.Labels[i]] + ": " + name
		}
		names = append(names, name)
	}
	return names, told
}

// reachOf returns the quantiles of 5 % and 95 % of cells, or the least and the most where
// these are one.
func reachOf(cells []float64) (low, high float64) {
	sorted := sortedFinite(cells)
	if len(sorted) == 0 {
		return 0, 0
	}
	low, high = quantile(sorted, 0.05), quantile(sorted, 0.95)
	if low == high {
		low, high = sorted[0], sorted[len(sorted)-1]
	}
	return low, high
}

// shareOf is how far a cell is on the way from low to high; NaN of a missing one.
func shareOf(v, low, high float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case low == high:
		return 0.5
	}
	return max(0, min(1, (float64(v/2)-float64(low/2))/(float64(high/2)-float64(low/2))))
}
