package model

import (
	"cmp"
	"context"
	"encoding/hex"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/internal/content"
	"unfold/engine/remedy"
)

// Learn learns a pipeline from all rows with a label, and holds none. Where it has
// candidates, all rows choose between them by the inner folds and the rule of its
// protocol, or of the catalogue's, and the scores that decided are kept. Rows without a
// label are learned from by stages that need none, as in a report.
//
// It takes what a fold of the report takes, and fails as that does; without a map for new
// rows, and where what was learned has no form in files, it fails too.
func Learn(ctx context.Context, p engine.Pipeline, env evaluate.Environment) (*Model, error) {
	report, err := LearnReport(ctx, p, env)
	if err != nil {
		return nil, err
	}
	return Of(report, p)
}

// LearnReport is the report of a pipeline on all rows with a label, whose one run has
// learned from them. It judges and draws nothing but what candidates are chosen by.
func LearnReport(ctx context.Context, p engine.Pipeline, env evaluate.Environment) (*engine.Report, error) {
	all := OverAllRows(p, env.Catalogue)
	env.Catalogue = judges(p, env.Catalogue)
	return evaluate.Run(ctx, all, env)
}

// Of returns the model of what LearnReport has returned for a pipeline.
func Of(report *engine.Report, p engine.Pipeline) (*Model, error) {
	m, err := FromReport(report)
	if err != nil {
		return nil, err
	}
	m.Card.describe(p, recipe(p.Setting(report.Runs[0].Setting)))
	return m, nil
}

// FromReport returns what a report has learned from all rows with a label: the run that
// answers rows without one, or that of a pipeline which holds no rows. It carries the
// scores of the report. Where no run has learned from all rows it fails: Learn does.
func FromReport(report *engine.Report) (*Model, error) {
	run := report.Final
	if run == nil && len(report.Runs) > 0 && len(report.Runs[0].Fold.Held) == 0 && report.Runs[0].Fold.Deal == 0 {
		run = report.Runs[0]
	}
	if run == nil || run.Thinned {
		return nil, &engine.Error{Cause: "no run of the report has learned from all rows: each holds some", Remedy: remedy.Say("learn the pipeline itself: model.Learn, or .Learn() in a cell")}
	}
	of, err := contentsOf(run, mappers(report.Steps))
	if err != nil {
		return nil, err
	}
	m := newModel(cardOf(report, run), of)
	m.Measured(report)
	return m, nil
}

// Measured has the model carry the scores of a report on held rows: how well the pipeline
// did there is how well the model may do. Scores of rows that were learned from are not
// kept.
func (m *Model) Measured(report *engine.Report) {
	if len(report.Runs) == 0 || len(report.Runs[0].Fold.Held) == 0 {
		return
	}
	m.Card.Measured, m.Card.Scores = report.Protocol, nil
	for _, s := range report.Scores {
		if s.OfEmbedding || s.OfRows || math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) {
			continue
		}
		m.Card.Scores = append(m.Card.Scores, Score{Name: s.Name, Better: s.Better.String(), Mean: s.Mean, SD: finite(s.SD), Low: finite(s.Low), High: finite(s.High), Folds: len(s.Folds)})
	}
}

// finite is a number that JSON can say, else nil.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// describe tells what was asked and what ran.
func (c *Card) describe(asked, ran engine.Pipeline) {
	c.Sentence, c.Pipeline, c.Steps = asked.String(), ran.String(), nil
	for _, s := range ran.Steps {
		c.Steps = append(c.Steps, Step{s.Name(), s.Role().String(), s.String()})
	}
}

// recipe is the pipeline without what divides rows, judges and draws.
func recipe(p engine.Pipeline) engine.Pipeline {
	return engine.Pipeline{Steps: slices.DeleteFunc(slices.Clone(p.Steps), func(s engine.Step) bool {
		return s.Role() == engine.ProtocolRole || s.Role() == engine.MeasureRole || s.Role() == engine.ViewRole
	})}
}

// mappers names the stages that map rows to embeddings, in order: the extender behind an
// embedder, or the embedder itself.
func mappers(steps []engine.StepReport) []string {
	var names []string
	for _, s := range steps {
		switch s.Role {
		case engine.EmbedderRole:
			names = append(names, s.Name)
		case engine.ExtenderRole:
			names[len(names)-1] = s.Name
		}
	}
	return names
}

// dataOf tells what was learned from.
func dataOf(t *engine.Table) Data {
	digest := content.Table(t)
	d := Data{Name: t.Name, Source: t.Source, SHA256: t.SHA256, Digest: hex.EncodeToString(digest[:]), Rows: t.Len()}
	for i := range t.Len() {
		if t.Width() > 0 && t.Known(i) {
			d.Known++
		}
	}
	return d
}

// mostSettings is how many settings a card tells of.
const mostSettings = 100

// choiceOf tells how all rows chose; nil where there was nothing to choose.
func choiceOf(t *engine.Tuning) *Choice {
	if t == nil || len(t.Chosen) != 1 {
		return nil
	}
	chosen := &t.Chosen[0]
	c := &Choice{Measure: t.Measure, Better: t.Better.String(), Rule: t.Rule, Inner: t.Inner, Count: t.Settings(), Chosen: values(t, chosen.Setting)}
	for _, v := range t.Candidates {
		c.Parameters = append(c.Parameters, v.Name())
	}
	for i := range c.Count {
		if mean, se := chosen.Mean(i); finite(mean) != nil {
			c.Settings = append(c.Settings, Setting{values(t, i), mean, finite(se)})
		}
	}
	slices.SortStableFunc(c.Settings, func(a, b Setting) int {
		if t.Better == engine.Lower {
			return cmp.Compare(a.Mean, b.Mean)
		}
		return cmp.Compare(b.Mean, a.Mean)
	})
	c.Settings = c.Settings[:min(len(c.Settings), mostSettings)]
	return c
}

// values writes the candidates of a setting.
func values(t *engine.Tuning, setting int) []string {
	texts := make([]string, len(t.Candidates))
	for v, digit := range engine.Digits(t.Candidates, setting) {
		texts[v] = t.Candidates[v].Texts[digit]
	}
	return texts
}
