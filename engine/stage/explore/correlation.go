package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/data/profile"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "correlation",
		Summary:  "writes how much each two columns say of each other, like beside like",
		Use:      "Find columns that say the same, and those that go with what is to be learned, among many columns.",
		Avoid:    "It sees straight lines only; of bends and clusters it says nothing: see pairs.",
		Formula:  "r of numbers, η² = Σ_g n_g (x̄_g − x̄)² / Σ_i (x_i − x̄)² of numbers and groups, V² = χ² / (n min(rows − 1, columns − 1)) of groups",
		Citation: "Pearson 1895, doi:10.1098/rspl.1895.0041; Friendly 2002, doi:10.1198/000313002533",
		Examples: []string{`load("wine") | correlation`, `load("wine") | correlation(columns=["alcohol", "hue", "class"])`},
		Aliases:  []string{"cor", "corr", "corrplot", "corrmatrix", "correlationmatrix"},
		Rank:     444,
	}, func() *Correlation { return new(Correlation) })
}

// Correlation sets a matrix of how much columns say of each other, what is to be learned
// among them: Pearson's r of two columns of numbers, from −1 to 1; of numbers and groups
// the correlation ratio η, and of two groupings Cramér's V, both from 0 to 1
// ([profile.Between]). The darker a cell, the farther it is from 0; a pair of which one
// does not vary has none. Only rows with both cells count.
//
// Columns are ordered so that those which say much of each other stand together: groups of
// columns are joined by their mean distance 1 − |r|, the nearest first, with the ends
// together that are nearest (Friendly 2002 orders by eigenvectors to the same end).
//
// Rows are those that a fold learns from, as prepared. Correlation sees straight lines
// alone: 0 does not say that columns have nothing to do with each other, pairs shows that.
//
// It fails with an *engine.Error for a column that is not there, and for fewer than two.
// Cost: O(d² n) time, O(d n) memory. Deterministic.
//
// Citation: Pearson 1895, doi:10.1098/rspl.1895.0041; Pearson 1905, On the general theory of
// skew correlation and non-linear regression; Cramér 1946, Mathematical methods of
// statistics; Friendly 2002, doi:10.1198/000313002533.
type Correlation struct {
	Columns []string // which; all but those aside if empty
	Most    int      // of them
	Fold    int      // which fold, counted from one
}

// Params declares the parameters.
func (m *Correlation) Params(p *engine.Params) {
	p.Texts(&m.Columns, "columns", "the columns to compare, by name; what is to be learned and what is learned from, up to most, if not given").OfColumns()
	p.Int(&m.Most, "most", 24, engine.AtLeast(2), "columns that are compared at most")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are looked at")
}

// View draws the figure.
func (m *Correlation) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	names := m.Columns
	if len(names) == 0 {
		for _, c := range rows.All {
			if c.Purpose != columns.Aside {
				names = append(names, c.Name)
			}
		}
	}
	chosen, left, err := rows.Choose(names, m.Most)
	if err != nil {
		return nil, err
	}
	if len(chosen) < 2 {
		return nil, &engine.Error{Cause: "one column has none to be compared with", Remedy: remedy.Use("histogram").Which("shows one")}
	}
	found, err := associate(ctx, chosen)
	if err != nil {
		return nil, err
	}
	order := besideLike(found)
	cells, sorted := figure.Cells{}, make([]columns.Column, len(order))
	for k, i := range order {
		sorted[k] = chosen[i]
		values, shades := make([]float64, len(order)), make([]float64, len(order))
		for k, j := range order {
			values[k] = math.Round(found[i][j].Value*100) / 100
			if v := found[i][j].Value; !math.IsNaN(v) {
				shades[k] = v
			}
		}
		cells.Values, cells.Shade = append(cells.Values, values), append(cells.Shade, shades)
	}
	cells.Signed, cells.Shaded = true, measures(chosen)
	heads, made := columns.Headings(sorted)
	return &figure.Figure{
		Name: "correlation", Title: "Correlations of " + rows.Title(r), ShadeLow: -1, ShadeHigh: 1,
		X: figure.Axis{Label: "compared with", Whole: true, Labels: heads}, Y: figure.Axis{Label: "column" + made, Whole: true, Labels: heads},
		Caption: "Cells are " + kinds(chosen) + "; the darker, the farther from 0, blue above and brown below. Columns that say much of each other stand together. Only straight lines show: 0 does not say that two columns have nothing to do with each other, which pairs draws." + left + rows.Told(),
		Alt:     fmt.Sprintf("%s: %s. %s%s", "Correlations of "+rows.Title(r), wording.Plural(len(chosen), "column"), strongest(chosen, found), left),
		Layers:  []figure.Layer{cells},
	}, nil
}

// associate returns how much each two columns say of each other; a column all of itself.
func associate(ctx context.Context, chosen []columns.Column) ([][]profile.Association, error) {
	cells, found := make([]profile.Cells, len(chosen)), make([][]profile.Association, len(chosen))
	for i, c := range chosen {
		cells[i], found[i] = profile.Cells{Values: c.Cells(), Groups: !c.Numeric()}, make([]profile.Association, len(chosen))
		found[i][i] = profile.Association{Name: "r", Value: 1}
	}
	for i := range cells {
		for j := range i {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			found[i][j] = profile.Between(cells[i], cells[j])
			found[j][i] = found[i][j]
		}
	}
	return found, nil
}

// kinds says which numbers the cells are.
func kinds(chosen []columns.Column) string {
	numbers := 0
	for _, c := range chosen {
		if c.Numeric() {
			numbers++
		}
	}
	const r = "Pearson's r of numbers, from −1 to 1"
	switch groups := len(chosen) - numbers; {
	case groups == 0:
		return r
	case groups == 1:
		return r + ", and of numbers with groups the correlation ratio η, from 0 to 1"
	}
	return r + ", of numbers with groups the correlation ratio η, and of groups with groups Cramér's V, both from 0 to 1"
}

// measures names what the cells are in a few letters.
func measures(chosen []columns.Column) string {
	numbers := 0
	for _, c := range chosen {
		if c.Numeric() {
			numbers++
		}
	}
	switch len(chosen) - numbers {
	case 0:
		return "r"
	case 1:
		return "r, η"
	}
	return "r, η, V"
}

// strongest says which pairs say most of each other.
func strongest(chosen []columns.Column, found [][]profile.Association) string {
	type pair struct{ i, j int }
	var pairs []pair
	for i := range found {
		for j := range i {
			if !math.IsNaN(found[i][j].Value) {
				pairs = append(pairs, pair{j, i})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Compare(math.Abs(found[b.i][b.j].Value), math.Abs(found[a.i][a.j].Value))
	})
	var words []string
	for _, p := range pairs[:min(len(pairs), 4)] {
		a := found[p.i][p.j]
		words = append(words, fmt.Sprintf("%s and %s (%s %.2f)", chosen[p.i].Name, chosen[p.j].Name, a.Name, a.Value))
	}
	if words == nil {
		return "No two of them vary."
	}
	return "Most of each other say " + wording.List(words) + "."
}
