package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "box",
		Summary:  "draws the quartiles of each column by class, and the rows far from them",
		Use:      "Compare many columns or classes by median, quartiles and rows far away.",
		Avoid:    "Two humps look like one box: see histogram.",
		Formula:  "box from Q1 to Q3, whiskers to the last row within 1.5 (Q3 − Q1) of it",
		Citation: "Tukey 1977, Exploratory data analysis; McGill, Tukey, Larsen 1978, doi:10.1080/00031305.1978.10479236",
		Examples: []string{`load("wine") | box`, `load("wine") | scale | box(columns=["alcohol", "hue"])`},
		Aliases:  []string{"boxplot"},
		Rank:     442,
	}, func() *Box { return new(Box) })
}

// Box draws the rows of each column of numbers, class by class: a box from the first
// quartile to the third with a stroke at the median, whiskers to the last rows within 1.5
// times its height, and a mark for each row beyond, at most 50 of a box, the farthest.
// Where a box would stand for fewer than 20 rows there are these rows in its place: five
// numbers say no more than they do.
//
// A box shows where rows lie and how widely, not how many hills they make: two hills and
// one have the same box, and histogram tells them apart.
//
// Rows are those that a fold learns from, as prepared; those without a class are left out
// where others have one. It fails with an *engine.Error for a column that is not there or
// that has levels. Cost: O(n log n) a column. Deterministic.
//
// Citation: Tukey 1977, Exploratory data analysis; McGill, Tukey, Larsen 1978,
// doi:10.1080/00031305.1978.10479236. Quartiles are those of definition 7 of Hyndman and
// Fan 1996, doi:10.2307/2684934.
type Box struct {
	Columns []string // which; the first of numbers that are learned from if empty
	Most    int      // columns
	Fold    int      // which fold, counted from one
}

const (
	fewRows      = 20 // of which a box says no more than they do
	mostOutliers = 50
	whisker      = 1.5
)

// Params declares the parameters.
func (m *Box) Params(p *engine.Params) {
	p.Texts(&m.Columns, "columns", "the columns to draw, by name; those of numbers that are learned from, up to most, if not given").OfColumns()
	p.Int(&m.Most, "most", 12, engine.AtLeast(1), "columns that are drawn at most")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are drawn")
}

// View draws the figure.
func (m *Box) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	chosen, left, err := rows.Numbers(m.Columns, m.Most, remedy.Use("histogram").Which("counts levels"))
	if err != nil {
		return nil, err
	}
	f := &figure.Figure{
		Name: "box", Title: "Quartiles of " + rows.Title(r), Classes: rows.Classes,
		X: figure.Axis{Label: "class"}, Y: figure.Axis{Label: "value"}, Across: min(4, len(chosen)),
		Caption: fmt.Sprintf("A box reaches from the first quartile to the third, its stroke is the median; whiskers end at the last row within %g times its height, rows beyond are marks. Fewer than %d rows stand for themselves. Boxes that lie beside each other tell classes apart by that column alone; they do not show whether rows make one hill or two: histogram does.", whisker, fewRows) + left + rows.Told(),
	}
	f.Summary = &figure.Sheet{Title: f.Title, Columns: slices.Concat([]string{"column", "class", "rows"}, quartileNames[:])}
	var told []string
	for _, c := range chosen {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		part, text := drawBoxes(rows, c, f.Summary)
		f.Parts, told = append(f.Parts, part), append(told, c.Heading()+": "+text)
	}
	f.Alt = fmt.Sprintf("%s. %s.%s", f.Title, strings.Join(told, "; "), left)
	return f, nil
}

// groupsOf returns the positions of the rows of each class, and the names of the classes; all
// rows where none have a class.
func groupsOf(rows *columns.Rows) (groups [][]int, names []string) {
	if !rows.HasClasses() {
		groups, names = make([][]int, 1), []string{"all rows"}
	} else {
		groups, names = make([][]int, len(rows.Classes)), rows.Classes
	}
	for i := range rows.Len() {
		switch {
		case !rows.HasClasses():
			groups[0] = append(groups[0], i)
		case rows.Labels[i] != engine.Hidden:
			groups[rows.Labels[i]] = append(groups[rows.Labels[i]], i)
		}
	}
	return groups, names
}

// drawBoxes draws a column by class, sets its five numbers in the table, and says the medians.
func drawBoxes(rows *columns.Rows, c columns.Column, s *figure.Sheet) (*figure.Figure, string) {
	groups, names := groupsOf(rows)
	part := &figure.Figure{Title: c.Heading(), Classes: rows.Classes, X: figure.Axis{Label: c.Heading(), Whole: true, Labels: names}, Y: figure.Axis{Label: c.Heading()}}
	d := &boxes{cells: c.Cells(), rows: rows, medians: figure.Segments{Strong: true}, strokes: figure.Segments{Border: true}}
	var told []string
	missing := 0
	for g, group := range groups {
		kept := d.finite(group)
		missing += len(group) - len(kept)
		if len(kept) == 0 {
			continue
		}
		five := d.draw(g, kept)
		row := []figure.Cell{figure.Word(c.Heading()), figure.Word(names[g]), figure.Figures(float64(len(kept)), 0)}
		for _, v := range five {
			row = append(row, figure.Cell{Text: formatShort(v), Value: v})
		}
		s.Rows = append(s.Rows, row)
		told = append(told, fmt.Sprintf("%s median %s, quartiles %s and %s", names[g], formatShort(five[2]), formatShort(five[1]), formatShort(five[3])))
	}
	part.Layers = d.layers()
	if missing > 0 {
		told = append(told, fmt.Sprintf("%d missing", missing))
	}
	if told == nil {
		return part, "no value in any row"
	}
	const most = 6
	if further := len(told) - most; further > 0 {
		told = append(told[:most], wording.Plural(further, "further class"))
	}
	return part, strings.Join(told, ", ")
}
