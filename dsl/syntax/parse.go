package syntax

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"unfold/dsl/diag"
)

// An Env tells which words mean what outside the cell.
type Env interface {
	// IsStage reports whether the name is a word of the language.
	IsStage(name string) bool
	// IsGo reports whether the name is a Go name of the session: a variable,
	// a function, a type, an imported package.
	IsGo(name string) bool
}

// A Holder is an Env that knows which Go names of the session hold pipelines.
// Bars between such names alone are pipelines too.
type Holder interface {
	Env
	HoldsPipeline(name string) bool
}

// A Joiner is an Env that knows, from the types of the operands, that a bar of
// the cell joins pipelines, though no word of the text says so.
type Joiner interface {
	Env
	// Joins reports whether the bar at a place does; the column counts bytes.
	Joins(line, column int) bool
}

// Parse finds the pipelines of a text. It returns a tree whatever the text
// is, and all findings, sorted. Only the tree of a text without findings
// can be lowered or printed.
func Parse(name, src string, env Env) (*Cell, diag.List) {
	p := &parser{text: read(diag.NewSource(name, src)), env: env}
	p.unreadable()
	if found := p.match(); !p.swallowed() {
		p.found = append(p.found, found...)
	}
	p.scope, p.held = scopeOf(p.text), scope{}
	cell := &Cell{Source: p.Source, Names: slices.Sorted(maps.Keys(p.scope)), comments: p.comments}
	cell.Go = p.goText(0, len(p.lexemes))
	cell.Go.Extent = Extent{0, len(src)}
	return cell, p.found.Sorted()
}

type parser struct {
	*text
	env   Env
	scope scope
	found diag.List
	held  scope // the names of the cell that hold pipelines
	plain int   // the lexeme behind the last chain that turned out Go's
}

func (p *parser) report(e Extent, summary, detail, remedy string) {
	p.found = append(p.found, diag.New(p.Source, e.From, e.To, diag.Syntax, summary, detail, remedy))
}

// isGo reports whether Go knows the word at lexeme i.
func (p *parser) isGo(i int) bool {
	name := p.word(i)
	return p.scope.declared(name, i) || p.env.IsGo(name) || types.Universe.Lookup(name) != nil
}

// holdsPipeline reports whether the Go name at lexeme i is known to hold a
// pipeline: because it was declared as one, here or in the session.
func (p *parser) holdsPipeline(i int) bool {
	name := p.word(i)
	if r, ok := p.scope.innermost(name, i); ok {
		held, ok := p.held.innermost(name, i)
		return ok && held == r
	}
	holder, ok := p.env.(Holder)
	return ok && holder.HoldsPipeline(name)
}

// hold remembers that the pipeline from lexeme lo up to hi is all that a name
// is declared to be.
func (p *parser) hold(lo, hi int) {
	k := p.kind(lo - 1)
	if k != token.DEFINE && k != token.ASSIGN || p.kind(lo-2) != token.IDENT || p.kind(lo-3) == token.COMMA {
		return
	}
	if end := p.kind(hi); end != token.SEMICOLON && end != token.EOF && end != token.RBRACE {
		return
	}
	name := p.word(lo - 2)
	if r, ok := p.scope.innermost(name, lo-2); ok {
		p.held.add(name, r.from, r.to)
	}
}

// isStage reports whether lexeme i is a word of the language.
func (p *parser) isStage(i int) bool {
	return p.kind(i) == token.IDENT && !p.isGo(i) && p.env.IsStage(p.word(i))
}

// goText reads the lexemes from lo up to hi as Go and finds the nodes in it.
func (p *parser) goText(lo, hi int) *Go {
	g := &Go{Extent: p.extent(lo, hi)}
	for i := lo; i < hi; {
		if next := p.declarationEnd(i, hi); next > i {
			i = next
			continue
		}
		if p.kind(i) == dots {
			p.report(p.extent(i, i+1), "a range stands outside the arguments of a stage", "only stages choose between candidates", "write a Go loop instead")
		}
		if p.wantsValue(i) {
			if p.kind(i) == token.OR {
				p.report(p.extent(i, i+1), "a stage is missing before |", "", "begin the pipeline with a source such as load, or with a recipe")
			} else if n, next := p.pipeline(i, hi); n != nil {
				p.hold(i, next)
				g.Nodes = append(g.Nodes, n)
				i = next
				continue
			}
		} else if p.kind(i) == token.LPAREN && p.hasNamed(i) {
			g.Nodes = append(g.Nodes, &Call{Extent: p.extent(i, p.after(i)), Args: p.args(i, false)})
			i = p.after(i)
			continue
		}
		i++
	}
	return g
}

