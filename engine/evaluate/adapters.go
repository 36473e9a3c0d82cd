package evaluate

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/check"
	"unfold/engine/data/newrows"
	"unfold/engine/early"
	"unfold/engine/internal/content"
	"unfold/engine/internal/heading"
	"unfold/engine/memo"
	"unfold/engine/remedy"
)

// The adapters below are the only code that writes a Run. Each hands a method
// the training rows, and takes held and unlabelled rows along by what the method
// learned. Among the training rows may be some without their labels (see
// engine.Fold); a stage that reads labels is handed the others. Held truth never
// reaches a method.

// A state is a run on its way through the steps, and what is kept of its rows.
type state struct {
	engine.Run
	key         memo.Key   // of what the steps have made of the fold; only where something is kept
	coordinates *memo.Rows // what is kept of the coordinates that predictors learn from

	metric engine.Metric // that measured the training rows, or nil
	unused bool          // predictors leave the rows of Apart out
}

// apply runs the step on r and returns what r becomes.
func (r state) apply(ctx context.Context, s engine.Step) (state, error) {
	on := r
	switch s.Method.(type) {
	case engine.Preparer, engine.Metric, engine.Embedder:
		var err error
		if on, err = r.toColumns().onlyLabelled(ctx, s).setApart(ctx, s); err != nil {
			return r, err
		}
	}
	next, err := on.withKey(s).learn(ctx, s)
	on.closeMemos(r, next)
	return next, err
}

// learn has the method of the step learn.
func (r state) learn(ctx context.Context, s engine.Step) (state, error) {
	switch m := s.Method.(type) {
	case engine.Preparer:
		return prepare(ctx, s.Name(), m, r)
	case engine.Metric:
		return measure(ctx, m, r)
	case engine.Embedder:
		return embed(ctx, m, r)
	case engine.Extender:
		return extend(ctx, m, r)
	case engine.Learner:
		return learn(ctx, m, s.Stage.Mixed, r)
	}
	return r, nil // sources, protocols, selectors, measures and views act on the whole
}

// withKey returns r with the key of its state after the step. A method that
// cannot be written as text gets a key of its own.
func (r state) withKey(s engine.Step) state {
	if r.Train.Memo == nil {
		return r
	}
	text, ok := content.Text(s)
	if !ok {
		r.key = memo.Unique()
		return r
	}
	r.key = content.After(r.key, text)
	return r
}

// renewMemos gives training rows that have changed memos of their own.
func (r *state) renewMemos(what string) {
	r.Train.Memo = r.openMemo(what)
	r.Train.Pairs = r.openMemo(what + ", distances")
}

// openMemo opens the memo of something that was computed from the training rows.
func (r *state) openMemo(what string) *memo.Rows {
	if r.Train.Memo == nil {
		return nil
	}
	return r.Train.Memo.Then(content.After(r.key, what))
}

// closeMemos closes the memos that r has and the others have not.
func (r state) closeMemos(others ...state) {
	kept := func(rows *memo.Rows) bool {
		return slices.ContainsFunc(others, func(o state) bool {
			return rows == o.Train.Memo || rows == o.Train.Pairs || rows == o.coordinates
		})
	}
	for _, rows := range []*memo.Rows{r.Train.Memo, r.Train.Pairs, r.coordinates} {
		if !kept(rows) {
			rows.Close()
		}
	}
}

// dropMemos returns r with the memos of before alone, for a state that only one
// setting goes on from.
func (r state) dropMemos(before state) state {
	r.closeMemos(before)
	if r.Train.Memo != before.Train.Memo {
		r.Train.Memo = nil
	}
	if r.Train.Pairs != before.Train.Pairs {
		r.Train.Pairs = nil
	}
	if r.coordinates != before.coordinates {
		r.coordinates = nil
	}
	return r
}

