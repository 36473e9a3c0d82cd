package dsl

import (
	"errors"
	"strings"

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
	return p.session.placeFault(p.origins[at].find(fault.Param, fault.Stage), fault)
}

// find returns where a parameter was written, or else the stage. One of a stage in
// an argument is named by its way there, "map.width"; of several candidates it is in
// the one of that name.
func (o origin) find(param, stage string) diag.Span {
	first, rest, _ := strings.Cut(param, ".")
	for _, inner := range o.inner[first] {
		if stage != o.name && (len(o.inner[first]) == 1 || inner.name == stage) && !inner.stage.IsZero() {
			return inner.find(rest, stage)
		}
	}
	if arg, ok := o.args[first]; ok {
		return arg
	}
	return o.stage
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
