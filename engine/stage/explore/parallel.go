package explore

import (
	"context"
	"fmt"
	"math"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "parallel",
		Summary:  "draws each row as a line over the columns",
		Use:      "Follow rows over many columns, and find those that set classes apart.",
		Avoid:    "Lines of many rows cover one another, and only columns side by side can be compared: order them.",
		Formula:  "(x − least) / (most − least), column by column",
		Citation: "Inselberg 1985, doi:10.1007/BF01898350; Wegman 1990, doi:10.1080/01621459.1990.10474926",
		Examples: []string{`load("wine") | parallel`, `load("wine") | parallel(columns=["flavanoids", "hue", "proline"])`},
		Aliases:  []string{"parallelcoordinates", "parcoord"},
		Tuned:    "settings",
		Rank:     445,
	}, func() *Parallel { return new(Parallel) })
}

// Parallel draws rows in parallel coordinates: an axis for each column, from its least value
// at the bottom to its most at the top, levels at even steps in their order; a row is a line
// that crosses each axis at its value, and has the colour of its class or the shade of its
// response. Lines break where a cell is missing.
//
// Rows are those that a fold learns from, as prepared; beyond Rows of them a sample is
// drawn, always the same, and said: more lines hide each other.
//
// It fails with an *engine.Error for a column that is not there. Cost: O(d n) time.
// Deterministic.
//
// Citation: Inselberg 1985, doi:10.1007/BF01898350; Wegman 1990,
// doi:10.1080/01621459.1990.10474926.
type Parallel struct{ Selection }

// Params declares the parameters.
func (m *Parallel) Params(p *engine.Params) {
	m.declare(p, "", 16, 2, 200)
}

// View draws the figure.
func (m *Parallel) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := m.of(r)
	if err != nil {
		return nil, err
	}
	chosen := rows.columns
	f := &figure.Figure{
		Name: "parallel", Title: "Rows of " + rows.Title(r), Classes: rows.Classes,
		Caption: "A line is a row, which crosses each axis at its value, from the least of the column at the bottom to the most at the top. Classes whose lines go apart at an axis are told apart by that column; only columns that stand beside each other are seen together: columns= sets their order." + columns.Shaded(rows.Target, 0) + rows.told + rows.Told(),
		Alt:     fmt.Sprintf("%s as lines over %s.%s", wording.Plural(len(rows.at), "row"), wording.Plural(len(chosen), "column"), rows.told),
		X:       figure.Axis{Label: "column", Whole: true}, Y: figure.Axis{Label: "from the least to the most", Low: -0.04, High: 1.04},
	}
	heights := make([][]float64, len(chosen))
	ends := figure.Names{}
	for c, column := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var low, high string
		heights[c], low, high = onAxis(column)
		f.X.Labels = append(f.X.Labels, column.Heading())
		if low != "" {
			ends.X, ends.Y, ends.Texts = append(ends.X, float64(c), float64(c)), append(ends.Y, 0, 1), append(ends.Texts, low, high)
			f.Alt += fmt.Sprintf(" %s from %s to %s.", column.Heading(), low, high)
		}
	}
	lines, marks := drawRows(rows.Rows, heights, rows.at)
	f.Layers = append(append([]figure.Layer{lines}, marks...), ends)
	return f, nil
}

// onAxis returns where the cells of a column lie between its ends, NaN of missing ones, and
// the ends as text; empty without any.
func onAxis(c columns.Column) (heights []float64, low, high string) {
	heights = c.Cells()
	sorted := sortedFinite(heights)
	if len(sorted) == 0 {
		return heights, "", ""
	}
	least, most := sorted[0], sorted[len(sorted)-1]
	low, high = formatShort(least), formatShort(most)
	if !c.Numeric() {
		least, most = 0, float64(len(c.Levels)-1)
		low, high = c.Levels[0], c.Levels[len(c.Levels)-1]
	}
	for i, v := range heights {
		switch {
		case math.IsNaN(v - v):
			heights[i] = math.NaN()
		case least == most:
			heights[i] = 0.5
		default:
			heights[i] = (float64(v/2) - float64(least/2)) / (float64(most/2) - float64(least/2)) // halves, so that no difference overflows
		}
	}
	return heights, low, high
}

// drawRows draws some rows as strokes between the axes, with marks where they cross them.
func drawRows(rows *columns.Rows, heights [][]float64, at []int) (lines figure.Segments, marks []figure.Layer) {
	var x, y []float64
	var of []int
	for _, i := range at {
		for c := range heights {
			x, y, of = append(x, float64(c)), append(y, heights[c][i]), append(of, i)
			if c == 0 || math.IsNaN(heights[c-1][i]) || math.IsNaN(heights[c][i]) {
				continue
			}
			lines = lines.With(float64(c-1), heights[c-1][i], float64(c), heights[c][i])
			lines.Rows = append(lines.Rows, rows.Sample.Rows[i])
			switch {
			case rows.HasClasses():
				lines.Class = append(lines.Class, rows.Labels[i])
			case rows.HasResponse():
				lines.Shade, lines.Name = append(lines.Shade, rows.Response.At(i, 0)), rows.ResponseName(0)
			}
		}
	}
	return lines, rows.MarksOf(of, x, y, 0)
}
