package view

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "biplot",
		Summary:  "draws columns as arrows over the embedding: where rows go as a column rises",
		Use:      "See which columns place rows where they lie; exact for pca, lda and other linear maps.",
		Avoid:    "Arrows by regression miss columns that rise and fall again, and two dimensions say little of a column with a low R².",
		Formula:  "s_j w_j of a linear map z = (x − x̄) W; else R_j b_j / ‖b_j‖ with x_j ≈ x̄_j + b_j · (z − z̄)",
		Citation: "Gabriel 1971, doi:10.1093/biomet/58.3.453; Gower, Hand 1996, Biplots",
		Examples: []string{`load("wine") | scale | pca | biplot`, `load("wine") | scale | isomap(k=10) | biplot(most=6)`},
		Aliases:  []string{"loadings", "loadingplot", "envfit"},
		Needs:    engine.NeedEmbedding,
		Rank:     130,
	}, func() *Biplot { return new(Biplot) })
}

// Biplot draws the embedding with an arrow for each prepared column.
//
// Where the embedder has a linear map, z = (x − x̄) W, as those of pca and lda, the arrow of
// column j is exact: s_j w_j, how far a row goes if the column alone rises by its standard
// deviation s_j. For pca these are the loadings by the scale of the columns. That a map is
// linear is not taken from its name: it is applied to the mean and beside it along each column,
// and what this tells of W is held to the places of all rows.
//
// Elsewhere the column is regressed on the two coordinates, x_j ≈ x̄_j + b_j · (z − z̄): the
// arrow points to where the column rises fastest, and is as long as R_j, the correlation of
// the column with what the regression says. A column that bends over the embedding has no
// arrow that would tell so.
//
// The table has the arrow of each column, and R²: the share of its variance that the two
// dimensions tell by a plane, 0 to 1. Arrows are drawn longer or shorter by one factor for
// all, which the caption tells. Beyond Most columns the longest arrows are drawn.
//
// It fails, with an *engine.Error, for a fold or a dimension that is not there, and for an
// embedding of one dimension, and draws nothing of a single row. Cost: O(n d dim) time, O(d)
// memory. Deterministic.
//
// Citation: Gabriel 1971, The biplot graphic display of matrices, doi:10.1093/biomet/58.3.453;
// Gower, Hand 1996, Biplots, for arrows by regression.
type Biplot struct {
	Window
	Most int // columns
}

// Params declares the parameters.
func (m *Biplot) Params(p *engine.Params) {
	m.Window.Params(p)
	p.Int(&m.Most, "most", 12, engine.AtLeast(1), "columns that are drawn at most, those with the longest arrows")
}

// An arrow is what a column does over the embedding.
type arrow struct {
	column string
	x, y   float64
	r2     float64
}

func (a arrow) length() float64 { return lengthOf(a.x, a.y) }

// View draws the figure.
func (m *Biplot) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, p, err := m.runAndPlane(r)
	if err != nil {
		return nil, err
	}
	if run.Train.X == nil || run.Thinned {
		return nil, folds.Thinned(m.Fold)
	}
	if p.strip {
		return nil, &engine.Error{Cause: "an embedding of one dimension has no room for arrows", Remedy: remedy.Set("dim", 2).Of(engine.EmbedderRole).Or(remedy.Use("why").Which("draws what moves rows"))}
	}
	if run.Train.Len() < 2 {
		return nil, ctx.Err()
	}
	arrows, exact, err := arrowsOf(ctx, run, p)
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{Name: "biplot", Title: "Columns over the embedding" + folds.Title(r, m.Fold)}
	p.frame(f, run.Train)
	f.Layers, _, _, _ = p.rows(run)
	order := make([]int, len(arrows))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(arrows[b].length(), arrows[a].length()) })
	shown := order[:min(len(order), m.Most)]
	by := drawArrows(f, run, p, arrows, shown)
	f.Summary = listArrows(arrows, order, exact, p)
	f.Caption = captionOf(exact, by, len(order)-len(shown)) + p.legend(run.Train)
	f.Alt = describeArrows(arrows, shown, exact)
	return f, nil
}

// arrowsOf returns the arrow of each column, and whether they are those of a linear map.
func arrowsOf(ctx context.Context, run *engine.Run, p plane) (arrows []arrow, exact bool, err error) {
	arrows, err = regressed(ctx, run, p)
	if err != nil {
		return nil, false, err
	}
	w, err := linearMap(ctx, run)
	if w == nil || err != nil {
		return arrows, false, err
	}
	spread := columnSDs(run.Train.X)
	for j := range arrows {
		arrows[j].x, arrows[j].y = spread[j]*w.At(j, p.x), spread[j]*w.At(j, p.y)
	}
	return arrows, true, nil
}

