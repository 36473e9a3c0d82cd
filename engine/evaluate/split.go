package evaluate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// hide has a study hide labels, which are kept to judge by.
func (e *evaluation) hide(ctx context.Context, m engine.Hider) error {
	if e.table.Withheld.Width() > 0 {
		return &engine.Error{Cause: "the labels of some rows are hidden already, and which of them are left is no more a share of all", Remedy: remedy.Say("hide labels once")}
	}
	rows, err := m.Hide(ctx, e.table)
	if err == nil {
		e.table = e.table.Hide(rows)
	}
	return err
}

// withoutWithheld returns the table as stages may see it.
func withoutWithheld(t *engine.Table) *engine.Table {
	seen := *t
	seen.Withheld = engine.Target{}
	return &seen
}

// split divides the rows with a label, and lets those without one be learned from
// in every fold. Where rows are predicted and no fold learns from all labels, one
// more does, to predict those without.
func (e *evaluation) split(ctx context.Context) ([]engine.Fold, error) {
	var labelled, unlabelled []int
	for i := range e.table.Len() {
		if e.table.Known(i) {
			labelled = append(labelled, i)
		} else {
			unlabelled = append(unlabelled, i)
		}
	}
	if unlabelled == nil {
		return e.divide(ctx, withoutWithheld(e.table))
	}
	if err := e.checkLabelled(labelled, unlabelled); err != nil {
		return nil, err
	}
	folds, err := e.divide(ctx, withoutWithheld(e.table.Keep(labelled)))
	for i := range folds {
		folds[i] = atPositions(folds[i], labelled, e.table.Len())
		folds[i].Unlabelled = unlabelled
	}
	return e.withAnswers(folds, labelled), err
}

// checkLabelled refuses rows whose labels leave nothing to be learned, and says how
// many are without one.
func (e *evaluation) checkLabelled(labelled, unlabelled []int) error {
	t, name := e.table, cmp.Or(e.table.Label, "label")
	if len(labelled) == 0 {
		return &engine.Error{Cause: fmt.Sprintf("none of the %s has a label (%s)", wording.Count(t.Len(), "row"), name), Remedy: remedy.Load("name another column", "label", nil).Or(remedy.Load("leave it out, so that nothing is learned of the rows", "label", "none"))}
	}
	text := fmt.Sprintf("%d of %d rows have no %s, the first is row %d: what reads no labels learns from them too", len(unlabelled), t.Len(), name, t.Rows[unlabelled[0]])
	if e.predicts() {
		text += ", and they are predicted"
	}
	e.note(engine.Note{Stage: e.hider().Name(), Text: text})
	if t.HasClasses() {
		return e.checkClasses(len(labelled))
	}
	return nil
}

// checkClasses refuses labels of one class where rows are to be predicted, and
// names classes that no row is labelled as.
func (e *evaluation) checkClasses(labelled int) error {
	var present, absent []string
	for c, size := range e.table.Sizes() {
		if size > 0 {
			present = append(present, e.table.Classes[c])
		} else {
			absent = append(absent, e.table.Classes[c])
		}
	}
	if e.predicts() && len(present) == 1 {
		return &engine.Error{Cause: fmt.Sprintf("all %s with a label are of class %s, so there is nothing to tell apart", wording.Count(labelled, "row"), present[0]), Remedy: remedy.Say("give a row of another class its label")}
	}
	if absent != nil {
		e.note(engine.Note{Stage: e.steps[0].Name(), Text: "no row has the label of these classes, so they are not learned: " + wording.List(absent)})
	}
	return nil
}

// hider returns the step that labels are missing by: the one that hides them, or the
// source.
func (e *evaluation) hider() engine.Step {
	at := slices.IndexFunc(e.steps, func(s engine.Step) bool {
		_, hides := s.Method.(engine.Hider)
		return hides
	})
	return e.steps[max(0, at)]
}

// predicts reports whether the pipeline has a predictor.
func (e *evaluation) predicts() bool {
	return engine.Pipeline{Steps: e.steps}.Has(engine.PredictorRole)
}

// atPositions returns the fold of some rows of a table by their positions there.
func atPositions(f engine.Fold, at []int, n int) engine.Fold {
	move := func(rows []int) []int {
		moved := make([]int, len(rows))
		for i, r := range rows {
			moved[i] = at[r]
		}
		return moved
	}
	f.Train, f.Held = move(f.Train), move(f.Held)
	if f.Dealt != nil {
		from := counting(n)
		for i, r := range f.Dealt {
			from[at[i]] = at[r]
		}
		f.Dealt = from
	}
	return f
}

// withAnswers has the fold that learns from all labelled rows answer those without
// a label; where rows are predicted and there is none, it adds one, in which
// candidates are chosen as in the others.
func (e *evaluation) withAnswers(folds []engine.Fold, labelled []int) []engine.Fold {
	for i, f := range folds {
		if f.Deal == 0 && slices.Equal(f.Train, labelled) {
			folds[i].Answers = true
			return folds
		}
	}
	if len(folds) == 0 || !e.predicts() {
		return folds
	}
	e.final = len(folds)
	return append(folds, engine.Fold{Train: labelled, Unlabelled: folds[0].Unlabelled, Transduced: folds[0].Transduced, Answers: true})
}

// divided returns the folds of the protocol.
func (e *evaluation) divided() []engine.Fold {
	if e.final == unnamed {
		return e.folds
	}
	return e.folds[:e.final]
}

// group has the protocol say which rows belong together, while all of them are
// there.
func (e *evaluation) group(ctx context.Context) error {
	if e.protocol == unnamed {
		return nil
	}
	s := e.steps[e.protocol]
	g, ok := s.Method.(engine.Grouper)
	if !ok {
		return nil
	}
	return e.runStep(ctx, stepAt{s, e.protocol}, func(context.Context) (err error) {
		e.table, err = g.Group(e.table)
		return err
	})
}

// divide asks the protocol for the folds of a table; without one, all rows train.
func (e *evaluation) divide(ctx context.Context, t *engine.Table) ([]engine.Fold, error) {
	if e.protocol == unnamed {
		e.report.Protocol = "none"
		return []engine.Fold{{Train: counting(t.Len())}}, nil
	}
	s := e.steps[e.protocol]
	e.report.Protocol = s.String()
	for _, p := range engine.ParamsOf(s.Method) {
		if seed, ok := p.Value().(int); ok && p.Name == "seed" && !p.Silent() {
			e.report.Seed = seed
		}
	}
	var folds []engine.Fold
	err := e.runStep(ctx, stepAt{s, e.protocol}, func(ctx context.Context) (err error) {
		folds, err = s.Method.(engine.Protocol).Split(ctx, t)
		return err
	})
	return folds, err
}
