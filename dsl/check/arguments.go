package check

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/diag"
	"unfold/dsl/syntax"
	"unfold/engine"
)

// arguments binds the arguments of a stage to its parameters and reports what
// does not fit. If all can be known and fit, the method itself is asked.
func (k *checker) arguments(s *syntax.Stage, stage *engine.Stage) bound {
	b := bound{step: engine.Step{Stage: stage, Method: stage.Make()}, sound: true}
	params := engine.ParamsOf(b.step.Method)
	given := map[*engine.Param]*syntax.Arg{}
	known := map[*engine.Param]bool{}
	for i, a := range s.Args {
		p := k.param(s, stage, params, i)
		switch {
		case p == nil:
			b.sound = false
		case given[p] != nil:
			if given[p].Name == "" { // the parser has reported a doubled name
				k.report(a, fmt.Sprintf("%s is given twice", p.Name), "the first time by its position", "keep one of them")
			}
			b.sound = false
		default:
			given[p] = a
			known[p] = k.value(stage, p, a.Value)
			b.sound = b.sound && known[p]
		}
	}
	for _, p := range params {
		if p.Required && given[p] == nil {
			k.report(s, fmt.Sprintf("%s lacks its argument %s", s.Name, p.Name), fmt.Sprintf("%s stands for %s", p.Name, p.Doc), "write "+stage.Signature())
			b.sound = false
		}
	}
	if prober, ok := b.step.Method.(engine.Prober); ok && b.sound {
		k.probe(s, params, prober)
	}
	for _, p := range params {
		if known[p] {
			b.offer(k, p, given[p])
		}
	}
	b.as = b.step.As()
	for p, a := range given {
		if a != nil && p.Role == engine.FormRole && p.Type == engine.Nested && !known[p] {
			b.as = lenient(b.as)
		}
	}
	return b
}

// offer gives the step the candidates that a parameter has.
func (b *bound) offer(k *checker, p *engine.Param, a *syntax.Arg) {
	values := k.values[p]
	if len(values) == 0 || p.Type == engine.Texts || p.Listed {
		return
	}
	step, err := b.step.Offer(p.Name, "", values...)
	if err != nil {
		cause, remedy := explain(err)
		k.report(a.Value, cause, "", remedy)
		b.sound = false
		return
	}
	b.step = step
}

// lenient is a stage that takes a form which is not known yet: as what explains away
// most.
func lenient(s *engine.Stage) *engine.Stage {
	mapped := *s
	mapped.Maps, mapped.Measured = true, true
	return &mapped
}

// param returns the parameter of argument i, nil if there is none.
func (k *checker) param(s *syntax.Stage, stage *engine.Stage, params []*engine.Param, i int) *engine.Param {
	a := s.Args[i]
	if a.Name == "" {
		if i < len(params) {
			return params[i]
		}
		if i == len(params) {
			k.report(a, fmt.Sprintf("%s takes %s, not %d", s.Name, count(len(params)), len(s.Args)), "", "write "+stage.Signature())
		}
		return nil
	}
	names := make([]string, len(params))
	for j, p := range params {
		if p.Name == a.Name {
			return p
		}
		names[j] = p.Name
	}
	advice, known := diag.WhichArgument(a.Name, names, k.catalogue.Stages())
	detail := s.Name + " takes no arguments"
	switch {
	case known:
		detail = "" // the list would bury the answer
	case len(params) > 0:
		detail = "it takes " + strings.Join(signatures(params), ", ")
	}
	k.report(a.Word, fmt.Sprintf("%s has no argument %q", s.Name, a.Name), detail, cmp.Or(advice, "write "+stage.Signature()))
	return nil
}

