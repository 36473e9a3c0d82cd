// Package check holds the pipelines of a cell against a catalogue: words,
// arguments, rules, and the order of roles. It runs nothing, and finds all it
// can at once. What hangs on the value of a Go expression, such as a variable
// that holds a recipe, is left to the run; nothing is reported that such a
// value could explain away. What candidates a range stands for is told here too,
// for the check and for the run.
package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"unfold/dsl/diag"
	"unfold/dsl/syntax"
	"unfold/engine"
)

// Check returns what is wrong with the pipelines of a cell, in the order of the
// text. It takes a cell that has findings already, and does not repeat them.
// For a word that nobody knows it suggests a stage, a Go name of the cell, or
// one of the given Go names of the session.
func Check(c *syntax.Cell, catalogue *engine.Catalogue, goNames ...string) diag.List {
	k := &checker{
		cell: c, catalogue: catalogue, goNames: goNames,
		inner: map[*syntax.Pipeline]bool{}, checked: map[*syntax.Stage]*bound{}, values: map[*engine.Param][]any{},
	}
	for _, p := range c.Pipelines() {
		steps := k.steps(p)
		if !k.inner[p] {
			k.order(p, steps)
		}
	}
	return k.found.Sorted()
}

type checker struct {
	cell      *syntax.Cell
	catalogue *engine.Catalogue
	goNames   []string
	found     diag.List

	inner   map[*syntax.Pipeline]bool // in parentheses, or arguments: no pipelines by themselves
	checked map[*syntax.Stage]*bound
	values  map[*engine.Param][]any // what a parameter is given, one or candidates, as far as known
}

// A bound is a stage with what is known of its arguments; the zero value of a word
// that is not known.
type bound struct {
	step  engine.Step
	sound bool          // all arguments are known, and fit
	as    *engine.Stage // as the arguments make it
}

func (k *checker) report(at syntax.Part, summary, detail, remedy string) {
	e := at.Bounds()
	k.found = append(k.found, diag.New(k.cell.Source, e.From, e.To, diag.Static, summary, detail, remedy))
}

// A step is an operand with the stage it names, as its arguments make it; nil for Go
// and for words that are not known.
type step struct {
	operand syntax.Operand
	stage   *engine.Stage
}

// steps checks the operands of a pipeline. A pipeline in parentheses is part
// of the one around it.
func (k *checker) steps(p *syntax.Pipeline) []step {
	var steps []step
	for _, o := range p.Operands {
		switch o := o.(type) {
		case *syntax.Stage:
			steps = append(steps, step{o, k.stage(o).as})
		case *syntax.Go:
			if in := k.parenthesised(o); in != nil {
				k.inner[in] = true
				steps = append(steps, k.steps(in)...)
				continue
			}
			if _, ok := literal(k.cell.Written(o)); ok && len(o.Nodes) == 0 {
				k.report(o, k.cell.Written(o)+" is neither a stage nor a pipeline", "", "join stages, recipes and data by bars")
			}
			steps = append(steps, step{operand: o})
		}
	}
	return steps
}

// parenthesised returns the pipeline that an operand is but for parentheses.
func (k *checker) parenthesised(g *syntax.Go) *syntax.Pipeline {
	if len(g.Nodes) != 1 {
		return nil
	}
	p, ok := g.Nodes[0].(*syntax.Pipeline)
	if !ok {
		return nil
	}
	around := k.cell.Text[g.From:p.From] + k.cell.Text[p.To:g.To]
	if strings.Trim(around, "() \t\r\n") != "" {
		return nil
	}
	return p
}

// stage checks a word and its arguments, once.
func (k *checker) stage(s *syntax.Stage) *bound {
	if known, done := k.checked[s]; done {
		return known
	}
	b := new(bound)
	if stage, ok := k.catalogue.Lookup(s.Name); ok {
		*b = k.arguments(s, stage)
	} else {
		k.unknown(s)
	}
	k.checked[s] = b
	return b
}

func (k *checker) unknown(s *syntax.Stage) {
	names := slices.Concat(k.goNames, k.cell.Names)
	for _, known := range k.catalogue.Stages() {
		names = append(names, known.Name)
	}
	remedy := cmp.Or(diag.WhichStage(s.Name, k.catalogue.Stages(), names), "see the list of stages; a Go variable must be declared before it is used")
	k.report(s.Word, fmt.Sprintf("unknown stage %q", s.Name), "it is neither a stage nor a Go name", remedy)
}