// drawArrows adds arrows to the figure with the names of their columns, and returns the
// factor by which they are drawn longer, a round number.
func drawArrows(f *figure.Figure, run *engine.Run, p plane, arrows []arrow, shown []int) (by float64) {
	x, y, reach := reachOfPlaces(run, p)
	by = 1
	if longest := arrows[shown[0]].length(); longest > 0 {
		by = roundDown(reach / longest)
	}
	strokes, names := figure.Segments{Name: "columns", Strong: true}, figure.Names{Free: true}
	for _, j := range shown {
		a := arrows[j]
		if a.length() == 0 {
			continue
		}
		tipX, tipY := x+float64(by*a.x), y+float64(by*a.y)
		strokes = withArrow(strokes, x, y, tipX, tipY, reach)
		names.X, names.Y, names.Texts = append(names.X, tipX), append(names.Y, tipY), append(names.Texts, a.column)
	}
	f.Layers = append(f.Layers, strokes, names)
	return by
}

// withArrow adds a stroke with a head, whose size is a share of the figure's.
func withArrow(s figure.Segments, x0, y0, x1, y1, reach float64) figure.Segments {
	s = s.With(x0, y0, x1, y1)
	length := lengthOf(x1-x0, y1-y0)
	head := min(0.06*reach, length/2)
	ux, uy := (x1-x0)/length*head, (y1-y0)/length*head
	const back, aside = 0.9, 0.4
	for _, side := range []float64{-aside, aside} {
		s = s.With(x1, y1, x1-float64(back*ux)-float64(side*uy), y1-float64(back*uy)+float64(side*ux))
	}
	return s
}

// reachOfPlaces returns the middle of the rows on the plane, and how far the farthest lies
// from it either way.
func reachOfPlaces(run *engine.Run, p plane) (x, y, reach float64) {
	places := run.Embedding.Y
	n, _ := places.Dims()
	for i := range n {
		x += places.At(i, p.x) / float64(n)
		y += places.At(i, p.y) / float64(n)
	}
	for i := range n {
		reach = max(reach, math.Abs(places.At(i, p.x)-x), math.Abs(places.At(i, p.y)-y))
	}
	return x, y, reach
}

// roundDown is the largest number of one digit up to v.
func roundDown(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return 1
	}
	power := 1.0
	for power > v {
		power /= 10
	}
	for 10*power <= v {
		power *= 10
	}
	return power * math.Floor(v/power)
}

// captionOf says what arrows are, and what not.
func captionOf(exact bool, by float64, left int) string {
	text := "An arrow points to where its column rises fastest, and is as long as the column goes with the two dimensions (R): it comes of a regression on the coordinates, since the embedding has no linear map. A column that rises and falls again has a short arrow that hides it: scatter(color=) shows it."
	if exact {
		text = "An arrow is how far a row goes as its column alone rises by a standard deviation: the map is linear, so this holds of every row. Long arrows side by side are columns that place rows alike; a short one may still matter in another dimension."
	}
	text += fmt.Sprintf(" Arrows are drawn %g times as long. R² in the table is the share of a column that these two dimensions tell.", by)
	if left > 0 {
		text += fmt.Sprintf(" %s with shorter arrows left out: most= draws more.", wording.Plural(left, "further column"))
	}
	return text
}

// listArrows sets the arrows in a table, the longest first.
func listArrows(arrows []arrow, order []int, exact bool, p plane) *figure.Sheet {
	s := &figure.Sheet{
		Title:   "Columns, the longest arrow first",
		Columns: []string{"column", fmt.Sprintf("dimension %d", p.x+1), fmt.Sprintf("dimension %d", p.y+1), "R²"},
		Foot:    []string{"Arrows are R b/‖b‖ of the regression of the column on the two coordinates."},
	}
	if exact {
		s.Foot[0] = "Arrows are those of the linear map, times the standard deviation of the column: exact."
	}
	s.Foot = append(s.Foot, "R² is the share of the column's variance that a plane over the two dimensions tells.")
	for _, j := range order {
		a := arrows[j]
		s.Rows = append(s.Rows, []figure.Cell{figure.Word(a.column), short(a.x), short(a.y), figure.Figures(a.r2, 3)})
	}
	return s
}

// describeArrows says in numbers what is seen.
func describeArrows(arrows []arrow, shown []int, exact bool) string {
	way := "by regression of the columns on the coordinates"
	if exact {
		way = "exact, since the map is linear"
	}
	var words []string
	for _, j := range shown[:min(len(shown), 5)] {
		a := arrows[j]
		words = append(words, fmt.Sprintf("%s (%.3g, %.3g; R² %.2f)", a.column, a.x, a.y, a.r2))
	}
	return fmt.Sprintf("%s over the embedding, %s. The longest: %s.", wording.Plural(len(shown), "arrow"), way, wording.List(words))
}
