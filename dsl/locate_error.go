package dsl

import (
	"errors"

	"unfold/dsl/diag"
	"unfold/engine"
)

// locateError places an error of the engine at the stage or argument that it
// blames.
func (p *Pipeline) locateError(err error) error {
	var found diag.List
	var fault *engine.Error
	if err == nil || isCancel(err) || errors.As(err, &found) || !errors.As(err, &fault) {
		return err
	}
	at := fault.Step - 1
	if at < 0 || at >= len(p.origins) {
		return err // of no stage: the place is where the cell asked
	}
	span := p.origins[at].stage
	if arg, ok := p.origins[at].args[fault.Param]; ok {
		span = arg
	}
	return p.session.placeFault(span, fault)
}

// locateAtFirst places an error that is of no stage at the first, where the cell
// has asked for nothing but to see the pipeline.
func (p *Pipeline) locateAtFirst(err error) error {
	var found diag.List
	var fault *engine.Error
	if errors.As(err, &found) || !errors.As(err, &fault) || len(p.origins) == 0 {
		return err
	}
	return p.session.placeFault(p.origins[0].stage, fault)
}

// exampleOf is a remedy for a value that a rule refuses: the parameter with its
// default, "" if there is none.
func exampleOf(stage *engine.Stage, param string) string {
	for _, p := range engine.ParamsOf(stage.Make()) {
		if p.Name == param && !p.Required {
			return "for example " + p.Name + "=" + p.Format(p.Default)
		}
	}
	return ""
}
