package check

import (
	"fmt"
	"strings"

	"unfold/dsl/syntax"
	"unfold/engine"
)

// list checks candidates that are given one by one, or the texts of a parameter
// that takes a list of them.
func (k *checker) list(stage *engine.Stage, p *engine.Param, v *syntax.List) bool {
	switch {
	case p.Type == engine.Texts:
		return k.texts(stage, p, v)
	case p.Listed:
		return k.anyValues(stage, p, v)
	}
	if len(v.Items) > 1 && !k.varies(stage, p, v) {
		return false
	}
	known, seen := true, map[string]bool{}
	for _, item := range v.Items {
		if !k.value(stage, p, item) {
			known = false
			continue
		}
		text := k.written(p)
		if seen[text] {
			k.report(item, fmt.Sprintf("%s = %s is offered twice", p.Name, text), "", "offer it once")
			known = false
		}
		seen[text] = true
	}
	return known
}

// texts checks the texts of a list.
func (k *checker) texts(stage *engine.Stage, p *engine.Param, v *syntax.List) bool {
	known, words := true, []string(nil)
	for _, item := range v.Items {
		if !k.value(stage, p, item) {
			known = false
			continue
		}
		words = append(words, p.Value().([]string)...)
	}
	return known && k.set(p, v, words)
}

// anyValues checks a list that stands for a Go slice.
func (k *checker) anyValues(stage *engine.Stage, p *engine.Param, v *syntax.List) bool {
	known, values := true, []any(nil)
	for _, item := range v.Items {
		if !k.value(stage, p, item) {
			known = false
			continue
		}
		values = append(values, p.Value())
	}
	return known && k.set(p, v, values)
}

// written is the value that a parameter has been given last, as a pipeline writes it.
func (k *checker) written(p *engine.Param) string {
	values := k.values[p]
	if s, ok := values[len(values)-1].(engine.Step); ok {
		return s.String()
	}
	return p.Format(p.Value())
}

// span checks candidates between two ends.
func (k *checker) span(stage *engine.Stage, p *engine.Param, v *syntax.Range) bool {
	if !k.varies(stage, p, v) || k.powers(v) {
		return false
	}
	parts := map[Part]syntax.Part{Whole: v, Low: v.Low, High: v.High, By: v}
	third := v.By
	if v.Log != nil {
		third = v.Log
	}
	low, lowKnown := k.known(v.Low)
	high, highKnown := k.known(v.High)
	by, byKnown := any(1), true
	if third != nil {
		parts[By] = third
		by, byKnown = k.known(third)
	}
	if !lowKnown || !highKnown || !byKnown {
		return false
	}
	of := Range
	if v.Log != nil {
		of = LogRange
	}
	c, fault := of(low, high, by)
	if fault != nil {
		k.report(parts[fault.Part], fault.Cause, "", fault.Remedy)
		return false
	}
	values := c.For(p)
	for i, value := range values {
		var at syntax.Part = v
		switch {
		case i == 0:
			at = v.Low
		case i == len(values)-1:
			at = v.High
		}
		if !k.set(p, at, value) {
			return false
		}
	}
	return true
}

// known returns the number that a part of a range is, as far as it is known.
func (k *checker) known(g *syntax.Go) (any, bool) {
	if len(g.Nodes) > 0 || g.From == g.To {
		return nil, false
	}
	return literal(k.cell.Written(g))
}

// varies reports whether candidates may be offered for a parameter, and why
// they may not.
func (k *checker) varies(stage *engine.Stage, p *engine.Param, v syntax.Value) bool {
	if stage.Varies(p) {
		return true
	}
	reason := "it takes a Go value or a list as it is"
	switch stage.Role {
	case engine.SourceRole:
		reason = "the rows are there before any training part, which is what chooses"
	case engine.ProtocolRole:
		reason = "a protocol makes the training parts that choose, and is not chosen by them"
	case engine.PrepareRole:
		reason = "rows are picked before there is any training part, which is what chooses"
	case engine.MeasureRole, engine.ViewRole:
		reason = "measures and views judge what was chosen"
	}
	k.report(v, fmt.Sprintf("%s of %s cannot be chosen from candidates", p.Name, stage.Name), reason, strings.Replace(k.suggest(p), "for example ", "give one value: ", 1))
	return false
}
