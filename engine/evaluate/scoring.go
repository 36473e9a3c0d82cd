package evaluate

import (
	"context"
	"math"
	"slices"

	"unfold/engine"
	"unfold/engine/evidence"
	"unfold/engine/internal/moments"
)

// score sums up what a measure says of each fold.
func (e *evaluation) score(ctx context.Context, m int, s placed, all []passed) error {
	if lacks := lacks(e.report.Runs[0], s.Stage.Needs); lacks != "" {
		return e.refuse(s, lacks)
	}
	if !prompt(s.Step) {
		if err := e.step(ctx, s, func(ctx context.Context) (err error) {
			for i := range all {
				if all[i].scores[m], err = scored(ctx, s, all[i].run); err != nil {
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
			e.sweep.contests[i].Outer = score.Value
		}
	}
	summary := summarise(s.Name(), real, repeats(e.report))
	summary.OfEmbedding = s.Stage.JudgesEmbedding()
	var pooled *engine.Score
	if e.pools(s) {
		var err error
		if pooled, err = e.pooled(ctx, s); err != nil {
			return err
		}
		pool(&summary, pooled)
		if e.sweep != nil && m == e.sweep.by {
			e.sweep.pool(pooled)
		}
	}
	e.report.Scores = append(e.report.Scores, summary)
	e.report.Scores = append(e.report.Scores, parts(summary, real, pooled)...)
	return nil
}

// parts sums up the score of each response among several, behind that of all,
// by the name "rmse of width".
func parts(of engine.Summary, scores []engine.Score, pooled *engine.Score) []engine.Summary {
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
			pool(&summary, &engine.Score{Value: pooled.Parts[p].Value})
		}
		all = append(all, summary)
	}
	return all
}

// judgesHeld reports whether a measure speaks of held rows where there are any:
// all do but those of an embedding, which is one of the training rows, unless
// they say so.
func judgesHeld(s engine.Step) bool {
	return s.Stage.JudgesHeld || !s.Stage.JudgesEmbedding()
}

// prompt reports whether a measure is asked as soon as a fold has passed, by
// several folds at once. A measure that a program brings undeclared is asked
// for one fold after the other.
func prompt(s engine.Step) bool { return s.Declared() }

// promptly asks the measures that can be asked while other folds are on their
// way.
func (e *evaluation) promptly(ctx context.Context, where string, r *engine.Run) ([]*engine.Score, []engine.Note, error) {
	scores := make([]*engine.Score, len(e.measures))
	var remarks []engine.Note
	for m, s := range e.measures {
		if !prompt(s.Step) {
			continue
		}
		if lacks := lacks(r, s.Stage.Needs); lacks != "" {
			if err := e.refuse(s, lacks); err != nil {
				return nil, nil, err
			}
			continue
		}
		notes, err := e.perform(ctx, s, where, func(ctx context.Context) (err error) {
			scores[m], err = scored(ctx, s, r)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		if !e.pools(s) { // else what is remarked on is not what is told
			remarks = append(remarks, notes...)
		}
	}
	return scores, remarks, nil
}

// scored asks a measure about a run.
func scored(ctx context.Context, s placed, r *engine.Run) (*engine.Score, error) {
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
	if of > 0 {
		s.Low, s.High = evidence.Wilson(float64(count)/repeats, float64(of)/repeats)
	}
	return s
}

// repeats returns how often a row was held, on average of those that were: as
// often as a division was repeated, or as a row was missing from bags.
func repeats(r *engine.Report) float64 {
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
