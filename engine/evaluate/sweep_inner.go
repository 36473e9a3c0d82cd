package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"unfold/engine"
)

// divideFolds makes the inner folds of every fold: those of the chooser where held
// rows are judged, else the training rows judged on themselves.
func (sw *sweep) divideFolds(ctx context.Context, folds []engine.Fold) error {
	var within engine.Protocol
	if judges := sw.judgesHeldRows(); sw.chooser != nil && judges {
		within = sw.chooser.Inner()
		sw.tuning.Inner = formatMethod(within)
	} else {
		text := "candidates are judged on the rows that they were learned from, which flatters the richest"
		if judges && sw.protocol != unnamed {
			text = fmt.Sprintf("%s does not say how to divide training rows, so %s", sw.steps[sw.protocol].Name(), text)
		}
		sw.note(engine.Note{Stage: tuningStage, Text: text})
	}
	at := stepAt{at: unnamed}
	if sw.protocol != unnamed {
		at = stepAt{sw.steps[sw.protocol], sw.protocol}
	}
	for i, f := range folds {
		c := &foldChoice{fold: f, active: make([]bool, sw.settings), faults: make([]error, sw.settings)}
		if within == nil {
			c.inner = []engine.Fold{innerFold(f, f.Train, nil, f.Repeat)}
		} else {
			err := sw.runStep(ctx, at, func(ctx context.Context) (err error) {
				c.inner, err = innerFolds(ctx, within, sw.table, f)
				return err
			})
			if err != nil {
				return innerError(err, i, len(folds))
			}
		}
		c.clearScores(sw.settings)
		sw.foldChoices = append(sw.foldChoices, c)
	}
	return nil
}

// judgesHeldRows reports whether settings can be compared by rows that they have not
// learned from.
func (sw *sweep) judgesHeldRows() bool {
	p := engine.Pipeline{Steps: sw.steps}
	return p.Has(engine.PredictorRole) || sw.measures[sw.by].Stage.JudgesHeld && p.Maps()
}

// formatMethod writes a method as in a pipeline.
func formatMethod(m engine.Method) string { return engine.Pipe(m).String() }

// innerError says that it is the training rows that cannot be divided.
func innerError(err error, fold, folds int) error {
	var fault *engine.Error
	if engine.IsCancel(err) || !errors.As(err, &fault) {
		return err
	}
	inner := *fault
	inner.Param = "inner"
	inner.Cause = fmt.Sprintf("the training rows of fold %d of %d cannot be divided to choose between candidates: %s", fold+1, folds, fault.Cause)
	return &inner
}

// innerFolds returns the inner folds of f, by positions in the table. Rows that f
// trains on several times, as a bootstrap does, stay on one side.
func innerFolds(ctx context.Context, within engine.Protocol, t *engine.Table, f engine.Fold) ([]engine.Fold, error) {
	var rows []int
	times := map[int]int{}
	for _, r := range f.Train {
		if times[r] == 0 {
			rows = append(rows, r)
		}
		times[r]++
	}
	parts, err := within.Split(ctx, withDealtLabels(t, f.Dealt).Keep(rows))
	if err != nil {
		return nil, err
	}
	inner := make([]engine.Fold, len(parts))
	for i, part := range parts {
		var train, held []int
		for _, at := range part.Train {
			for range times[rows[at]] {
				train = append(train, rows[at])
			}
		}
		for _, at := range part.Held {
			held = append(held, rows[at])
		}
		inner[i] = innerFold(f, train, held, part.Repeat)
	}
	return inner, nil
}

// innerFold returns the fold of f that learns from some of its training rows and
// holds others. Rows that f learns from without their labels are there without
// them here too; where f is transduced, those of its held rows are among them,
// and the rows held here stay present in their turn.
func innerFold(f engine.Fold, train, held []int, repeat int) engine.Fold {
	in := engine.Fold{Train: train, Held: held, Repeat: repeat, Unlabelled: f.Unlabelled, Dealt: f.Dealt, Deal: f.Deal}
	if f.Transduced {
		in.Unlabelled = slices.Concat(f.Unlabelled, f.Held)
		in.Transduced = len(held) > 0
	}
	return in
}

// clearScores makes all settings active, without scores.
func (c *foldChoice) clearScores(settings int) {
	c.Outer = math.NaN()
	c.Failed = make([]string, settings)
	c.Scores = make([][]float64, settings)
	for s := range c.Scores {
		c.active[s] = true
		c.Scores[s] = make([]float64, len(c.inner))
		for i := range c.Scores[s] {
			c.Scores[s][i] = math.NaN()
		}
	}
}

// withDealtLabels returns the table with permuted labels, row i with that of
// from[i]; itself where from is nil.
func withDealtLabels(t *engine.Table, from []int) *engine.Table {
	if from == nil {
		return t
	}
	other := *t
	other.Target = t.Target.Take(from)
	return &other
}
