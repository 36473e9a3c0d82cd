package assist

import (
	"go/token"
	"regexp"
	"slices"
	"strings"

	"unfold/dsl/interp/workspace"
	"unfold/dsl/lower"
	"unfold/dsl/syntax"
)

// lookAt tells what Go knows of a place, in a cell that is being typed: what
// follows the cursor is left out, apart from declarations, and the brackets
// before it are closed.
func (a *Assistant) lookAt(p place, word string) workspace.Surroundings {
	return a.lookIn(p.code[:p.start]+workspace.Cursor+p.closing()+declarations(p.code[p.end:]), word)
}

// lookAtWritten is lookAt for a word of a cell that is written already: whatever
// stands behind it counts too.
func (a *Assistant) lookAtWritten(p place, word string) workspace.Surroundings {
	if lexemes, _ := lex(p.code); len(openBrackets(lexemes)) > 0 {
		return workspace.Surroundings{}
	}
	return a.lookIn(p.code[:p.start]+workspace.Cursor+p.code[p.end:], word)
}

// lookIn lowers the pipelines of a text and lets Go look for the cursor in it.
func (a *Assistant) lookIn(text, word string) (seen workspace.Surroundings) {
	defer func() {
		_ = recover() // the tree of a text with faults cannot always be lowered
	}()
	tree, _ := syntax.Parse("cell", text, a.Env)
	lowered, _ := lower.Lower(tree, 0)
	if word == "" {
		word = workspace.Cursor
	}
	return a.Go.AtCursor(lowered, word)
}

// closing ends what is open at the place: the body that a header asks for, and
// brackets.
func (p *place) closing() string {
	var b strings.Builder
	lexemes := p.before
	for i := len(p.open) - 1; i >= -1; i-- {
		from := 0 // the first lexeme inside the bracket
		if i >= 0 {
			from = p.open[i].at + 1
		}
		switch inside := lexemes[from:]; {
		case i == len(p.open)-1 && wantsCall(inside):
			b.WriteString("()")
		case wantsBody(inside):
			b.WriteString(" {\n}")
		}
		if i < 0 {
			break
		}
		if p.open[i].closes == token.RBRACE {
			b.WriteString("\n")
		}
		b.WriteString(p.open[i].closes.String())
		lexemes = lexemes[:from-1]
	}
	return b.String()
}

// wantsBody reports whether the last statement is the header of an if, for or
// switch that has no body yet.
func wantsBody(lexemes []lexeme) bool {
	depth := 0
	for _, l := range slices.Backward(lexemes) {
		switch l.kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth--
		case token.IF, token.FOR, token.SWITCH:
			return depth == 0
		}
		if depth == 0 && (l.kind == token.LBRACE || l.kind == token.SEMICOLON && l.text == "") {
			return false
		}
	}
	return false
}

// wantsCall reports whether the last statement puts off or starts something,
// which must be a call.
func wantsCall(lexemes []lexeme) bool {
	depth := 0
	for _, l := range slices.Backward(lexemes) {
		switch l.kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth--
		case token.DEFER, token.GO:
			return depth == 0
		case token.SEMICOLON:
			if depth == 0 {
				return false
			}
		}
	}
	return false
}

// declaration begins one that stands at the left margin.
var declaration = regexp.MustCompile(`(?m)^(func|type|var|const)\b`)

// declarations is what follows the cursor from the first declaration on.
func declarations(rest string) string {
	if at := declaration.FindStringIndex(rest); at != nil && strings.Contains(rest[:at[0]], "\n") {
		return "\n" + rest[at[0]:]
	}
	return ""
}
