package insight

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/fit/pairwise"
	"unfold/engine/internal/moments"
	"unfold/engine/remedy"
	"unfold/engine/stage/folds"
)

func init() {
	declare(engine.Stage{
		Name:     "why",
		Summary:  "draws how far each column moves the images of rows",
		Use:      "See which columns move a row's place in an embedding, for all rows or one.",
		Avoid:    "Slopes hold near the rows; columns of unlike units compare only once scaled.",
		Formula:  "e_j = s_j ‖∂z/∂x_j‖ by row, its median and quartiles over rows; or s_j ∂z_k/∂x_j of one",
		Citation: "Baehrens, Schroeter, Harmeling, Kawanabe, Hansen, Müller 2010, Journal of Machine Learning Research 11, 1803–1831",
		Examples: []string{`load | sample(300) | scale | isomap(k=10) | krr | why`, `swissroll(n=200) | nerv(map=linear) | why(row=17)`},
		Needs:    engine.NeedEmbedding | engine.NeedMap,
		Rank:     245,
	}, func() *Why { return new(Why) })
}

// Why draws what decides where rows lie: a bar for each prepared column, by the slopes of
// the map that takes rows to their places,
//
//	e_j(x) = s_j ‖∂z/∂x_j‖
//
// with s_j the standard deviation of the column over the training rows: how far an image
// would go if the column alone rose by as much and the map were straight. Bars are medians
// over training rows, with a stroke from the lower to the upper quartile, the largest
// first. Of one row, why(row=17), the bars are s_j ∂z_k/∂x_j, a part for each of the first
// two dimensions, up or down as the column draws.
//
// Slopes are derivatives where the map knows its own, as linear and kernel maps and
// networks do, and otherwise central differences of it, over a hundred-thousandth of s_j
// to either side. A slope tells what happens near a row: on the border
// of two pieces of a map, or where it is flat between clusters, it says little of what is
// further. Columns that tell the same share what they do.
//
// Rows are at most 100, evenly spread, and fewer where columns are many: a derivative, or
// 2d images, for each of them. It fails where the map was let go, and for a row that the fold has not. It
// is deterministic.
//
// Citation: Baehrens, Schroeter, Harmeling, Kawanabe, Hansen, Müller 2010, Journal of
// Machine Learning Research 11, 1803–1831, who explain predictions by slopes.
type Why struct {
	Row     int // where a row stands in its source, from zero; −1 for all
	Fold    int // which fold, counted from one
	Columns int // how many are drawn
}

// Params declares the parameters.
func (m *Why) Params(p *engine.Params) {
	p.Int(&m.Row, "row", -1, engine.AtLeast(-1), "the row to explain, by where it stands in its source from 0; -1 is all")
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Columns, "columns", 20, engine.AtLeast(1), "how many columns are drawn at most, those that move most")
}

// View draws the figure.
func (m *Why) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	if run.Thinned || run.Extension == nil {
		return nil, folds.Thinned(m.Fold)
	}
	s := newSlopes(run)
	if m.Row >= 0 {
		row, err := m.find(run)
		if err != nil {
			return nil, err
		}
		slopes, err := s.of(ctx, row)
		if err != nil {
			return nil, err
		}
		return m.drawRow(slopes, s, folds.Title(r, m.Fold)), nil
	}
	effects, rows, err := s.effects(ctx, run.Train.X)
	if err != nil {
		return nil, err
	}
	return m.drawAll(effects, rows, s, folds.Title(r, m.Fold)), nil
}

// find returns a row of the fold, training or held.
func (m *Why) find(run *engine.Run) ([]float64, error) {
	for _, s := range []engine.Sample{run.Train, run.Held} {
		if at := slices.Index(s.Rows, m.Row); at >= 0 {
			return s.X.RawRowView(at), nil
		}
	}
	return nil, &engine.Error{Param: "row", Cause: fmt.Sprintf("row %d is not among the %d of fold %d", m.Row, run.Train.Len()+run.Held.Len(), m.Fold), Remedy: remedy.Set("row", run.Train.Rows[0]).Or(remedy.Omit("row"))}
}

// slopes are those of a map, by columns in their standard deviations.
type slopes struct {
	by      engine.Map
	sloped  pairwise.SlopedMap // nil where differences tell
	columns []string
	spread  []float64
}

func newSlopes(run *engine.Run) *slopes {
	s := &slopes{by: run.Extension.Map}
	s.sloped, _ = s.by.(pairwise.SlopedMap)
	_, d := run.Train.X.Dims()
	for j := range d {
		s.spread = append(s.spread, moments.SD(mat.Col(nil, j, run.Train.X)))
		name := fmt.Sprintf("column %d", j+1)
		if run.Train.Columns != nil {
			name = run.Train.Columns[j].Name
		}
		s.columns = append(s.columns, name)
	}
	return s
}

// of returns s_j ∂z_k/∂x_j at a row, d×dim; zero of columns that do not vary.
func (s *slopes) of(ctx context.Context, row []float64) (*mat.Dense, error) {
	if s.sloped == nil {
		return s.differences(ctx, row)
	}
	slopes := mat.NewDense(len(row), s.by.Dim(), nil)
	s.sloped.Slope(slopes, row)
	slopes.Apply(func(j, _ int, v float64) float64 { return v * s.spread[j] }, slopes)
	return slopes, ctx.Err()
}

// differences returns slopes as central differences tell them.
func (s *slopes) differences(ctx context.Context, row []float64) (*mat.Dense, error) {
	const step = 1e-5
	d, dim := len(row), s.by.Dim()
	moved, images := mat.NewDense(2*d, d, nil), mat.NewDense(2*d, dim, nil)
	for j := range d {
		moved.SetRow(2*j, row)
		moved.SetRow(2*j+1, row)
		moved.Set(2*j, j, row[j]+float64(step*s.spread[j]))
		moved.Set(2*j+1, j, row[j]-float64(step*s.spread[j]))
	}
	if err := s.by.Apply(ctx, images, moved); err != nil {
		return nil, err
	}
	slopes := mat.NewDense(d, dim, nil)
	for j := range d {
		if wide := moved.At(2*j, j) - moved.At(2*j+1, j); wide > 0 { // as it was rounded
			for k := range dim {
				slopes.Set(j, k, (images.At(2*j, k)-images.At(2*j+1, k))/wide*s.spread[j])
			}
		}
	}
	return slopes, nil
}

// mostMoved is how many images are looked at for the slopes of several rows.
const mostMoved = 20_000

// effects returns the lengths of the slopes of each column at some rows of x, and how many
// these are.
func (s *slopes) effects(ctx context.Context, x *mat.Dense) (effects [][]float64, rows int, err error) {
	n, d := x.Dims()
	rows = min(n, 100, max(5, mostMoved/(2*d)))
	effects = make([][]float64, d)
	for at := range rows {
		slopes, err := s.of(ctx, x.RawRowView(at*n/rows))
		if err != nil {
			return nil, 0, err
		}
		for j := range d {
			effects[j] = append(effects[j], mat.Norm(slopes.RowView(j), 2))
		}
	}
	return effects, rows, nil
}
