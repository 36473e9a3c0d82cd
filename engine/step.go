package engine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// The adapters below are the only code that writes a Run. Each hands a method
// the training rows, and takes the held rows along by what the method learned
// from the training rows alone; where a fold is transduced, held rows are among
// them without their labels. Held truth never reaches a method.

// apply runs the step on r and returns what r becomes.
func (s Step) apply(ctx context.Context, r Run) (Run, error) {
	switch m := s.Method.(type) {
	case Preparer:
		return prepare(ctx, s.Name(), m, r.unfoldColumns())
	case Metric:
		return measure(ctx, m, r.unfoldColumns())
	case Embedder:
		return embed(ctx, m, r.unfoldColumns())
	case Extender:
		return extend(ctx, m, r)
	case Learner:
		return learn(ctx, m, r)
	}
	return r, nil // sources, protocols, selectors, measures and views act on the whole
}

// unfoldColumns makes embedded coordinates the columns of a run that goes on
// after an embedder.
func (r Run) unfoldColumns() Run {
	if r.Embedding == nil {
		return r
	}
	var way Map = nowhere(r.Embedding.Dim())
	if r.Extension != nil {
		way = r.Extension
	}
	r.path = append(slices.Clip(r.path), leg{Map: way})
	r.Train.X, r.Held.X = r.Embedding.Y, r.Mapped
	r.Train.Columns, r.Held.Columns = nil, nil
	r.Train.shelf = r.Train.shelf.fresh()
	r.Train.Distances, r.Embedding, r.Extension, r.Mapped, r.remapped, r.placed = nil, nil, nil, nil, nil, nil
	return r
}

func prepare(ctx context.Context, stage string, m Preparer, r Run) (Run, error) {
	t, err := m.Prepare(ctx, r.Train)
	if err != nil {
		return r, err
	}
	if r.Train.X, err = image(ctx, t, r.Train.X); err != nil {
		return r, err
	}
	r.Train.shelf = r.Train.shelf.fresh()
	if r.Held.X, err = image(ctx, t, r.Held.X); err != nil {
		return r, err
	}
	r.Train.Columns, r.Held.Columns = t.Columns, t.Columns
	r.path = append(slices.Clip(r.path), leg{stage, t})
	return r, nil
}

func measure(ctx context.Context, m Metric, r Run) (Run, error) {
	if err := usable(r.Train, r.Held); err != nil {
		return r, err
	}
	if restrictor, ok := m.(Restrictor); ok {
		keep := restriction(restrictor.Restrict(r.Train.Rows))
		if _, d := r.Train.X.Dims(); len(keep) > 0 && slices.Max(keep) >= d {
			return r, &Error{Cause: fmt.Sprintf("the table has %d columns, but row %d calls for column %d: column j must be the dissimilarity to row j", d, slices.Max(keep), slices.Max(keep)), Remedy: "give a square matrix, with as many columns as rows and no label among them"}
		}
		var err error
		if r.Train.X, err = image(ctx, keep, r.Train.X); err != nil {
			return r, err
		}
		r.Train.shelf = r.Train.shelf.fresh()
		if r.Held.X, err = image(ctx, keep, r.Held.X); err != nil {
			return r, err
		}
		r.Train.Columns, r.Held.Columns = nil, nil
		r.path = append(slices.Clip(r.path), leg{Map: keep})
	}
	d, err := m.Distances(ctx, r.Train)
	r.Train.Distances = d
	return r, err
}

func embed(ctx context.Context, m Embedder, r Run) (Run, error) {
	if err := usable(r.Train, r.Held); err != nil {
		return r, err
	}
	if r.Train.Distances == nil {
		r.Train.Distances = Euclidean(r.Train.X)
	}
	e, err := m.Embed(ctx, r.Train)
	if err != nil {
		return r, err
	}
	r.Embedding, r.placed = e, r.Train.shelf.fresh()
	if e.Map == nil && r.Fold.Transduced {
		return r.present(), nil
	}
	if e.Map == nil {
		return r, nil
	}
	return r.mapped(ctx, &Extension{Map: e.Map})
}

