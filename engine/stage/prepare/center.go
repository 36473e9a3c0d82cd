package prepare

import (
	"context"

	"unfold/engine"
	"unfold/engine/check"
)

func init() {
	declare(engine.Stage{
		Name:     "center",
		Summary:  "moves numeric columns to mean 0 over the training rows",
		Formula:  "x ↦ x − x̄",
		Citation: "Hastie, Tibshirani, Friedman 2009, doi:10.1007/978-0-387-84858-7",
		Aliases:  []string{"centre", "demean"},
		Examples: []string{`swissroll(n=300) | center | pca`},
	}, func() *Center { return new(Center) })
}

// Center keeps the differences of rows and moves their mean to the origin:
// x ↦ x − x̄ with the mean x̄ of the training rows. X n×d → n×d in the unit of
// the columns.
//
// Missing and infinite values of training rows are errors. Categorical columns
// pass unchanged, constant ones become 0. It takes O(nd) time; nothing is
// random.
type Center struct{}

// Params declares nothing.
func (*Center) Params(*engine.Params) {}

// Prepare learns the means.
func (*Center) Prepare(_ context.Context, s engine.Sample) (*engine.Transform, error) {
	columns := columnsOf(s)
	moved := make(columnwise, len(columns))
	for c, column := range columns {
		moved[c] = unchanged(c)
		if column.Levels != nil {
			continue
		}
		if err := check.Column(s, c); err != nil {
			return nil, err
		}
		moved[c].shift = columnRangeOf(s.X, c).mean
	}
	return moved.transform(columns, "centred"), nil
}
