package dsl

import (
	"errors"
	"fmt"
	"reflect"

	"unfold/dsl/check"
	"unfold/dsl/diag"
	"unfold/dsl/interp"
	"unfold/dsl/lower"
	"unfold/dsl/models"
	"unfold/engine"
	"unfold/engine/evaluate/comparison"
	"unfold/engine/remedy"
)

// Packages that exist for cells alone: one that a cell may import to name the
// types of its values, and one that lowered cells call.
const (
	typesPath   = "unfold"
	loweredPath = "unfold/dsl/lowered"
)

// loweredLibrary returns the tables of these packages.
func (s *Session) loweredLibrary() interp.Library {
	return interp.Library{typesPath + "/unfold": {
		{Name: "Pipeline", Value: (*Pipeline)(nil)},
		{Name: "Report", Value: (*engine.Report)(nil)},
		{Name: "Result", Value: (*Result)(nil)},
		{Name: "Comparison", Value: (*comparison.Comparison)(nil)},
		{Name: "Survey", Value: (*comparison.Survey)(nil)},
		{Name: "Plan", Value: (*Plan)(nil)},
		{Name: "Model", Value: (*models.Model)(nil)},
	}, loweredPath + "/lowered": {
		{Name: "Argument", Value: (*Argument)(nil)},
		{Name: "Pipe", Value: s.pipe},
		{Name: "Loop", Value: s.loop},
		{Name: "Look", Value: s.presentAll},
		{Name: "Stage", Value: s.stage},
		{Name: "Named", Value: func(name string, value any) Argument { return Argument{name, value} }},
		{Name: "Auto", Value: "auto"},
		{Name: "List", Value: listOf},
		{Name: "Range", Value: rangeOf},
		{Name: "LogRange", Value: logRangeOf},
	}}
}

// pipe joins operands. The first may be any value that is a pipeline.
func (s *Session) pipe(site int, operands ...any) *Pipeline {
	var parts []*Pipeline
	for _, o := range operands {
		p, ok := o.(*Pipeline)
		if !ok || p == nil {
			advice := "join stages, recipes and data; where a Go name hides a stage, rename it"
			if describe(o) == "nil" {
				advice = "assign a pipeline to it first"
			}
			panic(abort{s.placeFault(s.site(site).Span, &engine.Error{Cause: "a pipeline cannot hold " + describe(o), Remedy: remedy.Say("%s", advice)})})
		}
		parts = append(parts, p)
	}
	return s.join(parts...)
}

func describe(v any) string {
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Pointer:
		if rv.IsNil() {
			return "nil"
		}
	case reflect.String:
		return fmt.Sprintf("%q, a string", v)
	case reflect.Int:
		return fmt.Sprintf("%v, an int", v)
	case reflect.Bool, reflect.Float64:
		return fmt.Sprintf("%v, a %T", v, v)
	}
	return fmt.Sprintf("a %T", v)
}

// stage makes a pipeline of one stage from the arguments of a call.
func (s *Session) stage(site int, name string, args ...any) *Pipeline {
	stage, ok := s.catalogue().Lookup(name)
	if !ok {
		panic(abort{fmt.Errorf("there is no stage %q", name)})
	}
	where := s.site(site)
	step := engine.Step{Stage: stage, Method: stage.Make()}
	o := origin{name: name, stage: where.Span, args: map[string]diag.Span{}, inner: map[string][]origin{}}
	for i, v := range args {
		bound, p, err := bind(step, i, v)
		step, o.args[p.Name] = bound, where.Args[i].Span
		for _, inner := range pipelinesIn(v) {
			o.inner[p.Name] = append(o.inner[p.Name], inner.origins...)
		}
		if err != nil {
			panic(abort{s.placeFault(where.Args[i].Span, s.refused(stage, p, err))})
		}
	}
	return &Pipeline{session: s, steps: []engine.Step{step}, origins: []origin{o}}
}

// refused is the fault of an argument that its parameter refuses.
func (s *Session) refused(stage *engine.Stage, p *engine.Param, err error) *engine.Error {
	fault := &engine.Error{Cause: err.Error(), Err: err}
	errors.As(err, &fault)
	named := *fault
	named.Stage = stage.Name
	switch {
	case p.Type == engine.Nested && named.Param == p.Name:
		named.Remedy = remedy.Say("%s", check.Give(s.catalogue(), p))
	case named.Remedy == nil:
		named.Remedy = remedy.Say("%s", exampleOf(stage, p.Name))
	}
	return &named
}

func (s *Session) site(i int) lower.Site {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sites[i]
}
