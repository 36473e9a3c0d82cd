package insight

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/figure"
	"unfold/engine/wording"
)

// told is how slopes are to be read.
func (s *slopes) told() string {
	kind := "central differences"
	if s.sloped != nil {
		kind = "derivatives"
	}
	return "Columns are as prepared, in their standard deviations; slopes are " + kind + " of the map, which tell what happens near a row, and columns that tell the same share what they do."
}

// drawAll draws the effects of columns over some rows.
func (m *Why) drawAll(effects [][]float64, rows int, s *slopes, fold string) *figure.Figure {
	all := make([]weight, len(effects))
	for j, of := range effects {
		slices.Sort(of)
		all[j] = weight{s.columns[j], quantile(of, 0.25), quantile(of, 0.5), quantile(of, 0.75)}
	}
	slices.SortStableFunc(all, func(a, b weight) int { return cmp.Compare(b.median, a.median) })
	drawn := all[:min(len(all), m.Columns)]
	bars, spans := figure.Bars{Name: "median"}, figure.Segments{Name: "quartiles of the rows", Strong: true}
	f := &figure.Figure{Name: "why", Title: "What moves rows" + fold, X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: "how far the image moves"}}
	var told []string
	for i, w := range drawn {
		x := float64(i)
		f.X.Labels = append(f.X.Labels, w.column)
		bars.Low, bars.High, bars.Y = append(bars.Low, x-0.4), append(bars.High, x+0.4), append(bars.Y, w.median)
		spans = spans.With(x, w.low, x, w.high)
		told = append(told, fmt.Sprintf("%s %.3g (%.3g to %.3g)", w.column, w.median, w.low, w.high))
	}
	f.Layers = []figure.Layer{bars, spans}
	f.Caption = fmt.Sprintf("How far an image moves where a column rises by its standard deviation, by the slope of the map: medians and quartiles over %s. %s", wording.Plural(rows, "training row"), s.told())
	f.Alt = fmt.Sprintf("How far columns move images, medians and quartiles over %s: %s%s.", wording.Plural(rows, "training row"), strings.Join(told, ", "), m.more(len(all)))
	return f
}

// more tells of columns that are not drawn.
func (m *Why) more(all int) string {
	if all <= m.Columns {
		return ""
	}
	return fmt.Sprintf("; %s less", wording.Plural(all-m.Columns, "further column"))
}

// drawRow draws the slopes at one row, a part for each of the first two dimensions.
func (m *Why) drawRow(found *mat.Dense, s *slopes, fold string) *figure.Figure {
	d, dim := found.Dims()
	dim = min(dim, 2)
	order := make([]int, d)
	for j := range order {
		order[j] = j
	}
	size := func(j int) float64 { return mat.Norm(found.RowView(j), math.Inf(1)) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	order = order[:min(d, m.Columns)]
	f := &figure.Figure{Name: "why", Title: fmt.Sprintf("What moves row %d%s", m.Row, fold), X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: "how far the image moves"}, Across: dim}
	var told []string
	for k := range dim {
		part, text := slopePart(found, s, order, k)
		f.Parts, told = append(f.Parts, part), append(told, text)
	}
	f.Caption = fmt.Sprintf("Where and how far the image of row %d moves if a column rises by its standard deviation, by the slope of the map there. %s", m.Row, s.told())
	f.Alt = fmt.Sprintf("How far columns move the image of row %d: %s%s.", m.Row, strings.Join(told, "; "), m.more(d))
	return f
}

// slopePart draws the slopes along dimension k.
func slopePart(found *mat.Dense, s *slopes, order []int, k int) (*figure.Figure, string) {
	bars := figure.Bars{Name: "slope"}
	f := &figure.Figure{Title: fmt.Sprintf("dimension %d", k+1), X: figure.Axis{Label: "column"}, Y: figure.Axis{Label: fmt.Sprintf("along dimension %d", k+1)}}
	var told []string
	for i, j := range order {
		x, v := float64(i), found.At(j, k)
		f.X.Labels = append(f.X.Labels, s.columns[j])
		bars.Low, bars.High, bars.Y = append(bars.Low, x-0.4), append(bars.High, x+0.4), append(bars.Y, v)
		told = append(told, fmt.Sprintf("%s %.3g", s.columns[j], v))
	}
	f.Layers = []figure.Layer{bars}
	return f, fmt.Sprintf("along dimension %d %s", k+1, strings.Join(told, ", "))
}