// declarationEnd passes over what holds types and names but no values. It
// returns i where there is nothing of the kind.
func (p *parser) declarationEnd(i, hi int) int {
	switch p.kind(i) {
	case token.FUNC:
		return min(hi, p.signatureEnd(i))
	case token.STRUCT, token.INTERFACE:
		if p.kind(i+1) == token.LBRACE {
			return p.after(i + 1)
		}
	case token.IMPORT, token.PACKAGE, token.TYPE:
		if p.kind(i+1) != token.ASSIGN && p.kind(i-1) != token.LPAREN {
			return min(hi, p.statementEnd(i))
		}
	}
	return i
}

// wantsValue reports whether Go expects a value at lexeme i, judged by the
// lexeme before.
func (p *parser) wantsValue(i int) bool {
	switch k := p.kind(i - 1); k {
	case token.EOF, token.RETURN, token.RANGE, token.CASE, token.IF, token.SWITCH, token.FOR:
		return true
	case token.RPAREN, token.RBRACK, token.RBRACE, token.PERIOD, token.IDENT, token.INC, token.DEC, token.ILLEGAL:
		return false
	default:
		return !k.IsLiteral() && !k.IsKeyword()
	}
}

// follows reports whether lexeme i can stand behind a value that is whole.
func (p *parser) follows(i int) bool {
	switch p.kind(i) {
	case token.EOF, token.SEMICOLON, token.COMMA, token.RPAREN, token.RBRACK, token.RBRACE,
		token.EQL, token.NEQ, token.LAND, token.LOR, token.OR, token.PERIOD, token.LBRACK, dots:
		return true
	}
	return false
}

// primaryEnd returns the lexeme behind the primary expression at i, or -1 if
// there is none.
func (p *parser) primaryEnd(i, hi int) int {
	switch k := p.kind(i); {
	case i >= hi:
		return -1
	case k == token.FUNC:
		if i = p.signatureEnd(i); i >= hi || p.kind(i) != token.LBRACE {
			return -1
		}
		i = p.after(i)
	case k == token.LPAREN:
		i = p.after(i)
	case k == token.IDENT || k.IsLiteral():
		i++
	default:
		return -1
	}
	for i < hi {
		switch k := p.kind(i); {
		case k == token.LPAREN || k == token.LBRACK:
			i = p.after(i)
		case k == token.PERIOD && i+1 < hi && (p.kind(i+1) == token.IDENT || p.kind(i+1) == token.LPAREN):
			i = p.after(i + 1)
		default:
			return i
		}
	}
	return i
}

// operandEnd is primaryEnd with the signs that may stand before an operand.
func (p *parser) operandEnd(i, hi int) int {
	for i < hi && (p.kind(i) == token.MUL || p.kind(i) == token.AND || p.kind(i) == token.ARROW) {
		i++
	}
	return p.primaryEnd(i, hi)
}

// isWord reports whether the lexemes from lo up to hi are a word, bare or
// called, and nothing else.
func (p *parser) isWord(lo, hi int) bool {
	return p.kind(lo) == token.IDENT && (hi == lo+1 || p.kind(lo+1) == token.LPAREN && p.after(lo+1) == hi)
}

// unreadable reports what the scanner could not read.
func (p *parser) unreadable() {
	for _, f := range p.faults {
		e := Extent{f.at, f.at + 1}
		remedy := ""
		switch f.message {
		case "string literal not terminated":
			line, _ := p.Position(f.at)
			for e.To < len(p.Text) && p.Text[e.To] != '\n' {
				e.To++
			}
			remedy = fmt.Sprintf("put \" where the text ends in line %d", line)
		case "raw string literal not terminated":
			remedy = "put ` where the text ends"
		case "comment not terminated":
			remedy = "put */ where the comment ends"
		case "more than one character in rune literal", "illegal rune literal":
			remedy = "a text stands between double quotes"
		}
		p.report(e, f.message, "", remedy)
	}
}

// swallowed reports whether a text or comment without end hides brackets.
func (p *parser) swallowed() bool {
	for _, f := range p.faults {
		if f.unterminated() {
			return true
		}
	}
	return false
}
