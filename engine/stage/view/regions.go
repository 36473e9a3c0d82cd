package view

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/heading"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "regions",
		Summary:  "draws what would be predicted where, over two dimensions or columns",
		Use:      "See where a predictor changes its mind, and which rows lie on the wrong side.",
		Avoid:    "Of more than two dimensions it shows a cut through the middle: rows near a border there may be far from it in the others.",
		Citation: "Hastie, Tibshirani, Friedman 2009, section 2.3, doi:10.1007/978-0-387-84858-7",
		Examples: []string{`load | sample(400) | isomap(k=10) | krr | knn | regions`, `load | sample(300) | cart | regions(x=15, y=11)`},
		Needs:    engine.NeedPredictions,
		Rank:     115,
	}, func() *Regions { return new(Regions) })
}

// Regions draws what is predicted at the points of a grid over two dimensions of the
// embedding or, where nothing was embedded, two columns: regions of a class with their
// borders and names, or shades of a response. Training rows lie on top, where they were
// placed; held rows are rings, where the map sends them.
//
// Of more than two dimensions the others are at their medians over the training rows,
// of columns of levels at the most frequent one. Regions are then a cut, on which few
// rows lie: a row may be in the region of another class and be predicted right.
//
// Cost: one prediction of 10,000 rows. It fails with an *engine.Error for a fold or a
// dimension that is not there, for a column of levels, and where there is one
// dimension only.
//
// Citation: Hastie, Tibshirani, Friedman 2009, section 2.3,
// doi:10.1007/978-0-387-84858-7.
type Regions struct{ Window }

// View draws the figure.
func (m *Regions) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Thinned {
		return nil, folds.Thinned(m.Fold)
	}
	g, err := m.groundOf(run)
	if err != nil {
		return nil, err
	}
	said, err := g.predict(ctx, run)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{Name: "regions", Title: "Regions of what is predicted" + folds.Title(r, m.Fold), Classes: run.Train.Classes,
		X: figure.Axis{Label: g.names[0], Low: g.low[0], High: g.high[0]}, Y: figure.Axis{Label: g.names[1], Low: g.low[1], High: g.high[1]}}
	areas := g.areas(said, run.Train.HasClasses())
	f.Layers = []figure.Layer{areas}
	told := "predictions from " + wording.Span(said)
	if run.Train.HasClasses() {
		f.Layers = append(f.Layers, g.borders(said))
		told = g.shares(said, run.Train.Classes)
	}
	for _, rows := range g.rows {
		if len(rows.X) > 0 {
			f.Layers = append(f.Layers, rows)
		}
	}
	if run.Train.HasClasses() {
		left, right := g.labels(said, run.Train.Classes)
		f.Layers = append(f.Layers, left, right)
	}
	f.Caption = "What would be predicted at each place, with the rows on top: training rows filled, held rows as rings." + g.others + " Far from all rows a region says how the method goes on, not what is there."
	f.Alt = fmt.Sprintf("Over %s from %.3g to %.3g and %s from %.3g to %.3g: %s; %s.%s", g.names[0], g.low[0], g.high[0], g.names[1], g.low[1], g.high[1], told, wording.Plural(len(g.rows[0].X), "training row")+fmt.Sprintf(" and %d held", len(g.rows[1].X)), g.others)
	return f, nil
}

// A ground is the plane that regions lie on.
type ground struct {
	plane
	names     [2]string
	low, high [2]float64 // what is drawn of the two
	point     []float64  // the numbers that the grid leaves alone
	rows      [2]figure.Points
	others    string // a sentence on these numbers, with a space before it
}

