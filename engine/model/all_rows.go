package model

import (
	"context"
	"slices"

	"unfold/engine"
)

// OverAllRows is the pipeline that learns from all rows, which choose between its
// candidates as each training part of its protocol would, or of the catalogue's: without
// views, and without measures but those that candidates are chosen by. Where it names no
// protocol and there is something to choose, one stands behind the first step that was
// not there.
func OverAllRows(p engine.Pipeline, c *engine.Catalogue) engine.Pipeline {
	chooses := p.Settings() > 1
	all := engine.Pipeline{Steps: slices.DeleteFunc(slices.Clone(p.Steps), func(s engine.Step) bool {
		return s.Role() == engine.ViewRole || !chooses && s.Role() == engine.MeasureRole
	})}
	by := allRowsProtocol(p, c)
	at := slices.IndexFunc(all.Steps, func(s engine.Step) bool { return s.Role() == engine.ProtocolRole })
	switch {
	case at >= 0:
		all.Steps[at].Method = by
	case chooses:
		all.Steps = slices.Insert(all.Steps, 1, engine.Pipe(by).Steps...)
	}
	return all
}

// judges is the catalogue of what candidates are compared by; nil where there are none.
func judges(p engine.Pipeline, c *engine.Catalogue) *engine.Catalogue {
	if c == nil || p.Settings() == 1 {
		return nil
	}
	return engine.NewCatalogue(slices.DeleteFunc(c.Stages(), func(s engine.Stage) bool { return !s.Chooses }))
}

// allRowsProtocol returns the protocol that learns from all rows, in place of that of
// the pipeline.
func allRowsProtocol(p engine.Pipeline, c *engine.Catalogue) engine.Protocol {
	all := whole{protocolOf(p)}
	if chooser, ok := chooserOf(p, c); ok {
		return choosing{all, chooser}
	}
	return all
}

// protocolOf is what the pipeline says of how to divide rows; nil if it says nothing.
func protocolOf(p engine.Pipeline) engine.Protocol {
	for _, step := range p.Steps {
		if protocol, ok := step.Method.(engine.Protocol); ok {
			return protocol
		}
	}
	return nil
}

// chooserOf is the protocol of the pipeline, or the standard one before a predictor, if
// it says how to choose.
func chooserOf(p engine.Pipeline, c *engine.Catalogue) (engine.Chooser, bool) {
	if protocol := protocolOf(p); protocol != nil {
		chooser, ok := protocol.(engine.Chooser)
		return chooser, ok
	}
	if c == nil || !p.Has(engine.PredictorRole) {
		return nil, false
	}
	for _, stage := range c.Stages() {
		if chooser, ok := stage.Make().(engine.Chooser); ok && stage.Standard {
			return chooser, true
		}
	}
	return nil, false
}

// whole learns from all rows, whose groups are those of the protocol that divides them
// otherwise: the column that tells them is no feature here either. Reports call it by
// the name of its type.
type whole struct{ engine.Protocol }

// Params declares nothing.
func (whole) Params(*engine.Params) {}

// Group has the protocol say which rows belong together, if it can.
func (w whole) Group(t *engine.Table) (*engine.Table, error) {
	if grouper, ok := w.Protocol.(engine.Grouper); ok {
		return grouper.Group(t)
	}
	return t, nil
}

// Split returns one fold that learns from all rows.
func (whole) Split(_ context.Context, t *engine.Table) ([]engine.Fold, error) {
	rows := make([]int, t.Len())
	for i := range rows {
		rows[i] = i
	}
	return []engine.Fold{{Train: rows}}, nil
}

// choosing is whole, and has the rows choose as another protocol does.
type choosing struct {
	whole
	by engine.Chooser
}

// Inner divides the rows.
func (c choosing) Inner() engine.Protocol { return c.by.Inner() }

// Choosing tells the rule.
func (c choosing) Choosing() engine.Choosing { return c.by.Choosing() }
