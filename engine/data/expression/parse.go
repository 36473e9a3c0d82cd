package expression

import (
	"fmt"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
)

// An Expression is what a text says, of columns that are not known yet.
type Expression struct {
	Name string // what its value is called: the name before =, or its text
	Text string

	param string
	root  node
}

// A node is a part of an expression.
type node struct {
	op    string // an operator, the name of a function, or one of the kinds below
	text  string // a name, a text, or how a number was written
	value float64
	parts []node
}

// What is not put together from others.
const (
	number = "number"
	column = "column"
	text   = "text"
)

// The largest expressions: how many may stand inside one another, and how many words
// they may have.
const (
	deepest = 100
	longest = 2000
)

// Parse reads an expression. Its error blames the parameter.
func Parse(param, text string) (*Expression, error) {
	p, err := newParser(param, text)
	if err != nil {
		return nil, err
	}
	e, err := p.expression(0)
	if err == nil && p.next().kind != endToken {
		err = p.unexpected("an operator")
	}
	return e, err
}

// ParseNamed reads expressions with names, "bmi = weight / height^2", with
// semicolons between them. One without a name is called by its text.
func ParseNamed(param, text string) ([]*Expression, error) {
	p, err := newParser(param, text)
	if err != nil {
		return nil, err
	}
	var all []*Expression
	for {
		e, err := p.named()
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(o *Expression) bool { return o.Name == e.Name }) {
			return nil, p.fault(fmt.Sprintf("two columns are called %q", e.Name), remedy.Say("give each a name of its own"))
		}
		all = append(all, e)
		for p.take(";") {
		}
		if p.next().kind == endToken {
			return all, nil
		}
	}
}

// A parser reads the tokens of a text from the left.
type parser struct {
	param, text string
	tokens      []token
	depth       int
}

func newParser(param, text string) (*parser, error) {
	tokens, err := scan(param, text)
	p := &parser{param: param, text: text, tokens: tokens}
	if len(tokens) > longest {
		return nil, p.fault(fmt.Sprintf("the expression has more than %d words", longest), remedy.Say("write it in fewer"))
	}
	return p, err
}

func (p *parser) next() token { return p.tokens[0] }

func (p *parser) shift() token {
	t := p.tokens[0]
	if t.kind != endToken {
		p.tokens = p.tokens[1:]
	}
	return t
}

// take shifts an operator if it is the next token.
func (p *parser) take(operator string) bool {
	if t := p.next(); t.kind != operatorToken || t.text != operator {
		return false
	}
	p.shift()
	return true
}

// named reads "name = expression", or an expression alone.
func (p *parser) named() (*Expression, error) {
	name, begin := "", p.next().at
	if t := p.next(); t.kind == nameToken && p.tokens[1].kind == operatorToken && p.tokens[1].text == "=" {
		name = t.text
		p.shift()
		p.shift()
		begin = p.next().at
	}
	e, err := p.expression(begin)
	switch {
	case err != nil:
		return nil, err
	case p.next().kind != endToken && p.next().text != ";":
		return nil, p.unexpected("an operator, or a semicolon and the next column")
	case name != "":
		e.Name = name
	}
	return e, nil
}

// expression reads one that begins at a place of the text.
func (p *parser) expression(begin int) (*Expression, error) {
	root, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	written := strings.TrimSpace(p.text[begin:p.next().at])
	return &Expression{Name: written, Text: written, param: p.param, root: root}, nil
}

// levels are the operators between two values, those that bind least first.
var levels = [][]string{{"or"}, {"and"}, {"not"}, {"<", "<=", ">", ">=", "==", "!=", "="}, {"+", "-"}, {"*", "/"}}

