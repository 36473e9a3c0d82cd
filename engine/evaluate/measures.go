package evaluate

import (
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/internal/moments"
)

// summariseMeasure puts the scores of a measure on all folds together.
func (e *evaluation) summariseMeasure(ctx context.Context, m int, s stepAt, all []outcome) error {
	if lacks := missingInRun(e.report.Runs[0], s.Stage.Needs); lacks != "" {
		return e.errorIfNamed(s, lacks)
	}
	if !scoredInFold(s.Step) {
		if err := e.runStep(ctx, s, func(ctx context.Context) (err error) {
			for i := range all {
				if all[i].scores[m], err = scoreRun(ctx, s, all[i].run); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	var real []engine.Score
	for i, p := range all {
		score := engine.Score{Value: math.NaN()}
		if p.scores[m] != nil {
			score = *p.scores[m]
		}
		if p.run.Fold.Deal == 0 {
			real = append(real, score)
		}
		if e.sweep != nil && m == e.sweep.by && len(p.run.Fold.Held) > 0 && judgesHeld(s.Step) {
			e.sweep.foldChoices[i].Outer = score.Value
		}
	}
	summary := summarise(s.Name(), real, meanRepeats(e.report))
	summary.OfEmbedding, summary.OfRows = s.Stage.JudgesEmbedding(), s.Stage.JudgesRows()
	var pooled *engine.Score
	if e.needsPooling(s) {
		var err error
		if pooled, err = e.pooledScore(ctx, s); err != nil {
			return err
		}
		setPooled(&summary, pooled)
		if e.sweep != nil && m == e.sweep.by {
			e.sweep.setOuterScores(pooled)
		}
	}
	e.report.Scores = append(e.report.Scores, summary)
	e.report.Scores = append(e.report.Scores, summariseResponses(summary, real, pooled)...)
	return nil
}

// summariseResponses sums up the score of each response among several, behind that of all,
// by the name "rmse of width".
func summariseResponses(of engine.Summary, scores []engine.Score, pooled *engine.Score) []engine.Summary {
	var all []engine.Summary
	first := slices.IndexFunc(scores, func(s engine.Score) bool { return s.Parts != nil })
	if first < 0 {
		return nil
	}
	for p, part := range scores[first].Parts {
		single := make([]engine.Score, len(scores))
		for i, s := range scores {
			single[i] = engine.Score{Value: math.NaN(), Better: of.Better}
			if s.Parts != nil {
				single[i].Value = s.Parts[p].Value
			}
		}
		summary := summarise(of.Name+" of "+part.Response, single, 1)
		summary.OfEmbedding = of.OfEmbedding
		if pooled != nil {
			setPooled(&summary, &engine.Score{Value: pooled.Parts[p].Value})
		}
		all = append(all, summary)
	}
	return all
}

// judgesHeld reports whether a measure speaks of held rows where there are any:
// all do but those of the training rows or their embedding, unless they say so.
func judgesHeld(s engine.Step) bool {
	return s.Stage.JudgesHeld || !s.Stage.JudgesEmbedding() && !s.Stage.JudgesRows()
}

// scoredInFold reports whether a measure scores a fold as soon as its run is
// there, several folds at once. A measure that a program brings undeclared
// scores one fold after the other.
func scoredInFold(s engine.Step) bool { return s.Declared() }

// scoreFold scores a run by the measures that can do so while other folds are
// running.
func (e *evaluation) scoreFold(ctx context.Context, where string, r *engine.Run) ([]*engine.Score, []engine.Note, error) {
	scores := make([]*engine.Score, len(e.measures))
	var remarks []engine.Note
	for m, s := range e.measures {
		if !scoredInFold(s.Step) {
			continue
		}
		if lacks := missingInRun(r, s.Stage.Needs); lacks != "" {
			if err := e.errorIfNamed(s, lacks); err != nil {
				return nil, nil, err
			}
			continue
		}
		notes, err := e.runInFold(ctx, s, where, func(ctx context.Context) (err error) {
			scores[m], err = scoreRun(ctx, s, r)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		if !e.needsPooling(s) { // else the remarks are on scores that are not reported
			remarks = append(remarks, notes...)
		}
	}
	return scores, remarks, nil
}

// scoreRun scores a run by a measure.
func scoreRun(ctx context.Context, s stepAt, r *engine.Run) (*engine.Score, error) {
	score, err := s.Method.(engine.Measure).Score(ctx, r)
	return &score, err
}

// summarise puts the scores of the folds together. The interval of a share
// pools the counts of the folds, as if every row had been held once: repeats
// of a division tell nothing new about how few the rows are.
func summarise(name string, scores []engine.Score, repeats float64) engine.Summary {
	s := engine.Summary{Name: name, Better: scores[0].Better, SD: math.NaN(), Low: math.NaN(), High: math.NaN()}
	var seen []float64
	var count, of int
	for _, score := range scores {
		s.Folds = append(s.Folds, score.Value)
		if !math.IsNaN(score.Value) {
			seen = append(seen, score.Value)
		}
		count, of = count+score.Count, of+score.Of
	}
	s.Mean = moments.Mean(seen)
	if len(seen) > 1 {
		s.SD = moments.SD(seen)
	}
	if scores[0].Bounded {
		s.Low, s.High = meanInterval(scores)
	}
	if of > 0 {
		s.Low, s.High = evidence.Wilson(float64(count)/repeats, float64(of)/repeats)
	}
	return s
}

// meanInterval returns the mean ends of the intervals that scores bring.
func meanInterval(scores []engine.Score) (low, high float64) {
	for _, s := range scores {
		low, high = low+s.Low/float64(len(scores)), high+s.High/float64(len(scores))
	}
	return low, high
}

// meanRepeats returns how often a row was held, in the mean of those that were:
// as often as a division was repeated, or as a row was missing from bags.
func meanRepeats(r *engine.Report) float64 {
	held := make([]bool, r.Table.Len())
	times, rows := 0, 0
	for _, run := range r.Runs {
		times += len(run.Fold.Held)
		for _, row := range run.Fold.Held {
			if !held[row] {
				held[row] = true
				rows++
			}
		}
	}
	if rows == 0 {
		return 1
	}
	return float64(times) / float64(rows)
}