// toColumns makes embedded coordinates the columns of a run that goes on after
// an embedder.
func (r state) toColumns() state {
	if r.Embedding == nil {
		return r
	}
	var way engine.Map = newrows.NoMap(r.Embedding.Dim())
	if r.Extension != nil {
		way = r.Extension
	}
	r.Way = append(slices.Clip(r.Way), engine.Leg{Map: way})
	r.Train.X, r.Held.X, r.Unlabelled.X, r.Apart.X = r.Embedding.Y, r.Mapped, r.Unlabelled.Mapped, r.ApartMapped
	r.setColumns(nil)
	r.renewMemos("columns")
	r.Train.Distances, r.metric, r.Embedding, r.Extension, r.coordinates = nil, nil, nil, nil, nil
	r.Mapped, r.Unlabelled.Mapped, r.ApartMapped = nil, nil, nil
	return r
}

// takeAlong takes all rows along a part of the way.
func (r *state) takeAlong(ctx context.Context, stage string, m engine.Map, columns []engine.Column) error {
	before := r.Train
	for _, rows := range []*engine.Sample{&r.Train, &r.Held, &r.Unlabelled.Sample, &r.Apart} {
		var err error
		if rows.X, err = engine.Image(ctx, m, rows.X); err != nil {
			return err
		}
	}
	r.setColumns(heading.Changed(before, r.Train.X, columns, stage))
	r.Way = append(slices.Clip(r.Way), engine.Leg{Stage: stage, Map: m})
	return nil
}

// setColumns says what the cells of all rows are.
func (r *state) setColumns(columns []engine.Column) {
	r.Train.Columns, r.Held.Columns, r.Unlabelled.Columns, r.Apart.Columns = columns, columns, columns, columns
}

// checkNumbers refuses rows with cells that are no numbers.
func (r *state) checkNumbers() error {
	return check.Numbers(r.Train, r.Held, r.Unlabelled.Sample, r.Apart)
}

// withoutAside returns the rows as all methods but embedders see them.
func withoutAside(s engine.Sample) engine.Sample {
	s.Aside = engine.Aside{}
	return s
}

func prepare(ctx context.Context, stage string, m engine.Preparer, r state) (state, error) {
	t, err := m.Prepare(ctx, withoutAside(r.Train))
	if err != nil {
		return r, err
	}
	if err := r.takeAlong(ctx, stage, t, t.Columns); err != nil {
		return r, err
	}
	r.renewMemos("prepared")
	return r, nil
}

func measure(ctx context.Context, m engine.Metric, r state) (state, error) {
	if err := r.checkNumbers(); err != nil {
		return r, err
	}
	r, err := r.restrict(ctx, m)
	if err != nil {
		return r, err
	}
	d, err := m.Distances(ctx, withoutAside(r.Train))
	r.Train.Distances, r.Train.Pairs, r.metric = d, r.openMemo("measured"), m
	return r, err
}

// restrict keeps the columns that belong to training rows, if columns are rows to m.
func (r state) restrict(ctx context.Context, m engine.Method) (state, error) {
	restrictor, ok := m.(engine.Restrictor)
	if !ok {
		return r, nil
	}
	keep := newrows.Kept(restrictor.Restrict(r.Train.Rows))
	if len(keep) == 0 {
		return r, nil
	}
	if _, d := r.Train.X.Dims(); slices.Max(keep) >= d {
		return r, &engine.Error{Cause: fmt.Sprintf("the table has %d columns, but row %d calls for column %d: column j must be what row j is to others", d, slices.Max(keep), slices.Max(keep)), Remedy: remedy.Say("give a square matrix, with as many columns as rows and no label among them")}
	}
	if err := r.takeAlong(ctx, "", keep, nil); err != nil {
		return r, err
	}
	r.renewMemos("restricted")
	return r, nil
}

func embed(ctx context.Context, m engine.Embedder, r state) (state, error) {
	if err := r.checkNumbers(); err != nil {
		return r, err
	}
	r, err := r.restrict(ctx, m)
	if err != nil {
		return r, err
	}
	if r.Train.Distances == nil {
		r.Train.Distances = engine.Euclidean(r.Train.X)
	}
	e, err := m.Embed(ctx, r.Train)
	if err != nil {
		return r, err
	}
	if early.Asked(ctx) {
		r.key = memo.Unique() // these are not the places that the key tells
	}
	r.Embedding, r.coordinates = e, r.openMemo("placed")
	if e.Map == nil {
		return r.placeBehind(), nil
	}
	return r.mapHeld(ctx, &engine.Extension{Map: e.Map})
}

