package dsl

import (
	"context"
	"errors"
	"slices"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/early"
	"unfold/engine/evaluate"
)

// present turns a value that is looked at into what is shown of it: pipelines run,
// data alone, prepared or not, are described, unless some stage is there to show their rows, and
// recipes are shown as they are written.
func (s *Session) present(value any) (any, error) {
	p, ok := value.(*Pipeline)
	switch {
	case !ok:
		return value, nil
	case p == nil:
		return nil, nil
	case p.IsRecipe() && !p.sentence().Has(engine.SourceRole):
		return p.sentence(), nil
	}
	report, err := p.Try()
	if err != nil {
		return nil, p.locateAtFirst(err)
	}
	switch {
	case p.isData() && p.showsRows():
		for _, n := range report.Notes {
			s.output().Stream("stderr", "note: "+n.String()+"\n")
		}
		return tableOf(report, true), nil
	case p.isData():
		return s.describe(report)
	}
	return report, nil
}

// showsRows reports whether some stage of data is there to look at rows, such as head.
func (p *Pipeline) showsRows() bool {
	return slices.ContainsFunc(p.steps, func(s engine.Step) bool {
		m, ok := s.Method.(interface{ ShowsRows() bool })
		return ok && m.ShowsRows()
	})
}

// describe shows data by what their columns hold, or the rows where no stage does that.
func (s *Session) describe(report *engine.Report) (any, error) {
	stage, ok := s.catalogue().Lookup("describe")
	if !ok {
		return tableOf(report, true), nil
	}
	ctx, notes := engine.WithNotes(s.context(), stage.Name)
	f, err := stage.Make().(engine.Viewer).View(ctx, report)
	if err != nil {
		return nil, err
	}
	for _, n := range slices.Concat(report.Notes, notes()) {
		f.Summary.Foot = append(f.Summary.Foot, "note: "+n.String())
	}
	return f, nil
}

// evaluate runs a sentence, or returns what is kept of it.
func (s *Session) evaluate(p engine.Pipeline) (*engine.Report, error) {
	return s.evaluateWithProgress(p, s.output().Progress)
}

// evaluateWithProgress is evaluate with its progress told.
func (s *Session) evaluateWithProgress(p engine.Pipeline, tell func(engine.Progress)) (*engine.Report, error) {
	if report := s.kept.look(p); report != nil && !s.timed() {
		return report, nil
	}
	ctx := s.context()
	report, err := evaluate.Run(engine.WithProgress(ctx, tell), p, s.environment(s.catalogue()))
	if err == nil && !early.Asked(ctx) {
		s.kept.keep(p, report)
	}
	return report, err
}

// runWithProgress runs something that may last, with its progress shown.
func (s *Session) runWithProgress(run func(context.Context) (*engine.Report, error)) (*engine.Report, error) {
	out := s.output()
	return run(engine.WithProgress(s.context(), out.Progress))
}

// environment is what pipelines of the session run in, completed by a catalogue.
// Where a cell is measured, no work of earlier runs serves.
func (s *Session) environment(c *engine.Catalogue) evaluate.Environment {
	env := evaluate.Environment{Catalogue: c, Rates: &s.rates}
	if !s.timed() {
		env.Memo = s.kept.all()
	}
	return env
}

// context is that of the cell that the calling goroutine belongs to.
func (s *Session) context() context.Context {
	return s.environment(nil).Context(s.golang.Context())
}

// output is that of the cell that the calling goroutine belongs to.
func (s *Session) output() cell.Output {
	if out := s.golang.Output(); out != nil {
		return out
	}
	return discard{}
}

// discard is an output that nobody reads.
type discard struct{}

func (discard) Stream(string, string)    {}
func (discard) Display(any, string)      {}
func (discard) Clear(bool)               {}
func (discard) Progress(engine.Progress) {}
func (discard) Input(string, bool) (string, error) {
	return "", errors.New("nobody can answer here")
}