// binary reads what operators of one level, or of those that bind closer, join.
func (p *parser) binary(level int) (node, error) {
	switch {
	case level == len(levels):
		return p.signed()
	case levels[level][0] == "not":
		return p.negated(level)
	}
	left, err := p.binary(level + 1)
	for joined := 0; err == nil; joined++ {
		t := p.next()
		if t.kind != operatorToken || !slices.Contains(levels[level], t.text) {
			break
		}
		if joined > 0 && slices.Contains(levels[level], "==") {
			return left, p.fault(fmt.Sprintf("%q compares more than two values", p.text), remedy.Say(`join comparisons by "and": 0 < x and x < 1`))
		}
		p.shift()
		var right node
		right, err = p.binary(level + 1)
		if t.text == "=" {
			t.text = "=="
		}
		left = node{op: t.text, parts: []node{left, right}}
	}
	return left, err
}

// negated reads "not" before a comparison.
func (p *parser) negated(level int) (node, error) {
	if !p.take("not") {
		return p.binary(level + 1)
	}
	return p.inside(func() (node, error) {
		of, err := p.negated(level)
		return node{op: "not", parts: []node{of}}, err
	})
}

// signed reads a sign before a power.
func (p *parser) signed() (node, error) {
	switch {
	case p.take("-"):
		return p.inside(func() (node, error) {
			of, err := p.signed()
			return node{op: "negate", parts: []node{of}}, err
		})
	case p.take("+"):
		return p.inside(p.signed)
	}
	base, err := p.value()
	if err != nil || !p.take("^") {
		return base, err
	}
	return p.inside(func() (node, error) {
		exponent, err := p.signed()
		return node{op: "^", parts: []node{base, exponent}}, err
	})
}

// value reads a number, a text, a column, a function or what stands in parentheses.
func (p *parser) value() (node, error) {
	switch t := p.next(); {
	case t.kind == numberToken:
		p.shift()
		return node{op: number, text: t.text, value: t.value}, nil
	case t.kind == textToken:
		p.shift()
		return node{op: text, text: t.text}, nil
	case t.kind == nameToken:
		p.shift()
		if p.text[t.at] != '[' && p.text[t.at] != '`' && p.take("(") {
			return p.call(t.text)
		}
		return node{op: column, text: t.text}, nil
	case p.take("("):
		return p.inside(func() (node, error) {
			in, err := p.binary(0)
			if err == nil && !p.take(")") {
				err = p.unexpected(")")
			}
			return in, err
		})
	}
	return node{}, p.unexpected("a column or a number")
}

// call reads the arguments of a function.
func (p *parser) call(name string) (node, error) {
	f, known := functions[name]
	if !known {
		return node{}, p.unknownFunction(name)
	}
	n := node{op: name}
	for {
		argument, err := p.inside(func() (node, error) { return p.binary(0) })
		if err != nil {
			return n, err
		}
		if n.parts = append(n.parts, argument); !p.take(",") {
			break
		}
	}
	if !p.take(")") {
		return n, p.unexpected(")")
	}
	if have := len(n.parts); have < f.least || have > f.most {
		return n, p.fault(fmt.Sprintf("%s takes %s, not %d", name, f.arguments(), have), remedy.Say("write %s", f.written))
	}
	return n, nil
}

// inside reads something that stands in something else, down to the deepest.
func (p *parser) inside(read func() (node, error)) (node, error) {
	if p.depth++; p.depth > deepest {
		return node{}, p.fault(fmt.Sprintf("more than %d parts stand inside one another", deepest), remedy.Say("write some of them as columns of their own"))
	}
	defer func() { p.depth-- }()
	return read()
}

func (p *parser) fault(cause string, advice remedy.Remedy) *engine.Error {
	return &engine.Error{Param: p.param, Cause: cause, Remedy: advice}
}

// unexpected is the error of a token where something else must stand.
func (p *parser) unexpected(wanted string) *engine.Error {
	t := p.next()
	if t.kind == endToken && strings.TrimSpace(p.text) == "" {
		return p.fault("there is nothing to compute", remedy.Say("write columns and operators, like weight / height^2"))
	}
	if t.kind == endToken {
		return p.fault(fmt.Sprintf("%q ends where %s should follow", p.text, wanted), remedy.Say("complete it"))
	}
	return p.fault(fmt.Sprintf("%q stands in %q where %s should", p.text[t.at:t.after], p.text, wanted), remedy.Say("a name of several words stands in brackets, like [list price]").Or(remedy.Say("mend the expression")))
}
