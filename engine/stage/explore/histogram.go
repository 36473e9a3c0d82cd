package explore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "histogram",
		Summary:  "counts the rows that have which values, column by column and class by class",
		Use:      "See how the values of each column are spread, and which columns tell classes apart by themselves.",
		Avoid:    "Its shape hangs on the number of bins; a few rows make no histogram.",
		Formula:  "width = 2 IQR / n^(1/3), from 5 to 40 bins",
		Citation: "Freedman, Diaconis 1981, doi:10.1007/BF01025868",
		Examples: []string{`load("wine") | histogram`, `load("wine") | histogram(columns=["alcohol", "hue"], bins=20)`},
		Aliases:  []string{"hist"},
		Rank:     441,
	}, func() *Histogram { return new(Histogram) })
}

// Histogram counts the rows of each column by their values: bars of classes stand on each
// other in the colours of the classes, those of rows without a class at the top. Columns
// of levels have a bar for each level, at most twelve, and one for all others.
//
// Bins are of one width, 2 IQR / n^(1/3) for n numbers and the distance IQR of their
// quartiles, but no fewer than 5 and no more than 40; a column of at most sixteen whole
// numbers in a row has a bin for each. The bins of a column are those of all its classes.
//
// Rows are those that a fold learns from, as prepared. Missing and infinite cells are
// counted in the titles. It fails with an *engine.Error for a column that is not there.
// Cost: O(n log n) a column. Deterministic.
//
// Citation: Freedman, Diaconis 1981, doi:10.1007/BF01025868. Deviation: the number of
// bins is bounded, and whole numbers have bins of their own.
type Histogram struct {
	Columns []string // which; the first ones that are learned from if empty
	Bins    int      // of each column of numbers; engine.Auto for the rule
	Most    int      // columns
	Fold    int      // which fold, counted from one
}

// Params declares the parameters.
func (m *Histogram) Params(p *engine.Params) {
	p.Texts(&m.Columns, "columns", "the columns to count, by name; those that are learned from, up to most, if not given").OfColumns()
	p.Int(&m.Bins, "bins", engine.Auto, engine.OrAuto(engine.Between(1, 1000)), "bins of a column of numbers; auto goes by the rule of Freedman and Diaconis")
	p.Int(&m.Most, "most", 12, engine.AtLeast(1), "columns that are drawn at most")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are counted")
}

// View draws the figure.
func (m *Histogram) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	chosen, left, err := rows.Choose(m.Columns, m.Most)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{
		Name: "histogram", Title: "Histograms of " + rows.Title(r), Classes: rows.Classes,
		X: figure.Axis{Label: "value"}, Y: figure.Axis{Label: "rows"}, Across: min(4, len(chosen)),
		Caption: "Bars count rows; those of classes stand on each other. A gap or a second hill asks what the rows on its sides are; how high a hill is hangs on the width of bins." + left + rows.Told(),
	}
	var told []string
	for _, c := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part, text := m.draw(rows, c)
		f.Parts, told = append(f.Parts, part), append(told, text)
	}
	f.Alt = fmt.Sprintf("%s. %s.%s", f.Title, strings.Join(told, "; "), left)
	return f, nil
}

// draw counts the rows of a column, and says in words what came of it.
func (m *Histogram) draw(rows *columns.Rows, c columns.Column) (*figure.Figure, string) {
	cells := c.Cells()
	counted := countBins(cells, c, m.Bins)
	part := &figure.Figure{Title: c.Heading(), X: counted.axis, Y: figure.Axis{Label: "rows", Whole: true}, Classes: rows.Classes}
	text := c.Heading() + ": "
	if len(counted.low) == 0 {
		part.Layers = []figure.Layer{figure.Bars{Low: []float64{0}, High: []float64{1}, Y: []float64{0}}}
		return part, text + "no value in any row"
	}
	stacks := counted.stack(cells, rows.Target)
	part.Layers = stacks.layers(counted)
	total := stacks.totals()
	top := 0
	for b, n := range total {
		if n > total[top] {
			top = b
		}
	}
	text += fmt.Sprintf("%s, most rows, %d, %s", wording.Plural(len(total), "bar"), total[top], counted.name(top))
	if n := counted.uncounted(cells); n > 0 {
		part.Title += fmt.Sprintf(", %d missing", n)
		text += fmt.Sprintf(", %d missing", n)
	}
	return part, text
}

// stacks are the rows of each bin by class; those without one are the last.
type stacks [][]int

// stack counts rows by bin and class.
func (b *bins) stack(cells []float64, t engine.Target) stacks {
	all := make(stacks, len(t.Classes)+1)
	for class := range all {
		all[class] = make([]int, len(b.low))
	}
	for i, v := range cells {
		at := b.of(v)
		if at < 0 {
			continue
		}
		class := len(t.Classes)
		if t.HasClasses() && t.Labels[i] != engine.Hidden {
			class = t.Labels[i]
		}
		all[class][at]++
	}
	return all
}

// totals are the rows of each bin.
func (s stacks) totals() []int {
	total := make([]int, len(s[0]))
	for _, counts := range s {
		for b, n := range counts {
			total[b] += n
		}
	}
	return total
}

// layers draws a bar for all rows of each bin and, where there are classes, upon it the rows of
// each on those of the classes before; rows without one have the upper end for themselves.
func (s stacks) layers(b *bins) []figure.Layer {
	all := figure.Bars{Low: b.low, High: b.high, Y: make([]float64, len(b.low))}
	areas := figure.Areas{}
	for class, counts := range s {
		for at, n := range counts {
			base := all.Y[at]
			all.Y[at] += float64(n)
			if n > 0 && class < len(s)-1 {
				areas.X0, areas.X1 = append(areas.X0, b.low[at]), append(areas.X1, b.high[at])
				areas.Y0, areas.Y1 = append(areas.Y0, base), append(areas.Y1, all.Y[at])
				areas.Class = append(areas.Class, class)
			}
		}
	}
	if len(areas.X0) == 0 {
		return []figure.Layer{all}
	}
	return []figure.Layer{all, areas}
}

// uncounted is how many cells have no bin.
func (b *bins) uncounted(cells []float64) (n int) {
	for _, v := range cells {
		if b.of(v) < 0 {
			n++
		}
	}
	return n
}

// name says which values a bin has.
func (b *bins) name(at int) string {
	if b.axis.Labels != nil {
		return "at " + b.axis.Labels[at]
	}
	return fmt.Sprintf("from %s to %s", formatShort(b.low[at]), formatShort(b.high[at]))
}

// sortedFinite returns the finite of some cells in order.
func sortedFinite(cells []float64) []float64 {
	sorted := slices.DeleteFunc(slices.Clone(cells), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
	slices.Sort(sorted)
	return sorted
}
