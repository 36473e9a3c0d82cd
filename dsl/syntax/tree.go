package syntax

import (
	"strings"
	"unicode"

	"unfold/dsl/diag"
)

// A Cell is a text with the pipelines found in it.
type Cell struct {
	*diag.Source
	Go    *Go      // the whole text
	Names []string // the Go names that it declares anywhere, sorted

	comments []Extent
}

// An Extent is a stretch of the text, in bytes.
type Extent struct{ From, To int }

// Bounds returns the extent itself, so that all parts of the tree have the
// method.
func (e Extent) Bounds() Extent { return e }

// A Part is a part of the tree.
type Part interface{ Bounds() Extent }

// Go is text that belongs to Go, apart from the nodes in it.
type Go struct {
	Extent
	Nodes []Node
}

// A Node is a *Pipeline or a *Call inside Go text.
type Node interface {
	Part
	node()
}

// A Pipeline is a chain of operands, or a stage alone.
type Pipeline struct {
	Extent
	Operands []Operand
}

// An Operand is a *Stage, or *Go whose value is a pipeline: a variable, a
// call, a pipeline in parentheses.
type Operand interface {
	Part
	operand()
}

// A Stage is a word of the language, with its arguments.
type Stage struct {
	Extent
	Name  string
	Word  Extent // where the name stands
	Known bool   // whether the Env calls it a stage
	Bare  bool   // without parentheses
	Args  []*Arg
}

// A Call is the arguments, with their parentheses, of a Go call that has named
// ones: compare(a, direct=svm).
type Call struct {
	Extent
	Args []*Arg
}

// An Arg is one argument.
type Arg struct {
	Extent
	Name  string // empty when it is given by position
	Word  Extent // where the name stands
	Value Value
}

// A Value is what an argument is given: *Go, or candidates: *List, *Range,
// *Auto.
type Value interface {
	Part
	value()
}

// A List is candidates one by one, each *Go or *Auto: [5, 7, auto].
type List struct {
	Extent
	Items []Value
}

// A Range is candidates from one number to another: 3..15 by 2, or evenly on
// a logarithmic scale: 1e-6..1 log 7.
type Range struct {
	Extent
	Low, High *Go
	By        *Go // the step; nil for one, or when Log is set
	Log       *Go // the count on a logarithmic scale, or nil
}

// Auto leaves the choice to the method's own rule.
type Auto struct{ Extent }

// stage returns the stage that is all of a text, as in an argument; nil if there is
// none.
func (g *Go) stage() *Stage {
	if len(g.Nodes) != 1 {
		return nil
	}
	p, ok := g.Nodes[0].(*Pipeline)
	if !ok || p.Extent != g.Extent || len(p.Operands) != 1 {
		return nil
	}
	s, _ := p.Operands[0].(*Stage)
	return s
}

func (*Pipeline) node() {}
func (*Call) node()     {}
func (*Stage) operand() {}
func (*Go) operand()    {}
func (*Go) value()      {}
func (*List) value()    {}
func (*Range) value()   {}
func (*Auto) value()    {}

// Span returns where a part stands.
func (c *Cell) Span(p Part) diag.Span {
	e := p.Bounds()
	return c.Source.Span(e.From, e.To)
}

// Written returns a part as it is written.
func (c *Cell) Written(p Part) string {
	e := p.Bounds()
	return c.Text[e.From:e.To]
}

// Pipelines returns all pipelines of the cell, an outer one before those in
// its arguments.
func (c *Cell) Pipelines() []*Pipeline {
	var all []*Pipeline
	walk(c.Go, func(n Node) {
		if p, ok := n.(*Pipeline); ok {
			all = append(all, p)
		}
	})
	return all
}

// Calls returns all calls of Go functions with named arguments.
func (c *Cell) Calls() []*Call {
	var all []*Call
	walk(c.Go, func(n Node) {
		if call, ok := n.(*Call); ok {
			all = append(all, call)
		}
	})
	return all
}

// Callee returns what stands directly before a call's parenthesis, as far as it
// is a name.
func (c *Cell) Callee(call *Call) string {
	before := strings.TrimRight(c.Text[:call.From], " \t")
	at := strings.LastIndexFunc(before, func(r rune) bool {
		return r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return before[at+1:]
}

func walk(g *Go, visit func(Node)) {
	if g == nil {
		return
	}
	for _, n := range g.Nodes {
		visit(n)
		switch n := n.(type) {
		case *Call:
			walkArgs(n.Args, visit)
		case *Pipeline:
			for _, o := range n.Operands {
				switch o := o.(type) {
				case *Stage:
					walkArgs(o.Args, visit)
				case *Go:
					walk(o, visit)
				}
			}
		}
	}
}

func walkArgs(args []*Arg, visit func(Node)) {
	for _, a := range args {
		switch v := a.Value.(type) {
		case *Go:
			walk(v, visit)
		case *List:
			for _, item := range v.Items {
				if g, ok := item.(*Go); ok {
					walk(g, visit)
				}
			}
		case *Range:
			for _, g := range []*Go{v.Low, v.High, v.By, v.Log} {
				walk(g, visit)
			}
		}
	}
}
