package evaluate

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"time"
	"unfold/engine"
)

// runStep runs do as the given step: errors carry its name and number, progress
// and remarks reach the reader, the report gets its cost.
func (e *evaluation) runStep(ctx context.Context, s stepAt, do func(ctx context.Context) error) error {
	notes, err := e.runInFold(ctx, s, "", do)
	e.note(notes...)
	return err
}

// runInFold is runStep for the fold that where names, if it names one. It returns
// the remarks, and may be called from the goroutines of several folds.
func (e *evaluation) runInFold(ctx context.Context, s stepAt, where string, do func(ctx context.Context) error) ([]engine.Note, error) {
	name := s.Name()
	ctx, notes := engine.WithNotes(withStepProgress(ctx, name, where), name)
	engine.Tell(ctx, engine.Progress{})
	cost := e.costOf(s)
	e.meter.Start(cost)
	defer e.meter.Stop(cost)
	err := doOrFail(ctx, do)
	if err == nil {
		err = ctx.Err()
	}
	return notes(), engine.Blame(err, name, e.stepNumber(s.at))
}

// doOrFail returns an error that do panics with, too: that of a stage whose caller
// hands over no error, as who asks for distances does.
func doOrFail(ctx context.Context, do func(ctx context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			fault, is := r.(error)
			if !is || !engine.IsCancel(fault) && !errors.As(fault, new(*engine.Error)) {
				panic(r)
			}
			err = fault
		}
	}()
	return do(ctx)
}

// costOf is where the report keeps what a step takes.
func (e *evaluation) costOf(s stepAt) *engine.Cost {
	if s.at != unnamed {
		return &e.report.Steps[s.at].Cost
	}
	added := slices.IndexFunc(e.report.Added, func(a engine.StepReport) bool { return a.Name == s.Name() })
	return &e.report.Added[added].Cost
}

// stepNumber is the number of a step as the reader counts: from one, among the
// steps of the sentence; zero for one that it does not name.
func (e *evaluation) stepNumber(at int) int {
	switch {
	case at == unnamed || at == e.added:
		return 0
	case e.added == unnamed || at < e.added:
		return at + 1
	}
	return at
}

// withStepProgress returns a context whose progress carries the stage's name, the
// fold, if where names one, and the time left.
func withStepProgress(ctx context.Context, stage, where string) context.Context {
	start, outer := time.Now(), ctx
	return engine.WithProgress(ctx, func(p engine.Progress) {
		p.Stage, p.Left = stage, -1
		if where != "" && p.Note != "" {
			p.Note = where + ", " + p.Note
		} else if where != "" {
			p.Note = where
		}
		if p.Fraction > 0.02 {
			p.Left = time.Duration(float64(time.Since(start)) * (1 - p.Fraction) / p.Fraction)
		}
		engine.Tell(outer, p)
	})
}

// note keeps remarks, each once however many folds repeat it, also with other
// numbers.
func (e *evaluation) note(notes ...engine.Note) {
	for _, n := range notes {
		shape := n.Stage + numerals.ReplaceAllString(n.Text, "#")
		if i, ok := e.noteAt[shape]; ok {
			if e.report.Notes[i].Text != n.Text {
				e.varying[i] = true
			}
			continue
		}
		e.noteAt[shape] = len(e.report.Notes)
		e.report.Notes = append(e.report.Notes, n)
	}
}

// numerals are what may differ between the remarks of two folds: numbers, and
// lists of them as long as they may be.
var numerals = regexp.MustCompile(`[-+.\d][-+.,–e\d ()]*`)