func extend(ctx context.Context, m Extender, r Run) (Run, error) {
	if r.Embedding == nil {
		return r, &Error{Cause: "there is no embedding to learn the map to", Remedy: "put an embedder such as isomap before it"}
	}
	x, err := m.Extend(ctx, r.Train, r.Embedding)
	if err != nil {
		return r, err
	}
	return r.mapped(ctx, x)
}

// mapped takes the held rows through the map.
func (r Run) mapped(ctx context.Context, x *Extension) (Run, error) {
	r.Extension, r.remapped = x, new(remapped)
	if x.LearnMapped {
		r.placed = r.Train.shelf.fresh()
	}
	var err error
	r.Mapped, err = image(ctx, x, r.Held.X)
	return r, err
}

func learn(ctx context.Context, m Learner, r Run) (Run, error) {
	if !r.Train.HasClasses() && !r.Train.HasResponse() {
		return r, &Error{Cause: "the data have neither classes nor a response to predict", Remedy: `name the column: load("file.csv", label="class")`}
	}
	train, judged := r.Train, r.Held.X
	if r.Embedding != nil {
		train.X, train.Columns, train.Distances, judged = r.Embedding.Y, nil, nil, r.Mapped
		train.shelf = r.placed
		if r.Extension != nil && r.Extension.LearnMapped {
			var err error
			if train.X, err = r.Remapped(ctx); err != nil {
				return r, err
			}
		}
	}
	if r.Fold.Transduced {
		train = train.first(len(r.Fold.Train))
	}
	if len(r.Fold.Held) == 0 {
		judged = train.X
	}
	if err := usable(train, Sample{X: judged, Columns: train.Columns, Rows: r.Judged().Rows}); err != nil {
		return r, err
	}
	if judged == nil {
		return r, &Error{Cause: "held rows have no place in the embedding: nothing maps them there", Remedy: "put a map such as krr after the embedder"}
	}
	p, err := m.Learn(ctx, train)
	if err != nil {
		return r, err
	}
	r.Predictor = p
	n, _ := judged.Dims()
	r.Predicted = make([]float64, n*train.Width())
	return r, p.Predict(ctx, r.Predicted, judged)
}

// image returns the rows of x under m; nil for no rows.
func image(ctx context.Context, m Map, x *mat.Dense) (*mat.Dense, error) {
	if x == nil {
		return nil, nil
	}
	n, _ := x.Dims()
	dst := mat.NewDense(n, m.Dim(), nil)
	return dst, m.Apply(ctx, dst, x)
}

// restriction is the map that keeps some columns.
type restriction []int

func (keep restriction) Dim() int { return len(keep) }

func (keep restriction) Apply(_ context.Context, dst, x *mat.Dense) error {
	n, _ := x.Dims()
	for i := range n {
		from, to := x.RawRowView(i), dst.RawRowView(i)
		for j, c := range keep {
			to[j] = from[c]
		}
	}
	return nil
}

// usable refuses what arithmetic cannot take: cells that are missing or not
// finite, and columns of levels.
func usable(samples ...Sample) error {
	for _, s := range samples {
		if c, ok := s.Categorical(); ok {
			return &Error{Cause: fmt.Sprintf("column %q is categorical: its levels (%s) are not numbers", c.Name, abridge(c.Levels)), Remedy: "put onehot before it, or leave the column out with features="}
		}
		for i := range s.Len() {
			j := slices.IndexFunc(s.X.RawRowView(i), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
			if j < 0 {
				continue
			}
			name := fmt.Sprintf("column %d", j+1)
			if s.Columns != nil {
				name = fmt.Sprintf("column %q", s.Columns[j].Name)
			}
			row := i
			if s.Rows != nil {
				row = s.Rows[i]
			}
			return &Error{Cause: fmt.Sprintf("row %d, %s is %v: values must be finite", row, name, s.X.At(i, j)), Remedy: "put impute before it to fill missing cells"}
		}
	}
	return nil
}

// mostAbridged is how many words of a list are told.
const mostAbridged = 4

// abridge lists the first few words.
func abridge(words []string) string {
	var b []byte
	for i, w := range words {
		if i == mostAbridged {
			return string(b) + ", ..."
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, w...)
	}
	return string(b)
}
