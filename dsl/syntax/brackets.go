package syntax

import (
	"fmt"
	"go/token"
	"slices"

	"unfold/dsl/diag"
)

// closers gives each opening bracket its counterpart.
var closers = map[token.Token]token.Token{
	token.LPAREN: token.RPAREN,
	token.LBRACK: token.RBRACK,
	token.LBRACE: token.RBRACE,
}

func isCloser(k token.Token) bool {
	return k == token.RPAREN || k == token.RBRACK || k == token.RBRACE
}

// match pairs the brackets. To go on behind one that is missing, it puts in a
// closing bracket without extent where the reader most likely forgot it, and
// leaves out a closing one that nothing opens.
func (t *text) match() diag.List {
	if t.balanced() {
		t.pair()
		return nil
	}
	var found diag.List
	var open []lexeme
	matched := make([]lexeme, 0, len(t.lexemes))
	closeTop := func(at int) {
		top := open[len(open)-1]
		open = open[:len(open)-1]
		matched = append(matched, lexeme{kind: closers[top.kind], from: at, to: at})
		found = append(found, t.unclosed(top))
	}
	for i, l := range t.lexemes {
		switch {
		case closers[l.kind] != 0:
			open = append(open, l)
		case l.auto && t.forgotten(open, i):
			for t.forgotten(open, i) {
				closeTop(l.from)
			}
		case isCloser(l.kind):
			opens := func(o lexeme) bool { return closers[o.kind] == l.kind }
			if !slices.ContainsFunc(open, opens) {
				found = append(found, diag.New(t.Source, l.from, l.to, diag.Syntax,
					fmt.Sprintf("%s closes nothing", l.kind), "no bracket before it is open", "take it out, or open one before it"))
				continue
			}
			for !opens(open[len(open)-1]) {
				closeTop(l.from)
			}
			open = open[:len(open)-1]
		}
		matched = append(matched, l)
	}
	for len(open) > 0 {
		closeTop(len(t.Text))
	}
	t.lexemes = matched
	t.pair()
	return found
}

func (t *text) balanced() bool {
	var open []token.Token
	for _, l := range t.lexemes {
		if c := closers[l.kind]; c != 0 {
			open = append(open, c)
		} else if isCloser(l.kind) {
			if len(open) == 0 || open[len(open)-1] != l.kind {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// forgotten reports whether the end of line i stands inside parentheses or
// brackets that are never closed. In sound text a line ends there only before
// the closing bracket, or in a stage's arguments before the next one.
func (t *text) forgotten(open []lexeme, i int) bool {
	if len(open) == 0 || open[len(open)-1].kind == token.LBRACE {
		return false
	}
	depth := 0
	for _, l := range t.lexemes[i:] {
		switch {
		case closers[l.kind] != 0:
			depth++
		case isCloser(l.kind):
			if depth--; depth < 0 {
				return l.kind != closers[open[len(open)-1].kind]
			}
		}
	}
	return true
}

func (t *text) unclosed(l lexeme) diag.Finding {
	line, column := t.Position(l.from)
	return diag.New(t.Source, l.from, l.to, diag.Syntax,
		fmt.Sprintf("%s is never closed", l.kind),
		fmt.Sprintf("it was opened in line %d, column %d", line, column),
		fmt.Sprintf("put %s where it ends", closers[l.kind]))
}

// pair fills partner and around for lexemes whose brackets all match.
func (t *text) pair() {
	t.partner = make([]int, len(t.lexemes))
	t.around = make([]int, len(t.lexemes))
	var open []int
	for i, l := range t.lexemes {
		t.partner[i], t.around[i] = -1, -1
		if isCloser(l.kind) {
			o := open[len(open)-1]
			open = open[:len(open)-1]
			t.partner[i], t.partner[o] = o, i
		}
		if len(open) > 0 {
			t.around[i] = open[len(open)-1]
		}
		if closers[l.kind] != 0 {
			open = append(open, i)
		}
	}
}
