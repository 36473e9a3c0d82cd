package prepare

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
)

func init() {
	declare(engine.Stage{
		Name:     "onehot",
		Summary:  "turns every categorical column into a column of 0 and 1 for each of its levels",
		Formula:  "x ↦ (1[x = l₁], 1[x = l₂], …)",
		Citation: "Suits 1957, doi:10.1080/01621459.1957.10501412",
		Examples: []string{`load("balance") | onehot | pca`},
	}, func() *OneHot { return new(OneHot) })
}

// OneHot makes levels equally far apart: a categorical column becomes one
// column for each level that occurs in the training rows, 1 where the row has
// that level and 0 elsewhere, named "column=level". Two rows of different
// levels are √2 apart in them. Numeric columns pass unchanged, in their
// place; without categorical columns nothing happens, with a remark.
//
// A missing level in the training rows is an error. A held row with a level
// that no training row has gets 0 in all columns of it. It takes O(nd′) time
// for d′ columns that come out; nothing is random.
//
// Suits 1957, doi:10.1080/01621459.1957.10501412. No level is left out, as
// there would be for a linear regression.
type OneHot struct{}

// Params declares nothing.
func (*OneHot) Params(*engine.Params) {}

// Prepare learns which levels occur.
func (*OneHot) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	var out indicators
	var columns []engine.Column
	if _, found := s.Categorical(); !found {
		engine.Remark(ctx, "there are no categorical columns")
	}
	for c, column := range columnsOf(s) {
		if column.Levels == nil {
			out = append(out, indicator{from: c, level: -1})
			columns = append(columns, column)
			continue
		}
		if err := finite(s, c, column.Name, "onehot"); err != nil {
			return nil, err
		}
		occurs := mat.Col(nil, c, s.X)
		slices.Sort(occurs)
		for _, level := range slices.Compact(occurs) {
			out = append(out, indicator{from: c, level: level})
			columns = append(columns, engine.Column{Name: column.Name + "=" + column.Levels[int(level)]})
		}
	}
	return &engine.Transform{Map: out, Columns: columns}, nil
}

// indicators is the map to columns that are 1 where a column has a level.
type indicators []indicator

// An indicator is one of them; a level below 0 stands for the column itself.
type indicator struct {
	from  int
	level float64
}

func (m indicators) Dim() int { return len(m) }

func (m indicators) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for r := range n {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to, from := dst.RawRowView(r), x.RawRowView(r)
		for i, in := range m {
			switch v := from[in.from]; {
			case in.level < 0 || math.IsNaN(v):
				to[i] = v
			case v == in.level:
				to[i] = 1
			default:
				to[i] = 0
			}
		}
	}
	return nil
}
