package dsl

import (
	"context"
	"slices"

	"unfold/engine"
	"unfold/engine/evaluate"
)

// filter is the pipeline with only the steps that keep wants.
func (p *Pipeline) filter(keep func(engine.Step) bool) *Pipeline {
	part := &Pipeline{session: p.session}
	for i, s := range p.steps {
		if keep(s) {
			part.steps, part.origins = append(part.steps, s), append(part.origins, p.origins[i])
		}
	}
	return part
}

// bare is the pipeline without views, and without measures that choose nothing.
func (p *Pipeline) bare() *Pipeline {
	chooses := p.chooses()
	return p.filter(func(s engine.Step) bool {
		return s.Role() != engine.ViewRole && (chooses || s.Role() != engine.MeasureRole)
	})
}

// chooses reports whether the pipeline has candidates.
func (p *Pipeline) chooses() bool { return p.sentence().Settings() > 1 }

// runBare runs a bare pipeline. The catalogue adds a protocol, and a measure
// where there is something to choose.
func (p *Pipeline) runBare() (*engine.Report, error) {
	added := p.session.filterCatalogue(func(s engine.Stage) bool { return s.Role == engine.ProtocolRole || s.Chooses && p.chooses() })
	return p.session.runWithProgress(func(ctx context.Context) (*engine.Report, error) {
		return evaluate.Run(ctx, p.sentence(), p.session.environment(added))
	})
}

// filterCatalogue is the catalogue with the stages that keep wants.
func (s *Session) filterCatalogue(keep func(engine.Stage) bool) *engine.Catalogue {
	var stages []engine.Stage
	for _, stage := range s.catalogue().Stages() {
		if keep(stage) {
			stages = append(stages, stage)
		}
	}
	return engine.NewCatalogue(stages)
}

// knownReport returns the report if the pipeline has run; nil otherwise.
func (p *Pipeline) knownReport() *engine.Report {
	if report := p.run.peek(); report != nil {
		return report
	}
	if p.session.timed() {
		return nil
	}
	return p.session.kept.look(p.sentence())
}

// placedReport returns a report with what was placed. Where the pipeline has
// not run, it runs without what only judges and draws.
func (p *Pipeline) placedReport() *engine.Report {
	p.mustExist()
	if report := p.knownReport(); report != nil {
		return report
	}
	bare := p.bare()
	report, err := p.placing.do(p.session.context(), bare.runBare)
	return must(report, bare.locateError(err))
}

// scoredReport returns a report with the named score, if there is such a one. Where
// the pipeline has not run, or did not measure it, it runs with that measure
// alone.
func (p *Pipeline) scoredReport(name string) *engine.Report {
	p.mustExist()
	report := p.knownReport()
	if report != nil {
		if _, ok := report.Score(name); ok {
			return report
		}
	}
	asked := p.withMeasure(name)
	if asked == nil {
		return p.Report()
	}
	report, err := p.scoreRun(name).do(p.session.context(), asked.runBare)
	return must(report, asked.locateError(err))
}

// withMeasure is the bare pipeline with the named measure at its end; nil if
// there is no such measure, or if it would take part in a choice.
func (p *Pipeline) withMeasure(name string) *Pipeline {
	stage, ok := p.session.catalogue().Lookup(name)
	if !ok || stage.Role != engine.MeasureRole {
		return nil
	}
	asked := p.bare()
	if p.chooses() && !asked.sentence().Has(engine.MeasureRole) {
		return nil
	}
	named := func(s engine.Step) bool { return s.Name() == name }
	if slices.ContainsFunc(asked.steps, named) {
		return asked
	}
	if slices.ContainsFunc(p.steps, named) {
		return p.session.join(asked, p.filter(named))
	}
	asked.steps = append(asked.steps, engine.Step{Stage: stage, Method: stage.Make()})
	return asked
}

// scoreRun is what keeps the run for one score.
func (p *Pipeline) scoreRun(name string) *once {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.scoreRuns == nil {
		p.scoreRuns = map[string]*once{}
	}
	if p.scoreRuns[name] == nil {
		p.scoreRuns[name] = &once{}
	}
	return p.scoreRuns[name]
}
