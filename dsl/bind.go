package dsl

import (
	"fmt"
	"reflect"

	"unfold/dsl/check"
	"unfold/engine"
	"unfold/engine/remedy"
)

// Candidates are what an argument may be chosen from, on their way into a
// call: a list, or a range with what is wrong with it.
type Candidates struct {
	check.Candidates
	fault *check.Fault
}

func listOf(values ...any) Candidates { return Candidates{check.Candidates{Values: values}, nil} }

func rangeOf(low, high, by any) Candidates {
	c, fault := check.Range(low, high, by)
	return Candidates{c, fault}
}

func logRangeOf(low, high, count any) Candidates {
	c, fault := check.LogRange(low, high, count)
	return Candidates{c, fault}
}

// bind gives a step argument i of a call, a value or candidates, and returns
// the parameter that it was for. A Go slice offers candidates where one number or
// word is wanted; a list in brackets is a list of texts, or a Go value, where these are. A pipeline
// of one stage is a stage where one is wanted.
func bind(step engine.Step, i int, v any) (engine.Step, *engine.Param, error) {
	params := engine.ParamsOf(step.Method)
	p := params[min(i, len(params)-1)]
	if named, ok := v.(Argument); ok {
		v = named.Value
		for _, q := range params {
			if q.Name == named.Name {
				p = q
			}
		}
	}
	c, given := v.(Candidates)
	if !given {
		c, given = candidatesIn(p, v)
	}
	if pipeline, is := v.(*Pipeline); is && p.Type == engine.Nested {
		c, given = listOf(pipeline), true
	}
	if !given {
		return step, p, p.Set(v)
	}
	if p.Type == engine.Nested {
		var err error
		if c.Values, err = stagesOf(p, c.Values); err != nil {
			return step, p, err
		}
	}
	if (p.Type == engine.Texts || p.Listed) && c.fault == nil {
		return step, p, p.Set(c.Values)
	}
	if c.fault != nil {
		return step, p, &engine.Error{Param: p.Name, Cause: c.fault.Cause, Remedy: remedy.Say("%s", c.fault.Remedy)}
	}
	values := c.For(p)
	if len(values) > check.MostCandidates {
		return step, p, &engine.Error{Param: p.Name, Cause: fmt.Sprintf("%d candidates are more than %d", len(values), check.MostCandidates), Remedy: remedy.Say("offer fewer")}
	}
	step, err := step.Offer(p.Name, c.Text, values...)
	return step, p, err
}

// candidatesIn returns the elements of a Go slice that is given where a parameter
// takes one value.
func candidatesIn(p *engine.Param, v any) (Candidates, bool) {
	rv := reflect.ValueOf(v)
	if p.Type == engine.Texts || p.Type == engine.Any || !rv.IsValid() || rv.Kind() != reflect.Slice && rv.Kind() != reflect.Array {
		return Candidates{}, false
	}
	values := make([]any, rv.Len())
	for i := range values {
		values[i] = rv.Index(i).Interface()
	}
	return listOf(values...), true
}

// stagesOf returns the values of a parameter that takes a stage, with the stage for
// each pipeline of one.
func stagesOf(p *engine.Param, values []any) ([]any, error) {
	stages := make([]any, len(values))
	for i, v := range values {
		stages[i] = v
		one, is := v.(*Pipeline)
		switch {
		case !is:
		case one == nil || len(one.steps) != 1:
			what := "nil"
			if one != nil {
				what = fmt.Sprintf("a pipeline of %d stages, %s", len(one.steps), one.stageNames())
			}
			return nil, &engine.Error{Param: p.Name, Cause: fmt.Sprintf("%s must be %s, not %s", p.Name, p.Wanted(), what)}
		default:
			stages[i] = one.steps[0]
		}
	}
	return stages, nil
}

// pipelinesIn returns the pipelines among what an argument is given.
func pipelinesIn(v any) (all []*Pipeline) {
	if named, ok := v.(Argument); ok {
		v = named.Value
	}
	values := []any{v}
	if c, ok := v.(Candidates); ok {
		values = c.Values
	} else if c, ok := candidatesIn(&engine.Param{Type: engine.Nested}, v); ok {
		values = c.Values
	}
	for _, one := range values {
		if p, ok := one.(*Pipeline); ok && p != nil {
			all = append(all, p)
		}
	}
	return all
}
