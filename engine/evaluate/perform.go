package evaluate

import (
	"context"
	"regexp"
	"slices"
	"time"
	"unfold/engine"
)

// step runs do as the given step: its errors carry the name and place, its
// progress and remarks reach the reader, its cost is kept.
func (e *evaluation) step(ctx context.Context, s placed, do func(ctx context.Context) error) error {
	notes, err := e.perform(ctx, s, "", do)
	e.note(notes...)
	return err
}

// perform is step for a step of the fold that where names, if it does. It
// returns the remarks, and may be called from the goroutines of several folds.
func (e *evaluation) perform(ctx context.Context, s placed, where string, do func(ctx context.Context) error) ([]engine.Note, error) {
	name := s.Name()
	ctx, notes := engine.WithNotes(announce(ctx, name, where), name)
	engine.Tell(ctx, engine.Progress{})
	cost := e.costOf(s)
	e.meter.start(cost)
	defer e.meter.stop(cost)
	err := do(ctx)
	if err == nil {
		err = ctx.Err()
	}
	return notes(), engine.Blame(err, name, e.place(s.at))
}

// costOf is where the report keeps what a step takes.
func (e *evaluation) costOf(s placed) *engine.Cost {
	if s.at != unnamed {
		return &e.report.Steps[s.at].Cost
	}
	added := slices.IndexFunc(e.report.Added, func(a engine.StepReport) bool { return a.Name == s.Name() })
	return &e.report.Added[added].Cost
}

// place is the position of a step as the reader counts: from one, among the
// steps of the sentence; zero for one that it does not name.
func (e *evaluation) place(at int) int {
	switch {
	case at == unnamed || at == e.added:
		return 0
	case e.added == unnamed || at < e.added:
		return at + 1
	}
	return at
}

// announce returns a context whose progress carries the stage's name, the
// fold, if where names one, and the time left.
func announce(ctx context.Context, stage, where string) context.Context {
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
		if i, ok := e.noted[shape]; ok {
			if e.report.Notes[i].Text != n.Text {
				e.varied[i] = true
			}
			continue
		}
		e.noted[shape] = len(e.report.Notes)
		e.report.Notes = append(e.report.Notes, n)
	}
}

// numerals are what may differ between the remarks of two folds: numbers, and
// lists of them as long as they may be.
var numerals = regexp.MustCompile(`[-+.\d][-+.,–e\d ()]*`)
