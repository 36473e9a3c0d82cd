package prepare

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/expression"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:    "where",
		Summary: "keeps the rows that a condition is true of",
		Examples: []string{
			`load("balance") | where("left_weight > 1 and left_distance > 1") | pca`,
			`load("balance") | where("class != 'B'") | knn(5)`,
		},
	}, func() *Where { return new(Where) })
}

// Where keeps the rows that Condition is true of, "age > 30 and sex == 'f'", and drops
// the others for good. What a condition may hold says package expression. It reads
// features, columns kept aside and what is to be learned, by their names as the source
// gives them; a text is compared with levels, and a class with its name.
//
// A row of which it cannot be told, since a cell is missing, is dropped like one of
// which it is false; a remark counts both. Write "or missing(age)" to keep such rows.
//
// It looks at each row alone, once, before any are held. Rows of a second file that
// are placed or predicted are those of that file, all of them.
//
// It fails where no row is left. It takes O(n) time for each operator; nothing is
// random.
type Where struct {
	Condition string
}

// Params declares the parameters.
func (m *Where) Params(p *engine.Params) {
	param := p.Text(&m.Condition, "condition", "", engine.AnyValue(), `what must be true of a row, "age > 30 and sex == 'f'"`)
	param.OfColumns()
	param.Require()
}

// Probe reports what is no condition.
func (m *Where) Probe() error {
	_, err := m.parse()
	return err
}

// parse reads the condition.
func (m *Where) parse() (*expression.Expression, error) {
	e, err := expression.Parse("condition", m.Condition)
	if err == nil && !e.Condition() {
		err = &engine.Error{Param: "condition", Cause: fmt.Sprintf("%s is a number, and neither true nor false", m.Condition), Remedy: remedy.Say("compare it with something: x > 0")}
	}
	return e, err
}

// Select finds the rows.
func (m *Where) Select(ctx context.Context, t *engine.Table) ([]int, error) {
	e, err := m.parse()
	if err != nil {
		return nil, err
	}
	columns, cell := everyColumn(t)
	f, err := e.Bind(columns)
	if err != nil {
		return nil, err
	}
	var keep []int
	unknown := 0
	row := make([]float64, len(columns))
	for i := range t.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, c := range f.Columns {
			row[c] = cell(i, c)
		}
		switch v := f.Of(row); {
		case v == 1:
			keep = append(keep, i)
		case math.IsNaN(v):
			unknown++
		}
	}
	if keep == nil {
		return nil, &engine.Error{Param: "condition", Cause: fmt.Sprintf("%s is true of none of %d rows", m.Condition, t.Len()), Remedy: remedy.Give("condition", "so that it is true of some rows")}
	}
	m.remark(ctx, t.Len(), len(keep), unknown)
	return keep, nil
}

// remark counts the rows that are dropped.
func (m *Where) remark(ctx context.Context, rows, kept, unknown int) {
	switch {
	case unknown > 0:
		engine.Remark(ctx, "%d of %d rows are kept; of %d it cannot be told, since cells are missing or have no finite value, and they are dropped", kept, rows, unknown)
	case kept < rows:
		engine.Remark(ctx, "%d of %d rows are kept", kept, rows)
	}
}

// everyColumn returns the columns that a table has, features first, and what gives
// the cell of a row.
func everyColumn(t *engine.Table) ([]engine.Column, func(row, column int) float64) {
	columns := slices.Concat(t.Columns, t.Aside.Columns)
	sources := []*mat.Dense{t.X, t.Aside.X}
	if t.HasClasses() {
		columns = append(columns, engine.Column{Name: t.Label, Levels: t.Classes})
		classes := mat.NewDense(t.Len(), 1, nil)
		for i, label := range t.Labels {
			if classes.Set(i, 0, float64(label)); label == engine.Hidden {
				classes.Set(i, 0, math.NaN())
			}
		}
		sources = append(sources, classes)
	}
	if t.HasResponse() {
		for _, name := range t.ResponseNames() {
			columns = append(columns, engine.Column{Name: name})
		}
		sources = append(sources, t.Response)
	}
	return columns, func(row, column int) float64 {
		for _, x := range sources {
			if x == nil {
				continue
			}
			_, d := x.Dims()
			if column < d {
				return x.At(row, column)
			}
			column -= d
		}
		return math.NaN()
	}
}
