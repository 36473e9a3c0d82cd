package dsl

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"unfold/dsl/assist"
	"unfold/dsl/models"
	"unfold/engine"
	"unfold/engine/model"
	"unfold/engine/remedy"
)

// learnOptions are what learn takes beside a pipeline.
var learnOptions = []assist.Option{
	{Name: "scores", Example: "true", Doc: "whether the report runs too, whose scores the model keeps"},
	{Name: "distance", Example: "true", Doc: "whether training rows are kept, to tell how far others lie from them"},
}

// learn is the model of a pipeline, which carries the scores of its report if that is
// there already.
func (s *Session) learn(p *Pipeline, options ...any) *models.Model {
	asked := map[string]bool{}
	for _, o := range options {
		named, _ := o.(Argument)
		value, ok := named.Value.(bool)
		if !slices.ContainsFunc(learnOptions, func(o assist.Option) bool { return o.Name == named.Name }) || !ok {
			panic(abort{&engine.Error{Stage: "learn", Cause: "it takes one pipeline, and what is kept beside what it learns", Remedy: remedy.Say("write learn(load(\"wine.csv\") | scale | svm, scores=true, distance=true)")}})
		}
		asked[named.Name] = value
	}
	p.mustExist()
	if asked["scores"] {
		p.Report()
	}
	report := p.learnedReport()
	m := must(model.Of(report, p.sentence()))
	if asked["distance"] {
		must(m, m.KeepDistances(s.context(), report))
	}
	if known := p.knownReport(); known != nil {
		m.Measured(known)
	}
	return models.New(m, asker{s, p.sourceAt})
}

// Learn returns the model that the pipeline learns from all rows of its data, with the
// scores of its report: how well it does on rows that it has not learned from.
func (p *Pipeline) Learn() *models.Model {
	p.mustExist()
	return p.session.learn(p, Argument{"scores", true})
}

// open returns the model in a file.
func (s *Session) open(path string) *models.Model {
	return models.New(must(model.Open(path)), asker{s, s.loadStep})
}

// An asker asks models in a session: it reads rows that cells hand over, tells what was
// remarked on, and ends the cell where something fails.
type asker struct {
	session *Session
	at      func(path string) (engine.Step, error)
}

// Ask reads rows and does something with them.
func (a asker) Ask(m *model.Model, rows any, do func(ctx context.Context, x *mat.Dense, t *engine.Table) error) {
	newTable(a.session, m.Run(), rows, a.at, func(ctx context.Context, x *mat.Dense, t *engine.Table) (any, error) { return nil, do(ctx, x, t) })
}

// Fail ends the cell.
func (asker) Fail(err error) { must(0, err) }

// Catalogue is that of the session.
func (a asker) Catalogue() *engine.Catalogue { return a.session.catalogue() }