// groundOf finds the plane, what of it the rows take, and where the other numbers are.
func (m *Regions) groundOf(run *engine.Run) (*ground, error) {
	known, places := run.Labelled()
	held := run.Mapped
	if run.Embedding == nil {
		places, held = known.X, run.Held.X
	}
	n, d := places.Dims()
	x, y, err := m.numbers(run)
	if err != nil {
		return nil, err
	}
	g := &ground{plane: plane{x: x - 1, y: y - 1}}
	if err := g.check(run, d); err != nil {
		return nil, err
	}
	if g.response, err = responseAt(run.Train.Target, m.Response); err != nil {
		return nil, err
	}
	for a, c := range [2]int{g.x, g.y} {
		g.names[a] = fmt.Sprintf("dimension %d", c+1)
		if run.Embedding == nil {
			g.names[a] = nameOfColumn(known.Columns, c)
		}
	}
	for c := range d {
		g.point = append(g.point, middle(mat.Col(nil, c, places), run.Embedding == nil && c < len(known.Columns) && known.Columns[c].Levels != nil))
	}
	if d > 2 {
		what := "dimension"
		if run.Embedding == nil {
			what = "column"
		}
		g.others = fmt.Sprintf(" It is a cut: the other %s are at their medians over the %d training rows, so rows may lie in regions that are not theirs.", wording.Plural(d-2, what), n)
	}
	g.rows[0] = g.finite(g.points("training", places, known))
	if held != nil {
		g.rows[1] = g.finite(g.points("held", held, run.Held))
		g.rows[1].Ring = true
	}
	g.setLimits()
	return g, nil
}

// check refuses dimensions that are not there, and columns of levels.
func (g *ground) check(run *engine.Run, d int) error {
	if d < 2 {
		return &engine.Error{Cause: "regions are drawn over two dimensions, and there is one", Remedy: remedy.Raise("dim").Of(engine.EmbedderRole).Or(remedy.Use("scatter"))}
	}
	for _, given := range []struct {
		name string
		at   int
	}{{"x", g.x + 1}, {"y", g.y + 1}} {
		if given.at > d {
			return &engine.Error{Param: given.name, Cause: fmt.Sprintf("%s = %d is beyond the %d that predictions are made from", given.name, given.at, d), Remedy: remedy.Reduce(given.name)}
		}
		if run.Embedding == nil && given.at <= len(run.Train.Columns) && run.Train.Columns[given.at-1].Levels != nil {
			return &engine.Error{Param: given.name, Cause: fmt.Sprintf("column %q has levels, which lie on no line", run.Train.Columns[given.at-1].Name), Remedy: remedy.Give(given.name, "the number of a column of numbers")}
		}
	}
	if g.x == g.y {
		return &engine.Error{Param: "y", Cause: fmt.Sprintf("x and y are both %d", g.x+1), Remedy: remedy.Give("y", "another one")}
	}
	return nil
}

// nameOfColumn names a column, by its number where columns have no names.
func nameOfColumn(columns []engine.Column, c int) string {
	if c < len(columns) && columns[c].Name != "" {
		return heading.Name(columns[c])
	}
	return fmt.Sprintf("column %d", c+1)
}

// middle is the median of the values that are there, or the most frequent level.
func middle(values []float64, levels bool) float64 {
	values = slices.DeleteFunc(values, math.IsNaN)
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	if !levels {
		return float64(values[len(values)/2]/2) + float64(values[(len(values)-1)/2]/2)
	}
	best, most, run := values[0], 0, 0
	for i, v := range values {
		if i > 0 && v != values[i-1] {
			run = 0
		}
		if run++; run > most {
			best, most = v, run
		}
	}
	return best
}

// finite leaves out rows without a place, as of missing cells.
func (g *ground) finite(p figure.Points) figure.Points {
	kept := figure.Points{Name: p.Name, Shaded: p.Shaded}
	for i := range p.X {
		if math.IsNaN(p.X[i] + p.Y[i]) {
			continue
		}
		kept.X, kept.Y, kept.Rows = append(kept.X, p.X[i]), append(kept.Y, p.Y[i]), append(kept.Rows, p.Rows[i])
		if p.Class != nil {
			kept.Class = append(kept.Class, p.Class[i])
		}
		if p.Shade != nil {
			kept.Shade = append(kept.Shade, p.Shade[i])
		}
	}
	return kept
}

// setLimits takes what the rows span, and a twentieth more on each side.
func (g *ground) setLimits() {
	for a := range 2 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, rows := range g.rows {
			for _, v := range [2][]float64{rows.X, rows.Y}[a] {
				low, high = min(low, v), max(high, v)
			}
		}
		if !(low < high) {
			low, high = min(low, 0)-1, max(high, 0)+1
			if math.IsInf(low, 0) || math.IsInf(high, 0) {
				low, high = -1, 1
			}
		}
		room := (high - low) / 20
		g.low[a], g.high[a] = low-room, high+room
	}
}
