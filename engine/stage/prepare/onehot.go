package prepare

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/codec"
)

func init() {
	declare(engine.Stage{
		Name:     "onehot",
		Summary:  "turns every categorical column into a column of 0 and 1 for each of its levels",
		Formula:  "x ↦ (1[x = l₁], 1[x = l₂], …)",
		Citation: "Suits 1957, doi:10.1080/01621459.1957.10501412",
		Aliases:  []string{"onehotencoder", "dummies", "getdummies"},
		Near:     []string{"ordinalencoder", "labelencoder"},
		Examples: []string{`load("balance") | onehot | pca`},
	}, func() *OneHot { return new(OneHot) })
}

// OneHot makes levels equally far apart: a categorical column becomes one
// column for each level that occurs in the training rows, 1 where the row has
// that level and 0 elsewhere, named "column=level". Two rows of different
// levels are √2 apart in them. Numeric columns pass unchanged, in their
// place; without categorical columns nothing happens, with a remark.
//
// A missing level in the training rows is an error. A held or new row with a
// level that no training row has gets 0 in all columns of it, with a remark. It
// takes O(nd′) time for d′ columns that come out; nothing is random.
//
// Suits 1957, doi:10.1080/01621459.1957.10501412. No level is left out, as
// there would be for a linear regression.
type OneHot struct{}

// Params declares nothing.
func (*OneHot) Params(*engine.Params) {}

// Prepare learns which levels occur.
func (*OneHot) Prepare(ctx context.Context, s engine.Sample) (*engine.Transform, error) {
	out := indicators{learned: map[int]levels{}}
	var columns []engine.Column
	if _, found := s.Categorical(); !found {
		engine.Remark(ctx, "there are no categorical columns")
	}
	for c, column := range columnsOf(s) {
		if column.Levels == nil {
			out.columns = append(out.columns, indicator{from: c, level: engine.Unseen})
			columns = append(columns, column)
			continue
		}
		if err := check.Column(s, c); err != nil {
			return nil, err
		}
		occurs := mat.Col(nil, c, s.X)
		slices.Sort(occurs)
		occurs = slices.Compact(occurs)
		out.learned[c] = levels{column.Name, column.Levels, occurs}
		for _, level := range occurs {
			out.columns = append(out.columns, indicator{from: c, level: level})
			columns = append(columns, engine.Column{Name: column.Name + "=" + column.Levels[int(level)]})
		}
	}
	return &engine.Transform{Map: out, Columns: columns}, nil
}

// indicators is the map to columns that are 1 where a column has a level.
type indicators struct {
	columns []indicator
	learned map[int]levels // of each categorical column
}

// An indicator is one of them; [engine.Unseen] stands for the column itself.
type indicator struct {
	from  int
	level float64
}

// levels are those of a column that occurred.
type levels struct {
	name  string
	names []string  // of all levels that the table has
	of    []float64 // numbers of those that occurred, ascending
}

func init() { codec.Register[indicators]("indicators", 1) }

// Fields tells the columns that come out, and of those with levels which occurred.
func (m *indicators) Fields(f *codec.Fields) {
	codec.List(f, "columns", &m.columns, func(f *codec.Fields, in *indicator) {
		f.Int("from", &in.from)
		f.Float("level", &in.level)
		codec.Indices(f, []int{in.from}, f.Columns())
	})
	from := slices.Sorted(maps.Keys(m.learned))
	codec.List(f, "learned", &from, func(f *codec.Fields, c *int) {
		f.Int("column", c)
		l := m.learned[*c]
		f.Text("name", &l.name)
		f.Texts("names", &l.names)
		f.Floats("of", &l.of)
		if codec.Indices(f, []int{*c}, f.Columns()); f.Good() {
			f.Check(len(l.names) == f.Shape.LevelsOf(*c), "column %d has other levels", *c)
		}
		if f.Reading() {
			if m.learned == nil {
				m.learned = map[int]levels{}
			}
			m.learned[*c] = l
		}
	})
}

func (m indicators) Dim() int { return len(m.columns) }

func (m indicators) Apply(ctx context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for r := range n {
		if r%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		to, from := dst.RawRowView(r), x.RawRowView(r)
		for i, in := range m.columns {
			switch v := from[in.from]; {
			case in.level == engine.Unseen || math.IsNaN(v):
				to[i] = v
			case v == in.level:
				to[i] = 1
			default:
				to[i] = 0
			}
		}
	}
	m.remark(ctx, x)
	return nil
}

// remark says which rows have 0 in all columns of a level. Levels that the whole
// table lacks are named where rows are matched to it.
func (m indicators) remark(ctx context.Context, x *mat.Dense) {
	n, d := x.Dims()
	for c := range d {
		known, categorical := m.learned[c]
		if !categorical {
			continue
		}
		var strange []int // the levels, row by row
		for r := range n {
			v := x.At(r, c)
			if _, found := slices.BinarySearch(known.of, v); !found && v != engine.Unseen && !math.IsNaN(v) {
				strange = append(strange, int(v))
			}
		}
		known.remark(ctx, strange, n)
	}
}

// remark names up to three levels that no training row has, each by itself, so
// that folds remark on one only once; more are counted.
func (l levels) remark(ctx context.Context, strange []int, rows int) {
	const most = 3
	slices.Sort(strange)
	different := slices.Compact(slices.Clone(strange))
	if len(different) > most {
		engine.Remark(ctx, "column %s: %d of %d rows have levels that no training row has, and get 0 in all columns of it", l.name, len(strange), rows)
		return
	}
	for _, level := range different {
		first, _ := slices.BinarySearch(strange, level)
		after, _ := slices.BinarySearch(strange, level+1)
		engine.Remark(ctx, "column %s: no training row has the level %q; %d of %d rows that are placed have it, and get 0 in all columns of %[1]s", l.name, l.names[level], after-first, rows)
	}
}
