package engine

import (
	"fmt"
	"reflect"
	"strings"

	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// mostOffered bounds how many values the candidates of a nested stage make.
const mostOffered = 10_000

// Stage declares a stage of a role as the value of an argument: map=linear. The
// field is a pointer to an interface that methods of the role have; byDefault is one
// of them, or nil, for which the word auto stands.
func (p *Params) Stage(field any, name string, role Role, byDefault Method, doc string) *Param {
	param := &Param{Name: name, Type: Nested, Rule: AnyValue(), Doc: doc, Role: role, field: field}
	if byDefault != nil {
		param.Default = byDefault
	} else {
		param.Rule = OrAuto(AnyValue())
	}
	return p.declare(param)
}

// OfAnyRole has the parameter take the stages of all roles whose methods have the verbs
// that its field asks for, which readers know as what.
func (p *Param) OfAnyRole(what string) *Param {
	p.Role, p.what = anyRole, what
	return p
}

// Takes reports whether a stage may be the value of the parameter: it has the role,
// and its method the verbs that the field asks for.
func (p *Param) Takes(s *Stage) bool {
	return p.Type == Nested && p.isOf(s.Role) && reflect.TypeOf(s.New()).AssignableTo(reflect.TypeOf(p.field).Elem())
}

// isOf reports whether the parameter takes stages of a role.
func (p *Param) isOf(r Role) bool { return p.Role == anyRole || p.Role == r }

// Stages returns the stages in the arguments of the step, as far as its text names
// them, in order. Where there are candidates it returns all of them.
func (s Step) Stages() []Step {
	var all []Step
	for _, p := range ParamsOf(s.Method) {
		if !p.Silent() || s.hasChoices(p.Name) {
			all = append(all, s.stagesOf(p)...)
		}
	}
	return all
}

// stagesOf returns the stages that a parameter may have.
func (s Step) stagesOf(p *Param) []Step {
	if p.Type != Nested {
		return nil
	}
	values := []any{p.Value()}
	for _, c := range s.Choices {
		if c.Param == p.Name {
			values = c.Values
		}
	}
	var all []Step
	for _, v := range values {
		if m, ok := p.methodOf(v); ok {
			if stage, err := stageOf(m); err == nil {
				all = append(all, Step{Stage: stage, Method: m})
			}
		}
	}
	return all
}

// methodOf returns the method that a value of the parameter stands for: of none that
// is the default.
func (p *Param) methodOf(v any) (Method, bool) {
	if v == nil {
		v = p.Default
	}
	m, ok := v.(Method)
	return m, ok
}

// HoldsValue reports whether an argument of the step, or of a stage in its
// arguments, is a Go value: no text stands for it.
func (s Step) HoldsValue() bool {
	for _, p := range ParamsOf(s.Method) {
		if _, text := p.Value().(string); p.Type == Any && p.Value() != nil && !text {
			return true
		}
	}
	for _, inner := range s.Stages() {
		if inner.HoldsValue() {
			return true
		}
	}
	return false
}

// Estimate is what the method of a step without candidates estimates for n rows of d
// columns (see [Estimator]), with the stages in its arguments as far as these can tell;
// false if it cannot tell itself.
func (s Step) Estimate(n, d int) (seconds float64, bytes uint64, ok bool) {
	m, ok := s.Method.(Estimator)
	if !ok {
		return 0, 0, false
	}
	seconds, bytes = m.Estimate(n, d)
	for _, inner := range s.Stages() {
		t, b, _ := inner.Estimate(n, d)
		seconds, bytes = seconds+t, bytes+b
	}
	return seconds, bytes, true
}

// BlameArgument returns err as an *Error of the method in an argument: it names the
// method's stage, and its parameters by their way from the stage around it,
// "map.width".
func BlameArgument(err error, param string, m Method) error {
	if err == nil || IsCancel(err) {
		return err
	}
	stage, unknown := stageOf(m)
	if unknown != nil {
		return err
	}
	blamed := *Blame(err, stage.Name, 0).(*Error) //nolint:errorlint // which Blame makes
	blamed.Param = strings.TrimSuffix(param+"."+blamed.Param, ".")
	return &blamed
}

// checkNested checks the arguments of a stage that the parameter has or may have.
func (p *Param) checkNested(v any) error {
	m, ok := v.(Method)
	if !ok {
		return nil
	}
	for _, inner := range ParamsOf(m) {
		if err := inner.Check(); err != nil {
			return BlameArgument(err, p.Name, m)
		}
	}
	return nil
}

// nested returns the method of a stage that the parameter takes.
func (p *Param) nested(v any) (any, bool) {
	if s, ok := v.(Step); ok {
		v = s.Method
	}
	m, ok := v.(Method)
	if !ok || !reflect.TypeOf(m).AssignableTo(reflect.TypeOf(p.field).Elem()) {
		return nil, false
	}
	s, err := stageOf(m)
	return m, err == nil && p.isOf(s.Role)
}

// settings returns the values that one of them stands for: a stage with candidates
// of its own is one for each of its settings.
func (p *Param) settings(v any) ([]any, error) {
	s, ok := v.(Step)
	if !ok || len(s.Choices) == 0 {
		return []any{v}, nil
	}
	alone := Pipeline{Steps: []Step{s}}
	n := alone.Settings()
	if n > mostOffered {
		return nil, &Error{Param: p.Name, Cause: fmt.Sprintf("the candidates of %s make %s settings, more than %d", s.Name(), wording.Number(n), mostOffered), Remedy: remedy.Say("offer fewer")}
	}
	all := make([]any, n)
	for i := range all {
		all[i] = alone.Setting(i).Steps[0].Method
	}
	return all, nil
}

// write writes a value that is offered, a stage with candidates of its own with
// them.
func (p *Param) write(v any) string {
	if s, ok := v.(Step); ok {
		return s.String()
	}
	if converted, ok := p.convert(v); ok {
		return p.Format(converted)
	}
	return p.Format(v)
}

// short writes a stage for a reader who knows the defaults: by the arguments that
// differ from them, "mlp(hidden=64)".
func (s Step) short() string {
	var args []string
	for i, p := range ParamsOf(s.Method) {
		inner := s.stagesOf(p)
		switch {
		case p.Type == Nested && len(inner) == 1 && p.Value() != nil:
			text := inner[0].short()
			if p.Default != nil && text == p.Format(p.Default) {
				continue
			}
			if i > 0 {
				text = p.Name + "=" + text
			}
			args = append(args, text)
		case !p.Silent() && (p.Required || p.Format(p.Value()) != p.Format(p.Default)):
			args = append(args, p.Name+"="+p.Format(p.Value()))
		}
	}
	if len(args) == 0 {
		return s.Name()
	}
	return s.Name() + "(" + strings.Join(args, ", ") + ")"
}
