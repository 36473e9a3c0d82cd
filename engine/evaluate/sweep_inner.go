package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"unfold/engine"

	"unfold/engine/wording"
)

// divide makes the inner folds of every fold: those of the chooser where held
// rows are judged, else the training rows judged on themselves.
func (sw *sweep) divide(ctx context.Context, folds []engine.Fold) error {
	var within engine.Protocol
	if judges := sw.comparesHeld(); sw.chooser != nil && judges {
		within = sw.chooser.Inner()
		sw.tuning.Inner = inSentence(within)
	} else {
		text := "candidates are judged on the rows that they were learned from, which flatters the richest"
		if judges && sw.protocol != unnamed {
			text = fmt.Sprintf("%s does not say how to divide training rows, so %s", sw.steps[sw.protocol].Name(), text)
		}
		sw.note(engine.Note{Stage: tuningStage, Text: text})
	}
	at := placed{at: unnamed}
	if sw.protocol != unnamed {
		at = placed{sw.steps[sw.protocol], sw.protocol}
	}
	for i, f := range folds {
		c := &contest{fold: f, alive: make([]bool, sw.settings), faults: make([]error, sw.settings)}
		if f.Transduced {
			return engine.Blame(&engine.Error{Cause: fmt.Sprintf("candidates cannot be chosen where rows of the held part are present: %s settings would each be tried with rows that judge them", wording.Number(sw.settings)), Remedy: "give one value for each parameter, or take cv"}, at.Name(), sw.place(at.at))
		}
		if within == nil {
			c.inner = []engine.Fold{{Train: f.Train, Repeat: f.Repeat, Dealt: f.Dealt, Deal: f.Deal}}
		} else {
			err := sw.step(ctx, at, func(ctx context.Context) (err error) {
				c.inner, err = divided(ctx, within, sw.table, f)
				return err
			})
			if err != nil {
				return innerFault(err, i, len(folds))
			}
		}
		c.start(sw.settings)
		sw.contests = append(sw.contests, c)
	}
	return nil
}

// comparesHeld reports whether settings can be compared by rows that they have not
// learned from.
func (sw *sweep) comparesHeld() bool {
	p := engine.Pipeline{Steps: sw.steps}
	return p.Has(engine.PredictorRole) || sw.measures[sw.by].Stage.JudgesHeld && p.Maps()
}

// inSentence writes a method as a pipeline does.
func inSentence(m engine.Method) string { return engine.Pipe(m).String() }

// innerFault says that it is the training rows which cannot be divided.
func innerFault(err error, fold, folds int) error {
	var fault *engine.Error
	if engine.IsCancel(err) || !errors.As(err, &fault) {
		return err
	}
	inner := *fault
	inner.Param = "inner"
	inner.Cause = fmt.Sprintf("the training rows of fold %d of %d cannot be divided to choose between candidates: %s", fold+1, folds, fault.Cause)
	return &inner
}

// divided returns the inner folds of f, by their position in the table. Rows
// that f trains on several times, as a bootstrap does, are on one side
// together.
func divided(ctx context.Context, within engine.Protocol, t *engine.Table, f engine.Fold) ([]engine.Fold, error) {
	var rows []int
	times := map[int]int{}
	for _, r := range f.Train {
		if times[r] == 0 {
			rows = append(rows, r)
		}
		times[r]++
	}
	parts, err := within.Split(ctx, dealt(t, f.Dealt).Keep(rows))
	if err != nil {
		return nil, err
	}
	inner := make([]engine.Fold, len(parts))
	for i, part := range parts {
		in := engine.Fold{Repeat: part.Repeat, Dealt: f.Dealt, Deal: f.Deal}
		for _, at := range part.Train {
			for range times[rows[at]] {
				in.Train = append(in.Train, rows[at])
			}
		}
		for _, at := range part.Held {
			in.Held = append(in.Held, rows[at])
		}
		inner[i] = in
	}
	return inner, nil
}

// start makes room for the scores.
func (c *contest) start(settings int) {
	c.Outer = math.NaN()
	c.Failed = make([]string, settings)
	c.Scores = make([][]float64, settings)
	for s := range c.Scores {
		c.alive[s] = true
		c.Scores[s] = make([]float64, len(c.inner))
		for i := range c.Scores[s] {
			c.Scores[s][i] = math.NaN()
		}
	}
}

// dealt returns the table with the labels dealt to its rows; itself if they
// keep their own.
func dealt(t *engine.Table, from []int) *engine.Table {
	if from == nil {
		return t
	}
	other := *t
	other.Target = t.Target.Take(from)
	return &other
}
