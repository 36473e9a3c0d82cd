package evaluate

import (
	"context"
	"fmt"
	"unfold/engine"
	"unfold/engine/internal/copies"
	"unfold/engine/internal/giveaway"
	"unfold/engine/remedy"
)

// summarise scores every run, sums the scores up and draws the figures.
func (e *evaluation) summarise(ctx context.Context, all []outcome) error {
	for _, p := range all {
		if p.run.Fold.Deal == 0 {
			e.report.Runs = append(e.report.Runs, p.run)
			e.report.Transduced = e.report.Transduced || p.run.Fold.Transduced
		}
	}
	if len(e.report.Runs) == 0 {
		return &engine.Error{Cause: "no fold keeps the labels that its rows have, so there is nothing to report", Remedy: remedy.Say("let the protocol return one")}
	}
	e.report.Copies = copies.Count(e.report)
	for _, text := range giveaway.Of(e.report) {
		e.note(engine.Note{Stage: e.steps[0].Name(), Text: text})
	}
	for m, s := range e.measures {
		if err := e.summariseMeasure(ctx, m, s, all); err != nil {
			return err
		}
	}
	e.remarkPooled()
	e.report.Permutation = e.permutation(all)
	if e.sweep != nil {
		e.report.Tuning = e.sweep.result()
	}
	for _, s := range e.views {
		if err := e.drawFigure(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

func (e *evaluation) drawFigure(ctx context.Context, s stepAt) error {
	needs := s.Stage.Needs
	if s.at == unnamed {
		needs |= s.Stage.UnaskedNeeds
	}
	if lacks := missingInReport(e.report, needs); lacks != "" {
		return e.errorIfNamed(s, lacks)
	}
	return e.runStep(ctx, s, func(ctx context.Context) error {
		figure, err := s.Method.(engine.Viewer).View(ctx, e.report)
		if figure != nil {
			e.report.Figures = append(e.report.Figures, figure)
		}
		return err
	})
}

// errorIfNamed is the error of a measure or view that the pipeline names and that
// lacks what it looks at. Standard ones are left out in silence.
func (e *evaluation) errorIfNamed(s stepAt, lacks string) error {
	if s.at == unnamed {
		return nil
	}
	return e.missingError(s, lacks)
}

func (e *evaluation) missingError(s stepAt, lacks string) error {
	return &engine.Error{Stage: s.Name(), Step: e.stepNumber(s.at), Cause: fmt.Sprintf("%s needs %s", s.Name(), lacks), Remedy: remedyFor(s.Stage.Needs, e.table.Target, len(engine.Pipeline{Steps: e.steps}.Candidates()))}
}
