package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/columns"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "missing",
		Summary:  "shows which cells are missing, by column, and which are missing together",
		Use:      "See which cells are missing, and whether they are missing together.",
		Avoid:    "Whether they hang on what is missing cannot be seen from the data alone.",
		Citation: "Rubin 1976, doi:10.1093/biomet/63.3.581; van Buuren, Groothuis-Oudshoorn 2011, doi:10.18637/jss.v045.i03",
		Examples: []string{`load("hepatitis") | missing`, `load("wine") | missing`},
		Aliases:  []string{"missingno", "mdpattern", "vismiss", "isnull", "isna"},
		Rank:     447,
	}, func() *Missing { return new(Missing) })
}

// Missing shows the patterns of missing cells: a line for each set of columns that lack a
// cell in the same rows, the most frequent first, with how many rows it has; dark cells are
// those that are missing. Columns are those that lack any, what is to be learned among
// them, the most often missing first. The table names the rows of each pattern.
//
// That cells are missing together, or in some classes more than in others, says that they
// are not missing by chance (Rubin 1976); that they are not, says nothing.
//
// Rows are those that a fold learns from, as prepared: behind impute none are missing. It
// fails with an *engine.Error for a fold that is not there. Cost: O(d n) time and memory.
// Deterministic.
//
// Citation: Rubin 1976, doi:10.1093/biomet/63.3.581; van Buuren, Groothuis-Oudshoorn 2011,
// doi:10.18637/jss.v045.i03, for the display.
type Missing struct {
	Most int // patterns, and columns
	Fold int // which fold, counted from one
}

// Params declares the parameters.
func (m *Missing) Params(p *engine.Params) {
	p.Int(&m.Most, "most", 20, engine.AtLeast(1), "patterns that are drawn at most, and columns")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are looked at")
}

// A lack is a column with the cells that it lacks.
type lack struct {
	columns.Column
	of    []bool // by row
	count int
}

// A pattern is the rows that lack cells of the same columns.
type pattern struct {
	lacks []bool // by column
	rows  []int
}

// View draws the figure.
func (m *Missing) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	lacking, err := lacksOf(ctx, rows)
	if err != nil {
		return nil, err
	}
	patterns := patternsOf(rows.Len(), lacking)
	total := 0
	for _, l := range lacking {
		total += l.count
	}
	shownColumns, shown := lacking[:min(len(lacking), m.Most)], patterns[:min(len(patterns), m.Most)]
	f := &figure.Figure{
		Name: "missing", Title: "Missing cells of " + rows.Title(r),
		Caption: "A line is a set of columns that lack a cell in the same rows, with how many rows that is; dark cells are missing. Cells that are missing together, or more often in one class, are not missing by chance; that none are so does not say that they are." + rows.Told(),
		X:       figure.Axis{Label: "column, with its missing cells", Whole: true}, Y: figure.Axis{Label: "rows", Whole: true},
		Summary: tabulate(rows, lacking, patterns),
	}
	cells := figure.Cells{Silent: true}
	for _, l := range shownColumns {
		f.X.Labels = append(f.X.Labels, fmt.Sprintf("%s %d", l.Heading(), l.count))
	}
	if len(lacking) == 0 {
		f.X.Labels = []string{"every column 0"}
	}
	for _, p := range shown {
		f.Y.Labels = append(f.Y.Labels, wording.Number(len(p.rows)))
		values, shades := []float64{math.NaN()}, []float64{0}
		if len(lacking) > 0 {
			values, shades = p.cells(len(shownColumns))
		}
		cells.Values, cells.Shade = append(cells.Values, values), append(cells.Shade, shades)
	}
	f.Layers = []figure.Layer{cells}
	f.Alt = describeMissing(rows, lacking, patterns, total)
	if n := len(patterns) - len(shown) + len(lacking) - len(shownColumns); n > 0 {
		left := fmt.Sprintf(" Not drawn are %s and %s, which the table has.", wording.Plural(len(patterns)-len(shown), "further pattern"), wording.Plural(len(lacking)-len(shownColumns), "further column"))
		f.Caption, f.Alt = f.Caption+left, f.Alt+left
	}
	return f, nil
}

