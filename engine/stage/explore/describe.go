package explore

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/profile"
	"unfold/engine/figure"
	"unfold/engine/internal/heading"
	"unfold/engine/stage/columns"
)

func init() {
	declare(engine.Stage{
		Name:     "describe",
		Summary:  "tells what each column holds, and how much it says of what is to be learned",
		Use:      "Look at a table before anything else: kinds of columns, what is missing, ranges and typing errors.",
		Avoid:    "What columns say together is not in it: see pairs and correlation.",
		Formula:  "quartiles, r, η² = Σ_g n_g (x̄_g − x̄)² / Σ_i (x_i − x̄)², V² = χ² / (n min(rows − 1, columns − 1))",
		Citation: "Pearson 1895, doi:10.1098/rspl.1895.0041",
		Examples: []string{`load | describe`, `load("balance") | describe(columns=["left_weight", "class"])`},
		Rank:     440,
	}, func() *Describe { return new(Describe) })
}

// Describe tells what the columns of the rows hold: as a table, and as a small
// histogram of each. What is to be learned comes first, then what is learned from,
// then columns aside.
//
// The table has of each column the kind of its cells (number, whole, boolean, date,
// category, empty), how many are missing, how many differ, of numbers the least, the
// quartiles and the most, of dates the first and the last, of other levels the most
// frequent ones; and how much it says by itself of what is to be learned, of several
// responses of the first: Pearson's r of two columns of numbers, the correlation ratio η
// of numbers and groups, Cramér's V of two groupings ([profile.With]).
//
// Histograms have a bar for each whole number, if there are at most sixteen in a row,
// else twelve of one width, as those of dates; of levels one for each of the twelve most
// frequent, and one for all others.
//
// The rows are those that are learned from, as prepared: all of them where none are held,
// those of one fold where some are. What looks as if it was not meant is noted: levels and
// lone numbers that may stand for missing cells, whole numbers beyond 2⁵³, columns with
// one value or none.
//
// It fails with an *engine.Error for a column that is not there, and where the rows of
// the fold were let go. Cost: O(n log n) for each column. Deterministic.
//
// Citation: Pearson 1895, doi:10.1098/rspl.1895.0041; Hyndman, Fan 1996,
// doi:10.2307/2684934, for quartiles; Cramér 1946, Mathematical methods of statistics.
type Describe struct {
	Columns []string // which; all if empty
	Most    int      // of them
	Fold    int      // which fold, counted from one
}

// Params declares the parameters.
func (m *Describe) Params(p *engine.Params) {
	p.Texts(&m.Columns, "columns", "the columns to describe, by name; all, up to most, if not given").OfColumns()
	p.Int(&m.Most, "most", 20, engine.AtLeast(1), "columns that are described at most")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are described")
}

// View makes the table and draws the histograms.
func (m *Describe) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	rows, err := columns.Of(r, m.Fold)
	if err != nil {
		return nil, err
	}
	chosen := rows.All
	if len(m.Columns) > 0 {
		if chosen, err = rows.Named("columns", m.Columns...); err != nil {
			return nil, err
		}
	}
	described := make([]description, min(len(chosen), m.Most))
	for i, c := range chosen[:len(described)] {
		if described[i], err = describe(ctx, c, rows.Target); err != nil {
			return nil, err
		}
		for _, suspicion := range described[i].Suspicions() {
			engine.Remark(ctx, "%s", suspicion)
		}
	}
	title := rows.Title(r)
	f := drawDescriptions(title, described, len(chosen)-len(described), rows.Target)
	f.Caption += rows.Told()
	return f, nil
}

// A description is what a column holds, and how much it says of what is to be
// learned.
type description struct {
	*profile.Column
	name    string // with what its numbers were made into
	purpose string // where it is not learned from
	with    profile.Association
}

// describe tells what a column holds.
func describe(ctx context.Context, c columns.Column, t engine.Target) (description, error) {
	d := description{name: heading.Name(c.Column), purpose: c.Purpose, with: profile.Association{Value: math.NaN()}}
	if c.Purpose == columns.Class {
		d.Column = profile.OfClasses(t)
		d.Name = c.Name
		return d, ctx.Err()
	}
	cells := c.Cells()
	x := mat.NewDense(len(cells), 1, cells)
	var err error
	if d.Column, err = profile.Of(ctx, x, c.Column, 0); err == nil && c.Purpose != columns.Response {
		d.with = profile.With(x, c.Column, 0, t)
	}
	return d, err
}
