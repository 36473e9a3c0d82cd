package syntax

import (
	"go/token"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/diag"
)

// Pending tells whether a cell that is being typed is complete, and if it is
// not, how the next line should be indented.
//
// A text is incomplete while a bracket, a raw string or a comment is open, or
// when its last word asks for another, as a bar does.
func Pending(src string) (state cell.Completeness, indent string) {
	t := read(diag.NewSource("", src))
	for _, f := range t.faults {
		if f.message != "raw string literal not terminated" && f.message != "comment not terminated" {
			return cell.Invalid, ""
		}
	}
	if len(t.faults) > 0 {
		return cell.Incomplete, ""
	}
	var open []token.Token
	for _, l := range t.lexemes {
		if c := closers[l.kind]; c != 0 {
			open = append(open, c)
		} else if isCloser(l.kind) {
			if len(open) == 0 || open[len(open)-1] != l.kind {
				return cell.Invalid, ""
			}
			open = open[:len(open)-1]
		}
	}
	last := len(t.lexemes) - 1
	for t.isAuto(last) {
		last--
	}
	switch depth := len(open); {
	case asksForMore(t.kind(last)) && t.kind(last) == token.OR:
		return cell.Incomplete, strings.Repeat("\t", depth+1)
	case depth > 0 || asksForMore(t.kind(last)):
		return cell.Incomplete, strings.Repeat("\t", depth)
	}
	return cell.Complete, ""
}

// asksForMore reports whether no statement ends with the token.
func asksForMore(k token.Token) bool {
	switch k {
	case token.EOF, token.IDENT, token.INC, token.DEC, token.SEMICOLON, token.COLON,
		token.RPAREN, token.RBRACK, token.RBRACE,
		token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN:
		return false
	}
	return !k.IsLiteral()
}