func extend(ctx context.Context, m engine.Extender, r state) (state, error) {
	if r.Embedding == nil {
		return r, &engine.Error{Cause: "there is no embedding to learn the map to", Remedy: remedy.Put("isomap").As("an embedder")}
	}
	x, err := m.Extend(ctx, withoutAside(r.Train), r.Embedding)
	if err != nil {
		return r, err
	}
	return r.mapHeld(ctx, x)
}

// mapHeld maps the held rows, and the unlabelled ones.
func (r state) mapHeld(ctx context.Context, x *engine.Extension) (state, error) {
	r.Follow(x)
	if x.LearnMapped {
		r.coordinates = r.openMemo("mapped")
	}
	rows := []*mat.Dense{r.Held.X, r.Unlabelled.X, r.Apart.X}
	for i, images := range []**mat.Dense{&r.Mapped, &r.Unlabelled.Mapped, &r.ApartMapped} {
		var err error
		if *images, err = engine.Image(ctx, x, rows[i]); err != nil {
			return r, err
		}
	}
	return r, nil
}

func learn(ctx context.Context, m engine.Learner, mixed bool, r state) (state, error) {
	if !r.Train.HasClasses() && !r.Train.HasResponse() {
		return r, &engine.Error{Cause: "the data have neither classes nor a response to predict", Remedy: remedy.Load("name the column", "label", "class")}
	}
	train, err := r.labelledRows(ctx)
	if err != nil {
		return r, err
	}
	judged, asked := r.Held.X, r.Unlabelled.X
	if r.Embedding != nil {
		judged, asked = r.Mapped, r.Unlabelled.Mapped
	}
	if len(r.Fold.Held) == 0 {
		judged = train.First(r.Known()).X
	}
	if err := check.Cells(mixed, train, engine.Sample{X: judged, Columns: train.Columns, Rows: r.Judged().Rows}, engine.Sample{X: asked, Columns: train.Columns, Rows: r.Unlabelled.Rows}); err != nil {
		return r, err
	}
	lost := len(r.Apart.Rows) > 0 && !r.unused && r.apartMapped().X == nil
	if judged == nil || asked == nil && r.Unlabelled.Rows != nil || lost {
		return r, &engine.Error{Cause: "rows that were not placed have no place in the embedding: nothing maps them there", Remedy: remedy.Put("krr").As("a map").After(engine.EmbedderRole)}
	}
	if r.Predictor, err = m.Learn(ctx, train); err != nil {
		return r, err
	}
	r.Mixed = mixed
	if r.Predicted, err = predict(ctx, r.Predictor, judged, train.Width()); err != nil {
		return r, err
	}
	r.Unlabelled.Predicted, err = predict(ctx, r.Predictor, asked, train.Width())
	return r, err
}

// labelledRows returns the rows that a predictor learns from: the labelled ones, where
// they were placed or mapped if there is an embedding.
func (r *state) labelledRows(ctx context.Context) (engine.Sample, error) {
	train := withoutAside(r.Train)
	if r.Embedding != nil {
		train.X, train.Columns, train.Distances = r.Embedding.Y, nil, nil
		train.Memo, train.Pairs = r.coordinates, nil
		if r.Extension != nil && r.Extension.LearnMapped {
			var err error
			if train.X, err = r.Remapped(ctx); err != nil {
				return train, err
			}
		}
	}
	if known := r.Known(); known < train.Len() {
		train = train.First(known)
		train.Memo = r.coordinates // predictors alone use it, and all of them see these rows
	}
	if len(r.Apart.Rows) > 0 && !r.unused {
		memo := train.Memo
		train = train.And(r.apartMapped())
		train.Memo = memo
	}
	return train, nil
}

// apartMapped returns the rows set apart where predictors learn from them.
func (r *state) apartMapped() engine.Sample {
	rows := r.Apart
	if r.Embedding != nil {
		rows.X, rows.Columns = r.ApartMapped, nil
	}
	return rows
}

// predict returns what p says of the rows of x, so many numbers of each; nil of
// none.
func predict(ctx context.Context, p engine.Predictor, x *mat.Dense, width int) ([]float64, error) {
	if x == nil {
		return nil, nil
	}
	n, _ := x.Dims()
	said := make([]float64, n*width)
	return said, p.Predict(ctx, said, x)
}
