package dsl

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/evaluate"
)

// newRows reads rows that a cell hands over to what a run has learned, and does
// with them what do does; at is the source of a file that it names. What was remarked
// on goes to the reader at once, for the answer is no report.
func newRows[T any](s *Session, run *engine.Run, rows any, at func(path string) (engine.Step, error), do func(context.Context, *engine.Run, *mat.Dense) (T, error)) T {
	out := s.output()
	ctx, notes := engine.WithNotes(engine.WithProgress(s.context(), out.Progress), "")
	var answer T
	x, err := readRows(ctx, run, rows, at)
	if err == nil {
		answer, err = do(ctx, run, x)
	}
	for _, n := range notes() {
		out.Stream("stderr", "note: "+n.String()+"\n")
	}
	return must(answer, err)
}

// readRows reads rows in the columns that the run has learned from: by their
// names, where they have any.
func readRows(ctx context.Context, run *engine.Run, rows any, at func(path string) (engine.Step, error)) (*mat.Dense, error) {
	if describe(rows) == "nil" {
		return nil, noRows()
	}
	switch rows := rows.(type) {
	case string:
		step, err := at(rows)
		if err != nil {
			return nil, err
		}
		return evaluate.Read(ctx, run, engine.Pipeline{Steps: []engine.Step{step}})
	case *Pipeline:
		x, err := evaluate.Read(ctx, run, rows.sentence())
		return x, rows.locateError(err)
	case *engine.Table:
		return newrows.Match(ctx, run.Header, rows)
	case *engine.Report:
		return newrows.Match(ctx, run.Header, rows.Table)
	}
	return matrixOf(rows)
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
