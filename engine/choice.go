package engine

import (
	"fmt"
	"reflect"
	"strings"
	"unfold/engine/remedy"
)

// A Choice offers values for a parameter of a step, between which the rows
// decide: each training part of a division chooses for itself, by how well the
// values do on an inner division of its own rows.
type Choice struct {
	Param  string
	Values []any  // at least two, of the parameter's type
	Text   string // as a pipeline writes them: "3..15"
}

// Offer returns the step with values to choose between for a parameter, and
// the text that a pipeline writes for them; without one they are listed. One
// value is set, and leaves nothing to choose.
func (s Step) Offer(param, text string, values ...any) (Step, error) {
	s.Method = clone(s.Method)
	p, err := s.param(param)
	if err != nil {
		return s, err
	}
	if len(values) == 0 {
		return s, s.noValuesError(param)
	}
	c := Choice{Param: param, Text: text}
	if c.Text == "" {
		c.Text = p.writeAll(values)
	}
	if values, err = p.allSettings(values); err != nil {
		return s, Blame(err, s.Name(), 0)
	}
	seen := map[string]bool{}
	for i := len(values) - 1; i >= 0; i-- { // the method keeps the first
		if err := p.Set(values[i]); err != nil {
			return s, Blame(err, s.Name(), 0)
		}
	}
	for _, v := range values {
		v, _ := p.convert(v)
		if len(values) > 1 && !s.Stage.Varies(p) {
			return s, s.cannotVaryError(param)
		}
		text := p.Format(v)
		if len(values) > 1 && seen[text] {
			return s, &Error{Stage: s.Name(), Param: param, Cause: fmt.Sprintf("%s = %s is offered twice", param, text), Remedy: remedy.Say("offer it once")}
		}
		seen[text] = true
		c.Values = append(c.Values, v)
	}
	choices := make([]Choice, 0, len(s.Choices)+1)
	for _, old := range s.Choices {
		if old.Param != param {
			choices = append(choices, old)
		}
	}
	if len(values) > 1 {
		choices = append(choices, c)
	}
	s.Choices = choices
	return s, nil
}

// CheckChoices checks the candidates of the step against the rules, since a Go
// program may have set them itself.
func (s Step) CheckChoices() error {
	for _, c := range s.Choices {
		p, err := s.param(c.Param)
		if err != nil {
			return err
		}
		if !s.Stage.Varies(p) {
			return s.cannotVaryError(c.Param)
		}
		if len(c.Values) == 0 {
			return s.noValuesError(c.Param)
		}
		for _, v := range c.Values {
			if same, ok := p.convert(v); !ok || same != v {
				return &Error{Param: p.Name, Cause: fmt.Sprintf("%s must be %s, not %s", p.Name, p.Wanted(), describe(v)), Remedy: p.example()}
			}
			if err := p.checkRule(v); err != nil {
				return err
			}
			if err := p.checkNested(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// noValuesError is the error of a parameter without a candidate.
func (s Step) noValuesError(param string) error {
	return &Error{Stage: s.Name(), Param: param, Cause: fmt.Sprintf("%s is given no value to choose", param), Remedy: remedy.Say("give at least one: [5, 7, 9]")}
}

// cannotVaryError is the error of candidates for a parameter that cannot have
// any.
func (s Step) cannotVaryError(param string) error {
	return &Error{Stage: s.Name(), Param: param, Cause: fmt.Sprintf("%s of %s cannot be chosen from candidates", param, s.Name()), Remedy: remedy.Say("give one value")}
}

// Varies reports whether candidates may be offered for a parameter of the
// stage: it acts inside a fold, so that the fold can choose, or stands in an argument
// of one that does; and the parameter takes a number, a word or a stage.
func (s *Stage) Varies(p *Param) bool {
	acts := s.Role == FormRole || Step{Stage: s, Method: s.New()}.Acts()
	return acts && p.Type != Any && p.Type != Texts
}

// param returns the parameter of the step's own method.
func (s Step) param(name string) (*Param, error) {
	for _, p := range ParamsOf(s.Method) {
		if p.Name == name {
			return p, nil
		}
	}
	return nil, &Error{Stage: s.Name(), Cause: fmt.Sprintf("%s has no parameter %q", s.Name(), name), Remedy: remedy.Say("write %s", s.Stage.Signature())}
}

// allSettings returns what the values stand for, those of nested stages with
// candidates one by one.
func (p *Param) allSettings(values []any) (all []any, err error) {
	for _, v := range values {
		settings, err := p.settings(v)
		if err != nil {
			return nil, err
		}
		all = append(all, settings...)
	}
	return all, nil
}

// writeAll writes values as a list of candidates; one that stands for several by
// itself.
func (p *Param) writeAll(values []any) string {
	if len(values) == 1 {
		return p.write(values[0])
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = p.write(v)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// clone copies a method, whose fields are its settings and nothing else, unless it
// says itself how.
func clone(m Method) Method {
	if c, says := m.(interface{ Clone() Method }); says {
		return c.Clone()
	}
	v := reflect.ValueOf(m)
	if v.Kind() != reflect.Pointer {
		return m
	}
	c := reflect.New(v.Elem().Type())
	c.Elem().Set(v.Elem())
	return c.Interface().(Method)
}
