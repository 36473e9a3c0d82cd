package explore

import (
	"unfold/engine"
	"unfold/engine/stage/columns"
)

// A Selection is the rows and columns of a fold that a view draws.
type Selection struct {
	Columns []string // which, in this order; the first ones that are learned from if empty
	Most    int      // columns
	Rows    int      // that are drawn
	Fold    int      // which fold, counted from one
}

// declare declares the parameters, with how many columns and rows are drawn if nothing is
// said.
func (s *Selection) declare(p *engine.Params, order string, most, fewest, rows int) {
	p.Texts(&s.Columns, "columns", "the columns to draw, by name and in this order; the first ones that are learned from, up to most"+order+", if not given").OfColumns()
	p.Int(&s.Most, "most", most, engine.AtLeast(float64(fewest)), "columns that are drawn at most")
	p.Int(&s.Rows, "rows", rows, engine.AtLeast(1), "rows that are drawn at most, of more a sample")
	p.Int(&s.Fold, "fold", 1, engine.AtLeast(1), "the fold whose training rows are drawn")
}

// selected are the rows and columns that were chosen.
type selected struct {
	*columns.Rows
	columns []columns.Column
	at      []int  // the rows that are drawn
	told    string // what is left out, in sentences with a space before each, or nothing
}

// of chooses from the rows that the fold learns from.
func (s *Selection) of(r *engine.Report) (*selected, error) {
	rows, err := columns.Of(r, s.Fold)
	if err != nil {
		return nil, err
	}
	chosen, left, err := rows.Choose(s.Columns, s.Most)
	if err != nil {
		return nil, err
	}
	at, told := rows.Drawn("rows", s.Rows)
	return &selected{Rows: rows, columns: chosen, at: at, told: told + left}, nil
}
