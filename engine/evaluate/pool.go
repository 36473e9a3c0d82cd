package evaluate

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unfold/engine"

	"unfold/engine/wording"
)

// needsPooling reports whether a measure scores the held rows of all folds
// together. Folds that hold fewer than two rows in the mean, as where one
// is left out at a time, have no scores of their own: the root of a squared
// error is then an absolute one, and what compares rows says nothing. A measure
// that looks at predictions alone can score all rows instead.
func (e *evaluation) needsPooling(s stepAt) bool {
	if !judgesPredictions(s.Stage) {
		return false
	}
	folds, held := 0, 0
	for _, f := range e.divided() {
		if f.Deal == 0 {
			folds, held = folds+1, held+len(f.Held)
		}
	}
	return folds > 1 && held > 0 && held < 2*folds
}

// judgesPredictions reports whether a measure looks at predictions and their truth
// alone.
func judgesPredictions(s *engine.Stage) bool {
	const truth = engine.NeedClasses | engine.NeedResponse
	return s.Needs&engine.NeedPredictions != 0 && s.Needs&truth != 0 && s.Needs&^(engine.NeedPredictions|truth) == 0
}

// pooledScore scores the held rows of all runs together.
func (e *evaluation) pooledScore(ctx context.Context, s stepAt) (score *engine.Score, err error) {
	err = e.runStep(ctx, s, func(ctx context.Context) (err error) {
		score, err = scoreRun(ctx, s, joinRuns(e.report.Runs))
		return err
	})
	return score, err
}

// joinRuns returns one run of the held rows of all, with what was predicted of
// them and no more.
func joinRuns(runs []*engine.Run) *engine.Run {
	all, held := new(engine.Run), []engine.Target(nil)
	for _, r := range runs {
		all.Fold.Held = append(all.Fold.Held, r.Fold.Held...)
		all.Held.Rows = append(all.Held.Rows, r.Held.Rows...)
		all.Predicted = append(all.Predicted, r.Predicted...)
		held = append(held, r.Held.Target)
	}
	all.Held.Target = held[0].Join(held[1:]...)
	all.Train.Target = all.Held.Target.Take(nil)
	return all
}

// setPooled makes the score of all rows that of the summary. The deviation over
// folds of single rows says nothing about it.
func setPooled(s *engine.Summary, score *engine.Score) {
	s.Pooled, s.Mean, s.SD = true, score.Value, math.NaN()
}

// setOuterScores judges every choice by the score of all rows: that of one row
// would not compare with the scores of inner folds.
func (sw *sweep) setOuterScores(score *engine.Score) {
	for _, c := range sw.foldChoices {
		if c.fold.Deal == 0 {
			c.Outer = score.Value
		}
	}
}

// remarkPooled says which scores are of all rows together.
func (e *evaluation) remarkPooled() {
	var names []string
	for _, s := range e.report.Scores {
		if s.Pooled {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 {
		return
	}
	rows := 0
	for _, r := range e.report.Runs {
		rows += len(r.Fold.Held)
	}
	verb := "are"
	if len(names) == 1 {
		verb = "is"
	}
	e.note(engine.Note{Stage: e.steps[e.protocol].Name(), Text: fmt.Sprintf("folds of single rows have no scores of their own: %s %s of all %s held rows together", strings.Join(names, ", "), verb, wording.Number(rows))})
}
