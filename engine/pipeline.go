package engine

import (
	"reflect"
	"slices"
	"strings"
)

// A Step is a stage with its arguments.
type Step struct {
	Stage   *Stage
	Method  Method
	Choices []Choice // for parameters that have several candidates; the method holds the first
}

// Name returns the word for the step.
func (s Step) Name() string { return s.Stage.Name }

// Role returns what the step is for.
func (s Step) Role() Role { return s.Stage.Role }

// Args returns the step's arguments in order, defaults filled in.
func (s Step) Args() []Arg {
	var args []Arg
	for _, p := range ParamsOf(s.Method) {
		v := p.Value()
		arg := Arg{Name: p.Name, Value: v, Text: p.Format(v)}
		for _, c := range s.Choices {
			if c.Param == p.Name {
				arg.Value, arg.Text = c.Values, c.Text
			}
		}
		if p.Type == Nested {
			arg.Value = arg.Text
		}
		args = append(args, arg)
	}
	return args
}

// hasChoices reports whether the parameter has candidates.
func (s Step) hasChoices(param string) bool {
	return slices.ContainsFunc(s.Choices, func(c Choice) bool { return c.Param == param })
}

// String writes the step with its arguments: "isomap(k=10, dim=2)".
func (s Step) String() string {
	var args []string
	params := ParamsOf(s.Method)
	for i, a := range s.Args() {
		if params[i].Silent() && !s.hasChoices(a.Name) {
			continue
		}
		args = append(args, a.Name+"="+a.Text)
	}
	if len(args) == 0 {
		return s.Name()
	}
	return s.Name() + "(" + strings.Join(args, ", ") + ")"
}

// Acts reports whether the step is one that a fold goes through: it learns
// from training rows.
func (s Step) Acts() bool {
	return s.Role() >= PrepareRole && s.Role() <= PredictorRole && !ActsOnTable(s.Method)
}

// ReadsLabels reports whether the step learns from labels, with some of its
// candidates at least.
func (s Step) ReadsLabels() bool {
	reads := func(m Method) bool { r, is := m.(LabelReader); return is && r.ReadsLabels() }
	if s.Role() == PredictorRole || s.As().ReadsLabels || reads(s.Method) {
		return true
	}
	for _, c := range s.Choices {
		for _, v := range c.Values {
			one := Step{Stage: s.Stage, Method: clone(s.Method)}
			if p, err := one.param(c.Param); err == nil && p.restore(v) == nil && reads(one.Method) {
				return true
			}
		}
	}
	return false
}

// NeedsLabels reports whether the step learns from labelled rows alone.
func (s Step) NeedsLabels() bool {
	as := s.As()
	return s.Role() == PredictorRole || as.ReadsLabels && !as.Unlabelled
}

// Declared reports whether the step's method, and those in its arguments, are of
// families, and not such as a program brings itself.
func (s Step) Declared() bool {
	for _, p := range ParamsOf(s.Method) {
		if slices.ContainsFunc(s.stagesOf(p), func(inner Step) bool { return !inner.Declared() }) {
			return false
		}
	}
	return declared[reflect.TypeOf(s.Method)] != nil
}

// A Pipeline is a sentence: a source and what is done to its table, or,
// without a source, a recipe. It is a value: joining makes a new one and
// changes none.
type Pipeline struct {
	Steps []Step
}

// Pipe makes a pipeline of methods, as a Go program does:
//
//	engine.Pipe(&dataset.Waveform{N: 5000, Seed: 1}, &prepare.Scale{}, &predictor.KNN{K: 5})
//
// A field that says nothing has its default: one that holds the zero of its type
// where the parameter admits no zero, as in &embedding.Isomap{K: 10, Dim: 2}, which
// says nothing of Connect. A zero that a parameter admits is what it says, which
// alone [SetDefaults] overwrites. The methods themselves stay as they are. It panics
// on a value that has none of a stage's verbs.
func Pipe(methods ...Method) Pipeline {
	var p Pipeline
	for _, m := range methods {
		stage, err := stageOf(m)
		if err != nil {
			panic("engine: " + err.Error())
		}
		m, _ = completed(m)
		p.Steps = append(p.Steps, Step{Stage: stage, Method: m})
	}
	return p
}

// completed returns the method, or a copy of it with defaults where fields say
// nothing, those of stages in its arguments too, and whether any did.
func completed(m Method) (whole Method, changed bool) {
	whole = clone(m)
	for _, p := range ParamsOf(whole) {
		inner, nested := p.Value().(Method)
		value, lacks := p.Default, p.unsaid()
		if nested {
			value, lacks = completed(inner)
		}
		if lacks {
			p.store(value)
			changed = true
		}
	}
	if !changed {
		return m, false
	}
	return whole, true
}

// Then returns p followed by the steps of others.
func (p Pipeline) Then(others ...Pipeline) Pipeline {
	steps := slices.Clone(p.Steps)
	for _, o := range others {
		steps = append(steps, o.Steps...)
	}
	return Pipeline{Steps: steps}
}

// HasSource reports whether p has data of its own, and so can run.
func (p Pipeline) HasSource() bool {
	return len(p.Steps) > 0 && p.Steps[0].Role() == SourceRole
}

// Has reports whether p has a step of the role.
func (p Pipeline) Has(role Role) bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Role() == role })
}

// Maps reports whether p has a map for unseen rows to where it places others.
func (p Pipeline) Maps() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Role() == ExtenderRole || s.As().Maps })
}

// String writes p canonically, every default filled in.
func (p Pipeline) String() string {
	words := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		words[i] = s.String()
	}
	return strings.Join(words, " | ")
}