func count(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// signatures lists parameters with their defaults.
func signatures(params []*engine.Param) []string {
	var list []string
	for _, p := range params {
		if p.Required {
			list = append(list, p.Name)
		} else {
			list = append(list, p.Name+"="+p.Format(p.Default))
		}
	}
	return list
}

// value holds a value against its parameter and reports whether it is known
// and fits.
func (k *checker) value(stage *engine.Stage, p *engine.Param, v syntax.Value) bool {
	switch v := v.(type) {
	case *syntax.Go:
		return k.goValue(p, v)
	case *syntax.Auto:
		return k.auto(p, v)
	case *syntax.List:
		return k.list(stage, p, v)
	case *syntax.Range:
		return k.span(stage, p, v)
	}
	return false
}

func (k *checker) auto(p *engine.Param, v *syntax.Auto) bool {
	if p.Set("auto") == nil {
		k.values[p] = append(k.values[p], "auto")
		return true
	}
	k.report(v, p.Name+" cannot be auto", fmt.Sprintf("it has no rule of its own and must be %s", p.Wanted()), k.suggest(p))
	return false
}

// goValue checks a Go value as far as it is known, which is a constant, or
// that it is a stage or pipeline.
func (k *checker) goValue(p *engine.Param, g *syntax.Go) bool {
	if in := k.parenthesised(g); in != nil && p.Type != engine.Any {
		k.inner[in] = true
		if p.Type == engine.Nested {
			return k.nested(p, g, in)
		}
		k.noStage(p, g, in)
		return false
	}
	if len(g.Nodes) > 0 {
		return false
	}
	if base, exponent, ok := k.power(g); ok {
		k.noPower(g, g, decimals(base, exponent))
		return false
	}
	v, ok := literal(k.cell.Written(g))
	return ok && k.set(p, g, v)
}

// set gives a parameter a value, and reports at a place why it will not do.
func (k *checker) set(p *engine.Param, at syntax.Part, v any) bool {
	err := p.Set(v)
	if err == nil {
		k.values[p] = append(k.values[p], v)
		return true
	}
	cause, remedy := explain(err)
	if remedy == "" || p.Type == engine.Nested {
		remedy = cmp.Or(k.bareWord(p, v), k.suggest(p))
	}
	remedy = cmp.Or(unquoted(p, v), remedy)
	k.report(at, cause, fmt.Sprintf("%s stands for %s", p.Name, p.Doc), remedy)
	return false
}

// unquoted is the remedy for a number where a text is wanted that its digits would do
// for; nothing for other values.
func unquoted(p *engine.Param, v any) string {
	switch v.(type) {
	case int, float64:
		if p.Type == engine.Text && p.Set(fmt.Sprint(v)) == nil {
			return fmt.Sprintf("write %s=\"%v\"", p.Name, v)
		}
	}
	return ""
}

// suggest gives an example of a value that will do.
func (k *checker) suggest(p *engine.Param) string {
	switch {
	case p.Type == engine.Nested:
		return Give(k.catalogue, p)
	case p.Type == engine.Texts:
		return fmt.Sprintf("for example %s=\"a,b\"", p.Name)
	case p.Required || p.Default == "":
		return fmt.Sprintf("give %s", p.Type)
	}
	return fmt.Sprintf("for example %s=%s", p.Name, p.Format(p.Default))
}

// probe asks a method whether its arguments will do, such as a source whether
// its file is there.
func (k *checker) probe(s *syntax.Stage, params []*engine.Param, prober engine.Prober) {
	err := prober.Probe()
	if err == nil {
		return
	}
	var at syntax.Part = s
	var fault *engine.Error
	if errors.As(err, &fault) && fault.Param != "" {
		for i, a := range s.Args {
			if a.Name == fault.Param || a.Name == "" && params[i].Name == fault.Param {
				at = a.Value
			}
		}
	}
	cause, remedy := explain(err)
	k.report(at, cause, "", remedy)
}

// explain splits an error of the engine.
func explain(err error) (cause, remedy string) {
	var fault *engine.Error
	if errors.As(err, &fault) {
		return fault.Cause, fault.Remedy.String()
	}
	return err.Error(), ""
}
