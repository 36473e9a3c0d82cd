package evaluate

import (
	"context"
	"fmt"
	"sync"
	"time"

	"unfold/engine"
	"unfold/engine/memo"
	"unfold/engine/remedy"

	"unfold/engine/wording"
)

// A sweep has every fold choose between the settings of the pipeline: it tries
// them on inner folds, which divide the training rows once more.
type sweep struct {
	*evaluation
	layers      []layer
	settings    int
	by          int // the measure, among those of the evaluation
	chooser     engine.Chooser
	choosing    engine.Choosing
	foldChoices []*foldChoice // one a fold
	tuning      *engine.Tuning
	simplest    []int      // all settings, from simple to rich
	richness    []int      // by setting: its place among them
	memo        *memo.Memo // what its settings share
	store       scoreStore

	mu       sync.Mutex
	started  time.Time
	round    string // which round of several it is: "round 2 of 3, "
	workText string // what is to be done, shown until something is
	done     int    // settings tried on inner folds
	total    int    // how many there are to try
}

// A foldChoice is the choice of one fold.
type foldChoice struct {
	engine.Chosen
	fold   engine.Fold
	inner  []engine.Fold
	active []bool  // by setting: not given up
	faults []error // by setting: why it failed first
}

// tuningStage is what remarks and progress of a sweep are filed under.
const tuningStage = "tuning"

// tune has every fold choose, where there is something to choose.
func (e *evaluation) tune(ctx context.Context, folds []engine.Fold) error {
	sw, err := e.prepareSweep(ctx, folds)
	if sw == nil || err != nil {
		return err
	}
	if err := sw.openScores(); err != nil {
		return err
	}
	defer sw.store.close()
	sw.announceWork(ctx, folds)
	if err := sw.runRounds(ctx); err != nil {
		return err
	}
	for _, c := range sw.foldChoices {
		if err := sw.choose(c); err != nil {
			return err
		}
	}
	e.sweep = sw
	return nil
}

// prepareSweep divides the training rows of every fold; nil where there is
// nothing to choose.
func (e *evaluation) prepareSweep(ctx context.Context, folds []engine.Fold) (*sweep, error) {
	p := engine.Pipeline{Steps: e.steps}
	if p.Settings() == 1 {
		return nil, nil
	}
	sw, err := e.newSweep(p)
	if err != nil {
		return nil, err
	}
	return sw, sw.divideFolds(ctx, folds)
}

// sharedMemo is where settings share what methods find out: that of the session,
// or one of a quarter of the memory that can be had; without a bound where that
// is not known.
func (e *evaluation) sharedMemo() *memo.Memo {
	if e.env.Memo != nil {
		return e.env.Memo
	}
	free, known := e.env.free()
	if !known {
		return memo.New(memo.Unlimited)
	}
	return memo.New(free / 4)
}

// mostSettings is how many settings a sweep may have.
const mostSettings = 1 << 20

// newSweep finds out by which measure and rule to choose.
func (e *evaluation) newSweep(p engine.Pipeline) (*sweep, error) {
	if p.Settings() > mostSettings {
		v := p.Candidates()[0]
		return nil, &engine.Error{Stage: v.Stage, Step: e.stepNumber(v.Step), Param: v.Param, Cause: fmt.Sprintf("the candidates make more than %s settings together", wording.Number(mostSettings)), Remedy: remedy.Say("offer fewer values")}
	}
	by, ok := e.selectionMeasure()
	if !ok {
		return nil, e.noMeasureError(p)
	}
	sw := &sweep{evaluation: e, layers: layersOf(p), settings: p.Settings(), by: by, choosing: engine.Choosing{Rule: engine.BestRule}, memo: e.sharedMemo()}
	if e.protocol != unnamed {
		sw.chooser, _ = e.steps[e.protocol].Method.(engine.Chooser)
	}
	if sw.chooser != nil {
		sw.choosing = sw.chooser.Choosing()
	}
	sw.tuning = &engine.Tuning{Measure: e.measures[by].Name(), Rule: sw.choosing.Rule, Candidates: p.Candidates()}
	sw.simplest, sw.richness = bySimplicity(sw.tuning.Candidates)
	return sw, nil
}

// selectionMeasure returns the measure that candidates, and labels dealt anew, are
// compared by: the first one that the sentence names and that speaks of what was
// learned, or the standard one for predictions.
func (e *evaluation) selectionMeasure() (measure int, ok bool) {
	predicts := engine.Pipeline{Steps: e.steps}.Has(engine.PredictorRole)
	for i, m := range e.measures {
		if m.at != unnamed && !m.Stage.JudgesRows() || m.Stage.Chooses && predicts && hasTarget(e.table.Target, m.Stage.Needs) {
			return i, true
		}
	}
	return 0, false
}

// noMeasureError is the error of candidates that nothing compares.
func (e *evaluation) noMeasureError(p engine.Pipeline) error {
	v := p.Candidates()[0]
	advice := remedy.Say("name a measure at the end")
	if !p.Has(engine.PredictorRole) {
		advice = remedy.Put("trustworthiness").As("a measure").Last().Or(remedy.Put("svm").As("a predictor").Last())
	}
	return &engine.Error{Stage: v.Stage, Step: e.stepNumber(v.Step), Param: v.Param, Cause: fmt.Sprintf("nothing says which of %s settings is better", wording.Number(p.Settings())), Remedy: advice}
}

// announceWork notes what is to be done, and reports as progress how long it may
// take, which is no part of the report: it differs from machine to machine.
func (sw *sweep) announceWork(ctx context.Context, folds []engine.Fold) {
	w := sw.workload(folds, sw)
	sw.note(engine.Note{Stage: tuningStage, Text: w.String()})
	sw.workText = w.String()
	if about := sw.forecast(folds, w).String(); about != "" {
		sw.workText += ", " + about
	}
	engine.Tell(ctx, engine.Progress{Stage: tuningStage, Note: sw.workText, Left: -1})
}

// setting is what fold i has chosen.
func (e *evaluation) setting(i int) int {
	if e.sweep == nil {
		return 0
	}
	return e.sweep.foldChoices[i].Setting
}

// result returns the tuning with the choices of the folds whose rows keep their
// labels.
func (sw *sweep) result() *engine.Tuning {
	for i, c := range sw.foldChoices {
		if c.fold.Deal == 0 && i != sw.final {
			sw.tuning.Chosen = append(sw.tuning.Chosen, c.Chosen)
		}
	}
	return sw.tuning
}
