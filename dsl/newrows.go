package dsl

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl/models"
	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
)

// newRows reads rows of a cell, and does something with their numbers.
func newRows[T any](s *Session, run *engine.Run, rows any, at func(path string) (engine.Step, error), do func(context.Context, *engine.Run, *mat.Dense) (T, error)) T {
	return newTable(s, run, rows, at, func(ctx context.Context, x *mat.Dense, _ *engine.Table) (T, error) { return do(ctx, run, x) })
}

// newTable reads rows that a cell hands over to what a run has learned, and does
// with them what do does; at is the source of a file that it names. What was remarked
// on goes to the reader at once, for the answer is no report.
func newTable[T any](s *Session, run *engine.Run, rows any, at func(path string) (engine.Step, error), do func(context.Context, *mat.Dense, *engine.Table) (T, error)) T {
	out := s.output()
	ctx, notes := engine.WithNotes(engine.WithProgress(s.context(), out.Progress), "")
	var answer T
	x, t, err := readRows(ctx, run, rows, at)
	if err == nil {
		answer, err = do(ctx, x, t)
	}
	for _, n := range notes() {
		out.Stream("stderr", "note: "+n.String()+"\n")
	}
	return must(answer, err)
}

// readRows reads rows in the columns that the run has learned from: by their
// names, where they have any; then they come as a table too.
func readRows(ctx context.Context, run *engine.Run, rows any, at func(path string) (engine.Step, error)) (x *mat.Dense, t *engine.Table, err error) {
	if describe(rows) == "nil" {
		return nil, nil, models.NoRows()
	}
	switch rows := rows.(type) {
	case string:
		var step engine.Step
		if step, err = at(rows); err == nil {
			t, err = evaluate.Rows(ctx, engine.Pipeline{Steps: []engine.Step{step}}, run.Header)
		}
	case *Pipeline:
		t, err = evaluate.Rows(ctx, rows.sentence(), run.Header)
		err = rows.locateError(err)
	case *engine.Table:
		t = rows
	case *engine.Report:
		t = rows.Table
	default:
		x, err = models.MatrixOf(rows, describe(rows))
		return x, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	x, err = newrows.Match(ctx, run.Header, t)
	return x, t, err
}

// sourceAt is the source of the pipeline, set for another file; where it reads
// none, what loads by a path.
func (p *Pipeline) sourceAt(path string) (engine.Step, error) {
	source := p.steps[0]
	if m, ok := source.Method.(engine.Matcher); ok {
		source.Method = m.Elsewhere(path)
		return source, nil
	}
	return p.session.loadStep(path)
}
