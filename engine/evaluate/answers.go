package evaluate

import (
	"context"

	"unfold/engine"
)

// takeAnswers keeps the run that has answered the rows without a label, if there
// are any, and returns the outcomes of the protocol's folds.
func (e *evaluation) takeAnswers(all []outcome) []outcome {
	divided := all[:len(e.divided())]
	for _, p := range all {
		if p.run.Unlabelled.Predicted != nil {
			e.report.Final = p.run
		}
	}
	return divided
}

// scoreAnswers judges the answers to rows whose labels a study has hidden.
func (e *evaluation) scoreAnswers(ctx context.Context) error {
	if e.report.Final == nil || e.table.Withheld.Width() == 0 {
		return nil
	}
	judged := judgedAnswers(e.report.Final, e.table)
	for _, s := range e.measures {
		if !judgesPredictions(s.Stage) || missingInRun(judged, s.Stage.Needs) != "" {
			continue
		}
		var score *engine.Score
		if err := e.runStep(ctx, s, func(ctx context.Context) (err error) {
			score, err = scoreRun(ctx, s, judged)
			return err
		}); err != nil {
			return err
		}
		summary := summarise(s.Name()+engine.OfUnlabelled, []engine.Score{*score}, 1)
		e.report.Answered = append(e.report.Answered, summary)
	}
	return nil
}

// judgedAnswers returns a run that holds the rows whose labels were hidden, with
// their truth and what was predicted of them.
func judgedAnswers(final *engine.Run, t *engine.Table) *engine.Run {
	run := &engine.Run{Train: final.Train, Predictor: final.Predictor}
	width := final.Train.Width()
	for i, row := range final.Fold.Unlabelled {
		if t.Withheld.Known(row) {
			run.Fold.Held = append(run.Fold.Held, row)
			run.Predicted = append(run.Predicted, final.Unlabelled.Predicted[i*width:(i+1)*width]...)
		}
	}
	truth := *t
	truth.Target = t.Withheld
	run.Held = truth.Take(run.Fold.Held)
	return run
}
