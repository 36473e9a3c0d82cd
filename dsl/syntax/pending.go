package syntax

import (
	"errors"
	goparser "go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
)

// Pending tells whether a cell that is being typed is complete, and if it is
// not, how the next line should be indented. The cell is complete if it can be
// read as it stands, invalid if no line that follows can mend it, and
// incomplete otherwise: while a bracket, a raw string or a comment is open, or
// when its last word asks for another, as a bar does. Go's own parser is the
// judge, of a text in which what only pipelines have is replaced by Go. A nil
// env knows no stage. Commands must have been blanked.
func Pending(src string, env Env) (state cell.Completeness, indent string) {
	t := read(diag.NewSource("", src))
	open := ""
	for _, f := range t.faults {
		switch f.message {
		case "raw string literal not terminated":
			open = "`"
		case "comment not terminated":
			open = "*/"
		default:
			return cell.Invalid, ""
		}
	}
	if open != "" {
		if t = read(diag.NewSource("", src+open)); len(t.faults) > 0 {
			return cell.Invalid, ""
		}
	}
	p := &pending{text: t, env: env, inText: open != ""}
	switch state = p.state(); {
	case state == cell.Invalid:
		return state, ""
	case open != "":
		return cell.Incomplete, "" // the next line is part of a text
	case state == cell.Incomplete:
		indent = p.indent()
	}
	return state, indent
}

type pending struct {
	*text
	env    Env
	inText bool      // the text ends in a raw string or a comment, where no line ends
	open   []bracket // at the end of the text
}

// state judges the items of a cell one by one. Only the last may be unfinished.
func (p *pending) state() cell.Completeness {
	for len(p.lexemes) > 0 && p.isAuto(len(p.lexemes)-1) {
		p.lexemes = p.lexemes[:len(p.lexemes)-1]
	}
	if len(p.lexemes) == 0 {
		return cell.Complete
	}
	items := p.items()
	if items == nil {
		return cell.Invalid
	}
	for _, it := range items[:len(items)-1] {
		if p.judge(it, false) != cell.Complete {
			return cell.Invalid
		}
	}
	return p.judge(items[len(items)-1], true)
}

// items cuts the text where a line ends outside all brackets, and behind
// declarations; a program, which says its package, is one item. It is nil if
// a bracket closes what is not open.
func (p *pending) items() (items []span) {
	if p.kind(0) == token.PACKAGE {
		return []span{{0, len(p.lexemes)}}
	}
	var open []token.Token
	from := 0
	for i, l := range p.lexemes {
		switch {
		case closers[l.kind] != 0:
			open = append(open, closers[l.kind])
		case isCloser(l.kind):
			if len(open) == 0 || open[len(open)-1] != l.kind {
				return nil
			}
			open = open[:len(open)-1]
		case l.kind != token.SEMICOLON || len(open) > 0:
		case l.auto || p.declares(from) || p.declares(i+1):
			if i > from {
				items = append(items, span{from, i})
			}
			from = i + 1
		}
	}
	if from < len(p.lexemes) || len(items) == 0 {
		items = append(items, span{from, len(p.lexemes)})
	}
	return items
}

// declares reports whether a declaration begins at lexeme i.
func (p *pending) declares(i int) bool {
	switch p.kind(i) {
	case token.IMPORT, token.TYPE, token.CONST, token.VAR, token.FUNC:
		return true
	}
	return false
}

// outside reports whether the item at lexeme i stands outside functions: an
// import, a function or a method, or a whole program.
func (p *pending) outside(i int) bool {
	switch p.kind(i) {
	case token.PACKAGE, token.IMPORT:
		return true
	case token.FUNC:
		return p.kind(i+1) != token.LPAREN || p.isMethod(i+1)
	}
	return false
}

// isMethod reports whether the parenthesis at lexeme i is around a receiver:
// a name and another parenthesis follow it.
func (p *pending) isMethod(i int) bool {
	for depth := 0; i < len(p.lexemes); i++ {
		switch p.kind(i) {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			return p.kind(i+1) == token.IDENT && (p.kind(i+2) == token.LPAREN || i+2 >= len(p.lexemes))
		}
	}
	return false
}

// witnesses are beginnings of a next line. Where Go's parser finds at the end
// of the text that something before it is wrong, such as a parameter without a
// type, one of them shows that the line could still mend it.
var witnesses = []string{"", "_ int", "_ {", "_ = range _ {"}

// judge reads one item; open means that more may follow it.
func (p *pending) judge(it span, open bool) cell.Completeness {
	head, tail := "package p;func _(){", "}"
	switch {
	case p.kind(it.from) == token.PACKAGE:
		head, tail = "", ""
	case p.outside(it.from):
		head, tail = "package p;", ""
	}
	text := head + p.plain(it)
	end := len(text)
	if !p.inText && !p.lenient() {
		text += "\n" + sameLine
		end++
	}
	if firstFault(text+tail) < 0 {
		return cell.Complete
	}
	if open {
		for _, w := range witnesses {
			if at := firstFault(text + w); at < 0 || at >= end {
				return cell.Incomplete
			}
		}
	}
	return cell.Invalid
}

// sameLine makes the parser take a new line for the first one. It keeps one
// fault a line, so that it keeps the one that it came upon first.
const sameLine = "/*line p:1*/"

// firstFault returns where the parser gives up understanding a text, or a
// negative number if it does not.
func firstFault(text string) int {
	_, err := goparser.ParseFile(token.NewFileSet(), "p", text, goparser.SkipObjectResolution)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Pos.Offset
	}
	return -1
}

// indent is that of the next line: a tab for every open bracket, and one more
// for what a bar continues.
func (p *pending) indent() string {
	depth := len(p.open)
	if p.kind(len(p.lexemes)-1) == token.OR {
		depth++
	}
	return strings.Repeat("\t", depth)
}
