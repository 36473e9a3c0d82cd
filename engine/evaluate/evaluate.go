package evaluate

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"unfold/engine"
	"unfold/engine/internal/content"
	"unfold/engine/internal/meter"
	"unfold/engine/memo"
	"unfold/engine/remedy"
)

// Run evaluates the pipeline: it loads the table, splits its rows, lets every
// fold choose between the candidates of the pipeline, if it has any, takes it
// through the steps with what it chose, and judges what came out.
//
// Candidates are chosen between by inner folds of the training rows, as the
// protocol says (see [engine.Chooser]), so that held rows have no part in it. The
// measure is the first one that the pipeline names, else the standard one.
//
// Folds go several at once where processors and memory are there for it, and
// all methods between protocol and measures are declared ones; what comes out
// are the same bits, remarks and errors as of one after the other.
//
// What the pipeline leaves open is taken from the catalogue: before a
// predictor its standard protocol, else none; its standard measures unless a measure is
// named; its standard views unless a view is. A nil catalogue adds nothing,
// which is how Go programs say exactly what they want.
func Run(ctx context.Context, p engine.Pipeline, env Environment) (*engine.Report, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	e := newEvaluation(p, env)
	ctx = env.Context(ctx)
	stop := meter.WatchPeak(&e.report.Peak)
	defer stop()
	if err := e.load(ctx); err != nil {
		return nil, err
	}
	var err error
	if e.folds, err = e.split(ctx); err != nil {
		return nil, err
	}
	e.prepareMemo()
	if err := e.tune(ctx, e.folds); err != nil {
		return nil, err
	}
	all, err := e.runFolds(ctx, e.folds)
	if err != nil {
		return nil, err
	}
	all = e.takeAnswers(all)
	if err := e.summarise(ctx, all); err != nil {
		return nil, err
	}
	if err := e.scoreAnswers(ctx); err != nil {
		return nil, err
	}
	e.finish()
	if !e.reused.Load() {
		e.correctRates(e.folds)
	}
	return e.report, nil
}

// An evaluation is a pipeline on its way to a report.
type evaluation struct {
	env      Environment
	steps    []engine.Step // the whole pipeline
	added    int           // the position of a step that the catalogue has added
	protocol int           // its position in steps
	measures []stepAt
	views    []stepAt

	noteAt  map[string]int // notes by their shape: the text without its numbers
	varying map[int]bool   // notes that folds make with other numbers

	table    *engine.Table
	folds    []engine.Fold
	final    int      // of folds, the one that does nothing but answer unlabelled rows; unnamed without
	tableKey memo.Key // of the table, where something is kept
	spare    uint64   // bytes that runs may hold together; zero where that is not known
	sweep    *sweep   // nil where there was nothing to choose

	reused atomic.Bool // some of the work was there already

	meter  meter.Meter
	report *engine.Report
}

// stepAt is a step with its position among the steps of the evaluation;
// measures and views that the catalogue adds have none.
type stepAt struct {
	engine.Step
	at int
}

// unnamed is the position of a step that the pipeline does not name.
const unnamed = -1

func newEvaluation(p engine.Pipeline, env Environment) *evaluation {
	c := env.Catalogue
	e := &evaluation{env: env, noteAt: map[string]int{}, varying: map[int]bool{}, protocol: unnamed, added: unnamed, final: unnamed, report: &engine.Report{Version: engine.Version, Started: time.Now()}}
	steps := slices.Clone(p.Steps)
	if c != nil && p.Has(engine.PredictorRole) && !p.Has(engine.ProtocolRole) {
		e.added = protocolPosition(steps)
		steps = slices.Insert(steps, e.added, standardSteps(c, engine.ProtocolRole)[0])
	}
	e.steps = steps
	for i, s := range steps {
		switch s.Role() {
		case engine.ProtocolRole:
			e.protocol = i
		case engine.MeasureRole:
			e.measures = append(e.measures, stepAt{s, i})
		case engine.ViewRole:
			e.views = append(e.views, stepAt{s, i})
		}
		e.report.Steps = append(e.report.Steps, reportOf(s))
	}
	if c != nil {
		e.measures = e.namedOrStandard(e.measures, standardSteps(c, engine.MeasureRole))
		e.views = e.namedOrStandard(e.views, standardSteps(c, engine.ViewRole))
	}
	e.report.Pipeline = engine.Pipeline{Steps: steps}.String()
	return e
}

