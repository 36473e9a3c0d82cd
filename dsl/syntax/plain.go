package syntax

import (
	"go/token"
	"strings"
)

// A bracket is one that is open while a text is written plainly.
type bracket struct {
	closes  token.Token // what ends it in the reader's text
	written string      // and in Go's
	call    bool        // the arguments of a call
	lenient bool        // of a stage, or with names: lines end in it as they like
}

// plain writes the lexemes of an item as Go: named arguments, ranges and lists
// of candidates become expressions. What it means is lost, whether it can be
// read is not.
func (p *pending) plain(it span) string {
	var b strings.Builder
	p.open = p.open[:0]
	for i := it.from; i < it.to; i++ {
		l := p.lexemes[i]
		switch {
		case l.auto:
			if !p.lenient() || !isCloser(p.kind(i+1)) {
				b.WriteString("\n" + sameLine)
			}
			continue
		case p.names(i, it.from):
			p.open[len(p.open)-1].lenient = true
			b.WriteString("_+")
			i++
			continue
		case l.kind == dots, p.lenient() && p.steps(i):
			b.WriteString("+")
			continue
		case l.kind == token.LBRACK && p.isList(i):
			p.open = append(p.open, bracket{closes: token.RBRACK, written: ")", lenient: true})
			b.WriteString("_(")
			continue
		}
		p.bracket(&b, i)
		b.WriteByte(' ')
	}
	return b.String()
}

// bracket writes lexeme i, and keeps account of what is open.
func (p *pending) bracket(b *strings.Builder, i int) {
	l := p.lexemes[i]
	if c := closers[l.kind]; c != 0 {
		call := l.kind == token.LPAREN && (p.kind(i-1) == token.IDENT || p.kind(i-1) == token.RPAREN || p.kind(i-1) == token.RBRACK)
		stage := call && p.env != nil && p.kind(i-1) == token.IDENT && p.env.IsStage(p.word(i-1)) && !p.env.IsGo(p.word(i-1))
		p.open = append(p.open, bracket{closes: c, written: c.String(), call: call, lenient: stage})
	}
	if n := len(p.open); isCloser(l.kind) && n > 0 && p.open[n-1].closes == l.kind {
		b.WriteString(p.open[n-1].written)
		p.open = p.open[:n-1]
		return
	}
	if l.kind == token.STRING {
		b.WriteString("``") // what a text says is nobody's business, least of all its lines
		return
	}
	b.WriteString(p.word(i))
}

func (p *pending) lenient() bool { return len(p.open) > 0 && p.open[len(p.open)-1].lenient }

// names reports whether lexeme i is the name of an argument.
func (p *pending) names(i, from int) bool {
	if len(p.open) == 0 || !p.open[len(p.open)-1].call || i == from || p.kind(i+1) != token.ASSIGN {
		return false
	}
	before := p.kind(i - 1)
	return (p.kind(i) == token.IDENT || p.kind(i).IsKeyword()) && (before == token.LPAREN || before == token.COMMA || p.isAuto(i-1))
}

// steps reports whether lexeme i is the by or log of a range: in Go no word
// stands directly behind a value.
func (p *pending) steps(i int) bool {
	if p.kind(i) != token.IDENT || p.word(i) != "by" && p.word(i) != "log" {
		return false
	}
	k := p.kind(i - 1)
	return k == token.IDENT || k.IsLiteral() || k == token.RPAREN || k == token.RBRACK
}

// isList reports whether the bracket at lexeme i opens a list of candidates,
// not the type of a Go literal.
func (p *pending) isList(i int) bool {
	if !p.lenient() || p.kind(i+1) == token.RBRACK || p.kind(i+1) == token.ELLIPSIS {
		return false
	}
	switch p.kind(i - 1) {
	case token.LPAREN, token.COMMA, token.ASSIGN:
	default:
		return false
	}
	depth := 0
	for j := i; j < len(p.lexemes); j++ {
		switch k := p.kind(j); {
		case closers[k] != 0:
			depth++
		case isCloser(k):
			if depth--; depth == 0 {
				next := p.kind(j + 1)
				return next != token.IDENT && next != token.LBRACK && next != token.MUL && !next.IsKeyword()
			}
		}
	}
	return true
}
