package prepare

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/codec"
	"unfold/engine/data/expression"
	"unfold/engine/remedy"
)

func init() {
	declare(engine.Stage{
		Name:    "derive",
		Summary: "adds columns that are computed of others, row by row",
		Formula: "x ↦ (x, f(x), …)",
		Examples: []string{
			`load("balance") | derive("left = left_weight * left_distance") | pca`,
			`load("balance") | derive("torque = left_weight * left_distance - right_weight * right_distance; tips = torque > 0") | knn(5)`,
		},
	}, func() *Derive { return new(Derive) })
}

// Derive adds columns to those there are: "bmi = weight / height^2", with semicolons
// between several. What an expression may hold says package expression; a condition
// gives 1 where it is true and 0 where it is not, and if(size > 3, 'big', 'small') a
// categorical column. An expression without a name is
// called by its text. A column of a name that there is takes its place, and is
// computed of what was there; later expressions read it anew.
//
// A row's value depends on that row alone, so nothing is learned and nothing can leak
// from held rows. What is to be learned is not among the columns. Columns hold what the
// stages before have made of them: behind scale, those are scaled values.
//
// A missing cell makes a missing cell, and so does what is no finite number, such as a
// division by 0, with a remark that says which; impute fills them. Numbers are in the
// units of the file, 5 % as 5; a remark says where a sum or a comparison joins two
// units, which it does not convert. A name that no column has, and arithmetic with a
// categorical column, are errors.
//
// It takes O(n) time for each operator, and no memory but the columns.
type Derive struct {
	Columns string // "bmi = weight / height^2; tall = height > 1.8"
}

// Params declares the parameters.
func (m *Derive) Params(p *engine.Params) {
	param := p.Text(&m.Columns, "columns", "", engine.AnyValue(), `names and what they are computed of, "bmi = weight / height^2", with semicolons between several`)
	param.OfColumns()
	param.Require()
}

// Probe reports what cannot be read as expressions.
func (m *Derive) Probe() error {
	_, err := expression.ParseNamed("columns", m.Columns)
	return err
}

// Prepare finds the columns that the expressions name.
func (m *Derive) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	given := columnsOf(s)
	all, err := expression.ParseNamed("columns", m.Columns)
	if err != nil {
		return nil, err
	}
	for i, e := range all {
		if err := refuseTarget(s, append(slices.Clone(given), namedColumns(all[:i])...), e); err != nil {
			return nil, err
		}
	}
	out := derived{text: m.Columns, given: given}
	columns, err := out.bind(all)
	if err != nil {
		return nil, err
	}
	for i, c := range out.columns {
		if c.formula.Mixed != "" {
			engine.Remark(ctx, "%s joins numbers in %s, which are not converted", all[i].Text, c.formula.Mixed)
		}
	}
	return &engine.Transform{Map: out, Columns: columns}, ctx.Err()
}

// namedColumns are columns of the names of expressions.
func namedColumns(all []*expression.Expression) (columns []engine.Column) {
	for _, e := range all {
		columns = append(columns, engine.Column{Name: e.Name})
	}
	return columns
}

// refuseTarget refuses an expression of what is to be learned, which would tell it.
func refuseTarget(s engine.Sample, columns []engine.Column, e *expression.Expression) error {
	known := engine.NamesOf(columns)
	for _, name := range e.Names() {
		if !slices.Contains(known, name) && (name == s.Label || slices.Contains(s.Responses, name)) {
			return &engine.Error{Param: "columns", Cause: fmt.Sprintf("%s is what is to be learned, and a column made of it would tell it", name), Remedy: remedy.Load("learn something else", "label", "none")}
		}
	}
	return nil
}

// derived is the map to columns that are computed one after the other.
type derived struct {
	text    string          // the expressions
	given   []engine.Column // which they name
	dim     int
	columns []derivedColumn
}

func init() { codec.Register[derived]("derived", 1) }

// Fields tells the expressions and the columns that they are about.
func (m *derived) Fields(f *codec.Fields) {
	f.Text("text", &m.text)
	codec.List(f, "given", &m.given, func(f *codec.Fields, c *engine.Column) {
		levels := c.Levels != nil
		f.Text("name", &c.Name)
		f.Text("written", &c.Written)
		f.Bool("categorical", &levels)
		if f.Texts("levels", &c.Levels); levels && c.Levels == nil {
			c.Levels = []string{}
		}
	})
	f.Check(len(m.given) == f.Columns(), "expressions of %d columns for %d", len(m.given), f.Columns())
	for c := 0; c < len(m.given) && f.Good(); c++ {
		f.Check(len(m.given[c].Levels) == f.Shape.LevelsOf(c), "column %d has other levels", c)
	}
	if !f.Reading() {
		return
	}
	all, err := expression.ParseNamed("columns", m.text)
	if err == nil {
		_, err = m.bind(all)
	}
	f.Check(err == nil, "%v", err)
}

// bind finds the columns that expressions name, one after the other, and returns those
// that come out.
func (m *derived) bind(all []*expression.Expression) ([]engine.Column, error) {
	columns := slices.Clone(m.given)
	for _, e := range all {
		f, err := e.Bind(columns)
		if err != nil {
			return nil, err
		}
		to := slices.Index(engine.NamesOf(columns), e.Name)
		if to < 0 {
			to, columns = len(columns), append(columns, engine.Column{})
		}
		columns[to] = engine.Column{Name: e.Name, Levels: f.Levels}
		m.columns = append(m.columns, derivedColumn{name: e.Name, to: to, formula: f})
	}
	m.dim = len(columns)
	return columns, nil
}

// A derivedColumn is one of them and where it comes to stand.
type derivedColumn struct {
	name    string
	to      int
	formula *expression.Formula
}

func (m derived) Dim() int { return m.dim }

func (m derived) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	wrong := make([][]string, len(m.columns)) // what went wrong, of each column
	for r := range n {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := dst.RawRowView(r)
		copy(row, x.RawRowView(r))
		for i, c := range m.columns {
			v := c.formula.Of(row)
			if math.IsNaN(v) && !c.formula.Missing(row) {
				if why := c.formula.Why(row); !slices.Contains(wrong[i], why) {
					wrong[i] = append(wrong[i], why)
				}
			}
			row[c.to] = v
		}
	}
	for i, c := range m.columns {
		if slices.Sort(wrong[i]); wrong[i] != nil {
			engine.Remark(ctx, "%s is missing in some rows: %s", c.name, strings.Join(wrong[i], ", "))
		}
	}
	return nil
}