// namedOrStandard returns what the sentence names, or the standard steps if it names
// nothing: who asks for one measure does not pay for others.
func (e *evaluation) namedOrStandard(named []stepAt, standard []engine.Step) []stepAt {
	if len(named) > 0 {
		return named
	}
	for _, s := range standard {
		named = append(named, stepAt{s, unnamed})
		e.report.Added = append(e.report.Added, reportOf(s))
	}
	return named
}

// reportOf is the report of a step that has not run.
func reportOf(s engine.Step) engine.StepReport {
	return engine.StepReport{Name: s.Name(), Role: s.Role(), Args: s.Args()}
}

// protocolPosition is where the standard protocol is written: behind the source
// and what selects among its rows, for that is when it acts.
func protocolPosition(steps []engine.Step) int {
	at := 1
	for at < len(steps) {
		if !engine.ActsOnTable(steps[at].Method) {
			break
		}
		at++
	}
	return at
}

// load reads the table and lets the selectors choose among its rows.
func (e *evaluation) load(ctx context.Context) error {
	if slices.ContainsFunc(e.steps, readsTarget) {
		ctx = engine.WithLearning(ctx)
	}
	for i, s := range e.steps {
		var do func(context.Context) error
		switch m := s.Method.(type) {
		case engine.Source:
			do = func(ctx context.Context) (err error) { e.table, err = m.Load(ctx); return err }
		case engine.Selector:
			do = func(ctx context.Context) error {
				keep, err := m.Select(ctx, withoutWithheld(e.table))
				if err != nil {
					return err
				}
				e.table = e.table.Keep(keep)
				return nil
			}
		case engine.Hider:
			do = func(ctx context.Context) error { return e.hide(ctx, m) }
		default:
			continue
		}
		if err := e.runStep(ctx, stepAt{s, i}, do); err != nil {
			return err
		}
		if e.table == nil || e.table.X == nil || e.table.Len() == 0 {
			return &engine.Error{Stage: s.Name(), Step: e.stepNumber(i), Cause: "no rows are left", Remedy: remedy.Say("look at the data")}
		}
		if s.Role() == engine.SourceRole {
			if err := e.group(ctx); err != nil {
				return err
			}
		}
	}
	e.report.Table = e.table
	return nil
}

// prepareMemo finds the key of the table and how much memory runs may hold.
// Where eight square matrices over the rows would not fit beside the memo, the
// memo is emptied, so that no stage has less memory than it would have had
// without one.
func (e *evaluation) prepareMemo() {
	if e.env.Memo != nil {
		e.tableKey = content.Table(e.table)
	}
	free, known := e.env.free()
	if !known {
		return
	}
	if rows := float64(e.table.Len()); e.env.Memo != nil && 8*8*rows*rows > float64(free) {
		e.env.Memo.Release()
	}
	e.spare = free / 8
}

func (e *evaluation) finish() {
	for _, text := range e.env.remarks() {
		e.note(engine.Note{Stage: "machine", Text: text})
	}
	for i := range e.varying {
		e.report.Notes[i].Text += "; other folds the same with other numbers"
	}
	e.report.Added = slices.DeleteFunc(e.report.Added, func(s engine.StepReport) bool { return s.Cost == engine.Cost{} }) // what did not suit, and did not run
	e.report.Seconds = time.Since(e.report.Started).Seconds()
}

// standardSteps returns the steps of a role that a run uses where its pipeline
// names none.
func standardSteps(c *engine.Catalogue, role engine.Role) []engine.Step {
	var steps []engine.Step
	for _, s := range c.Stages() {
		if s.Role == role && s.Standard {
			steps = append(steps, engine.Step{Stage: &s, Method: s.Make()})
		}
	}
	return steps
}

func counting(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