// lacksOf returns the columns that lack cells, those that lack most first.
func lacksOf(ctx context.Context, rows *columns.Rows) ([]lack, error) {
	var all []lack
	for _, c := range rows.All {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l := lack{Column: c, of: make([]bool, rows.Len())}
		for i, v := range c.Cells() {
			if math.IsNaN(v) {
				l.of[i] = true
				l.count++
			}
		}
		if l.count > 0 {
			all = append(all, l)
		}
	}
	slices.SortStableFunc(all, func(a, b lack) int { return b.count - a.count })
	return all, nil
}

// patternsOf returns the patterns of n rows, the most frequent first, of equally frequent
// ones the first in the data.
func patternsOf(n int, lacking []lack) []pattern {
	var all []pattern
	at := map[string]int{}
	key := make([]byte, len(lacking))
	for i := range n {
		for c, l := range lacking {
			key[c] = '.'
			if l.of[i] {
				key[c] = 'x'
			}
		}
		k, known := at[string(key)]
		if !known {
			k = len(all)
			at[string(key)] = k
			p := pattern{lacks: make([]bool, len(lacking))}
			for c := range lacking {
				p.lacks[c] = key[c] == 'x'
			}
			all = append(all, p)
		}
		all[k].rows = append(all[k].rows, i)
	}
	slices.SortStableFunc(all, func(a, b pattern) int { return cmp.Compare(len(b.rows), len(a.rows)) })
	return all
}

// cells returns the first cells of a line of the figure: 1 and dark where one is missing,
// blank where not.
func (p pattern) cells(count int) (values, shades []float64) {
	for _, lacks := range p.lacks[:count] {
		if lacks {
			values, shades = append(values, 1), append(shades, 1)
		} else {
			values, shades = append(values, math.NaN()), append(shades, 0)
		}
	}
	return values, shades
}

// namesOf are the columns that a pattern lacks; "none" if it lacks none.
func (p pattern) namesOf(lacking []lack) string {
	var names []string
	for c, lacks := range p.lacks {
		if lacks {
			names = append(names, lacking[c].Name)
		}
	}
	return cmp.Or(strings.Join(names, ", "), "none")
}

// tabulate sets the patterns with their rows, by their places in the file.
func tabulate(rows *columns.Rows, lacking []lack, patterns []pattern) *figure.Sheet {
	const most = 8
	s := &figure.Sheet{Title: "Missing cells of " + wording.Count(rows.Len(), "row"), Columns: []string{"missing", "rows", "share", "which rows"}}
	for _, p := range patterns {
		var at []string
		for _, i := range p.rows[:min(len(p.rows), most)] {
			at = append(at, strconv.Itoa(rows.Sample.Rows[i]))
		}
		if len(p.rows) > most {
			at = append(at, "...")
		}
		s.Rows = append(s.Rows, []figure.Cell{figure.Word(p.namesOf(lacking)), figure.Figures(float64(len(p.rows)), 0), figure.Figures(float64(len(p.rows))/float64(rows.Len()), 3), figure.Word(strings.Join(at, ", "))})
	}
	var counts []string
	for _, l := range lacking {
		counts = append(counts, fmt.Sprintf("%s %d", l.Heading(), l.count))
	}
	if counts != nil {
		s.Foot = []string{"By column: " + strings.Join(counts, ", ") + ". Rows are counted from 0, as in the file."}
	}
	return s
}

// describeMissing says in words what is missing.
func describeMissing(rows *columns.Rows, lacking []lack, patterns []pattern, total int) string {
	text := fmt.Sprintf("%s of %s are missing, in %s.", wording.Plural(total, "cell"), wording.Number(rows.Len()*len(rows.All)), wording.Plural(len(lacking), "column"))
	const most = 5
	for _, l := range lacking[:min(len(lacking), most)] {
		text += fmt.Sprintf(" %s lacks %d.", l.Heading(), l.count)
	}
	for _, p := range patterns {
		if p.namesOf(lacking) == "none" {
			return text + fmt.Sprintf(" %s of %s are complete; patterns of missing cells are %d.", wording.Plural(len(p.rows), "row"), wording.Number(rows.Len()), len(patterns)-1)
		}
	}
	return text + fmt.Sprintf(" No row is complete; patterns of missing cells are %d.", len(patterns))
}
