package dsl

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"unfold/dsl/diag"
	"unfold/engine"
	"unfold/engine/data/newrows"
	"unfold/engine/figure"
	"unfold/engine/model"
	"unfold/engine/remedy"

	"gonum.org/v1/gonum/mat"
)

// A Pipeline is what a pipeline is in a cell: a pure value that runs when it
// is looked at. It runs once; what it gave is kept.
//
// Methods that need a run end the cell with an explanation when the run
// fails. Try hands the error out instead.
type Pipeline struct {
	session *Session
	steps   []engine.Step
	origins []origin // where each step was written

	run, fit, placing once

	mu        sync.Mutex
	scoreRuns map[string]*once // runs for one score each
}

// origin is where a stage and its arguments stand in the reader's text.
type origin struct {
	name  string
	stage diag.Span
	args  map[string]diag.Span
	inner map[string][]origin // stages that an argument is given
}

// once keeps what a run gave. A run that failed or was cancelled leaves nothing
// behind, so that the next look starts it again: the file may be there by then,
// or the memory.
type once struct {
	mu     sync.Mutex
	report *engine.Report
	busy   chan struct{} // closed when the run ends that is under way
}

// peek returns the report if it is there already.
func (o *once) peek() *engine.Report {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.report
}

// do returns the report, and waits for it if another cell is at it already.
func (o *once) do(ctx context.Context, run func() (*engine.Report, error)) (*engine.Report, error) {
	for {
		o.mu.Lock()
		if o.report != nil {
			defer o.mu.Unlock()
			return o.report, nil
		}
		if o.busy == nil {
			o.busy = make(chan struct{})
			o.mu.Unlock()
			return o.fill(run)
		}
		busy := o.busy
		o.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (o *once) fill(run func() (*engine.Report, error)) (report *engine.Report, err error) {
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if err == nil {
			o.report = report
		}
		close(o.busy)
		o.busy = nil
	}()
	return run()
}

// join returns the pipeline of the given operands, one after another.
func (s *Session) join(operands ...*Pipeline) *Pipeline {
	p := &Pipeline{session: s}
	for _, o := range operands {
		p.steps = append(p.steps, o.steps...)
		p.origins = append(p.origins, o.origins...)
	}
	return p
}

// sentence is the pipeline as the engine knows it.
func (p *Pipeline) sentence() engine.Pipeline { return engine.Pipeline{Steps: p.steps} }

// String writes the pipeline with every default filled in.
func (p *Pipeline) String() string { return p.sentence().String() }

// stageNames writes the pipeline by the names of its stages only.
func (p *Pipeline) stageNames() string {
	var words []string
	for _, s := range p.steps {
		words = append(words, s.Name())
	}
	return strings.Join(words, " | ")
}

// isData reports whether the pipeline is rows, at most chosen and prepared.
func (p *Pipeline) isData() bool {
	return !slices.ContainsFunc(p.steps, func(s engine.Step) bool { return s.Role() != engine.SourceRole && s.Role() != engine.PrepareRole })
}

// tableOf is the table of a report, where it is on data alone as preparation left it.
func tableOf(report *engine.Report, alone bool) *engine.Table {
	t, run := *report.Table, report.Runs[0]
	if alone {
		t.X, t.Columns = run.Fold.InTableOrder(run.Train.X), run.Train.Columns
	}
	return &t
}

// IsRecipe reports whether the pipeline lacks data, and so cannot run.
func (p *Pipeline) IsRecipe() bool { return !p.sentence().HasSource() }

// Try runs the pipeline and returns its report.
func (p *Pipeline) Try() (*engine.Report, error) {
	p.mustExist()
	report, err := p.run.do(p.session.context(), func() (*engine.Report, error) {
		return p.session.evaluate(p.sentence())
	})
	return report, p.locateError(err)
}

// mustExist ends the cell when a variable holds no pipeline.
func (p *Pipeline) mustExist() {
	if p == nil {
		panic(abort{&engine.Error{Cause: "there is no pipeline here, but nil", Remedy: remedy.Say("assign a pipeline first")}})
	}
}

// Report runs the pipeline and returns its report.
func (p *Pipeline) Report() *engine.Report { return must(p.Try()) }

// Score returns the mean of the named score over the folds. It costs that
// measure alone where the pipeline has not run yet.
func (p *Pipeline) Score(name string) float64 {
	report := p.scoredReport(name)
	if s, ok := report.Score(name); ok {
		return s.Mean
	}
	var names []string
	for _, s := range report.Scores {
		names = append(names, s.Name)
	}
	hint := "it has " + strings.Join(names, ", ")
	if near, ok := diag.Nearest(name, names); ok {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	panic(abort{&engine.Error{Cause: fmt.Sprintf("the report has no score %q", name), Remedy: remedy.Say("%s", hint)}})
}

// Accuracy returns the share of held rows whose class was predicted.
func (p *Pipeline) Accuracy() float64 { return p.Score("accuracy") }

// Embedding returns where the training rows of the first fold were placed,
// n×dim: in the order of the data where none are held, else those without a label
// behind the others (see Report().Runs[0].Train.Rows). Where the pipeline has not run yet, it is neither measured nor drawn.
func (p *Pipeline) Embedding() *mat.Dense {
	run := p.placedReport().Runs[0]
	if run.Embedding == nil {
		panic(abort{&engine.Error{Cause: "the pipeline has no embedder, so nothing was placed", Remedy: remedy.Say("add one, such as isomap or pca")}})
	}
	return run.Fold.InTableOrder(run.Embedding.Y)
}

// Unlabelled returns what is predicted of the rows without a label, by what the
// pipeline learns from all rows with one. It is shown as a table, and saved as one
// to .csv.
func (p *Pipeline) Unlabelled() engine.Answers {
	report := p.Report()
	if report.Final == nil {
		cause, advice := "every row has a label, so there are none to predict", remedy.Say("Predict takes new rows")
		if !p.sentence().Has(engine.PredictorRole) {
			cause, advice = "the pipeline has no predictor", remedy.Put("svm", "knn").As("a predictor").Last()
		}
		panic(abort{&engine.Error{Cause: cause, Remedy: advice}})
	}
	return report.Unlabelled()
}

// Data returns the table that the pipeline ran on, of data alone as preparation left it.
func (p *Pipeline) Data() *engine.Table { return tableOf(p.Report(), p.isData()) }

// Place takes new rows to the embedding, by what the pipeline learns from all
// rows of its data. Rows are the name of a file, which is read as the
// pipeline's own, a pipeline of data such as load("new.csv"), a table, or
// numbers.
//
// Rows with names are matched by them: columns may be in any order and more than
// were learned from, levels are matched by their texts, and what is to be
// predicted may be there or not. What had to be decided is said in notes. Numbers
// alone must be the columns of the data, in their order.
func (p *Pipeline) Place(rows any) *mat.Dense {
	run := p.learnedReport().Runs[0]
	return newRows(p.session, run, rows, p.sourceAt, newrows.Place)
}

// Predict names the class of each new row, by what the pipeline learns from
// all rows of its data. Rows are those of Place.
func (p *Pipeline) Predict(rows any) []string {
	run := p.learnedReport().Runs[0]
	if !run.Train.HasClasses() {
		panic(abort{&engine.Error{Cause: "the data have a response, not classes", Remedy: remedy.Say("call Respond for numbers")}})
	}
	var names []string
	for _, v := range newRows(p.session, run, rows, p.sourceAt, newrows.Predict) {
		names = append(names, run.Train.Classes[int(v)])
	}
	return names
}

// Answers tells what is predicted of each new row as a table: see [models.Model].
func (p *Pipeline) Answers(rows any, keep ...string) *figure.Sheet {
	return p.session.learn(p).Answers(rows, keep...)
}

// Respond predicts the response of each new row, by what the pipeline learns
// from all rows of its data. Rows are those of Place.
func (p *Pipeline) Respond(rows any) []float64 {
	run := p.learnedReport().Runs[0]
	return newRows(p.session, run, rows, p.sourceAt, newrows.Predict)
}

// learnedReport returns what learns from all rows: predictions for new rows should
// use everything that is known. Where there are candidates, all rows choose.
func (p *Pipeline) learnedReport() *engine.Report {
	p.mustExist()
	report, err := p.fit.do(p.session.context(), func() (*engine.Report, error) {
		return p.session.runWithProgress(func(ctx context.Context) (*engine.Report, error) {
			return model.LearnReport(ctx, p.sentence(), p.session.environment(p.session.catalogue()))
		})
	})
	return must(report, p.overAllRows().locateError(err))
}

// JSON returns the report in the form that schema.Name names.
func (p *Pipeline) JSON() string {
	return string(must(json.Marshal(p.Report())))
}

// abort is a panic that ends a cell with an error of the reader's making.
type abort struct{ error }

func (a abort) Unwrap() error { return a.error }

func must[T any](v T, err error) T {
	if err != nil {
		panic(abort{err})
	}
	return v
}
