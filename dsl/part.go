package dsl

import (
	"context"
	"slices"

	"unfold/engine"
)

// part is the pipeline with only the steps that keep wants.
func (p *Pipeline) part(keep func(engine.Step) bool) *Pipeline {
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
	return p.part(func(s engine.Step) bool {
		return s.Role() != engine.ViewRole && (chooses || s.Role() != engine.MeasureRole)
	})
}

// chooses reports whether the pipeline has candidates.
func (p *Pipeline) chooses() bool { return p.sentence().Settings() > 1 }

// runAlone runs a bare pipeline. The catalogue adds a protocol, and a measure
// where there is something to choose.
func (p *Pipeline) runAlone() (*engine.Report, error) {
	added := p.session.only(func(s engine.Stage) bool { return s.Role == engine.ProtocolRole || s.Chooses && p.chooses() })
	return p.session.work(func(ctx context.Context) (*engine.Report, error) { return p.sentence().Run(ctx, added) })
}

// only is the catalogue with the stages that keep wants.
func (s *Session) only(keep func(engine.Stage) bool) *engine.Catalogue {
	var stages []engine.Stage
	for _, stage := range s.catalogue.Stages() {
		if keep(stage) {
			stages = append(stages, stage)
		}
	}
	return engine.NewCatalogue(stages)
}

// known returns the report if the pipeline has run; nil otherwise.
func (p *Pipeline) known() *engine.Report {
	if report := p.run.look(); report != nil {
		return report
	}
	if p.session.looping() {
		return nil
	}
	return p.session.kept.look(p.sentence())
}

// placed returns a report with what was placed. Where the pipeline has not run,
// it runs without what only judges and draws.
func (p *Pipeline) placed() *engine.Report {
	p.there()
	if report := p.known(); report != nil {
		return report
	}
	bare := p.bare()
	report, err := p.placing.do(p.session.context(), bare.runAlone)
	return must(report, bare.explain(err))
}

// scored returns a report with the named score, if there is such a one. Where
// the pipeline has not run, or did not measure it, it runs with that measure
// alone.
func (p *Pipeline) scored(name string) *engine.Report {
	p.there()
	report := p.known()
	if report != nil {
		if _, ok := report.Score(name); ok {
			return report
		}
	}
	asked := p.measuredBy(name)
	if asked == nil {
		return p.Report()
	}
	report, err := p.askFor(name).do(p.session.context(), asked.runAlone)
	return must(report, asked.explain(err))
}

// measuredBy is the bare pipeline with the named measure at its end; nil if
// there is no such measure, or if it would take part in a choice.
func (p *Pipeline) measuredBy(name string) *Pipeline {
	stage, ok := p.session.catalogue.Lookup(name)
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
		return p.session.join(asked, p.part(named))
	}
	asked.steps = append(asked.steps, engine.Step{Stage: stage, Method: stage.Make()})
	return asked
}

// askFor is what keeps the run for one score.
func (p *Pipeline) askFor(name string) *once {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asked == nil {
		p.asked = map[string]*once{}
	}
	if p.asked[name] == nil {
		p.asked[name] = &once{}
	}
	return p.asked[name]
}
