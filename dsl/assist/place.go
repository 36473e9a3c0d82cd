package assist

import (
	"go/token"
	"strings"
)

// A place is what stands at a cursor. Offsets count bytes.
type place struct {
	code       string
	cursor     int
	start, end int    // the word that the cursor is in or behind
	word       string // the whole of it
	typed      string // as far as the cursor

	comment bool     // the cursor is in a comment
	quote   bool     // in a string literal, whose text then is the word
	dot     bool     // behind a dot
	bar     int      // the lexeme of the bar that stands before the word, or -1
	before  []lexeme // what stands before the word

	call           // the innermost call around the cursor
	open []bracket // the brackets that are not closed, the outermost first
}

// A call is the arguments that are being typed.
type call struct {
	callee string          // the name before the parenthesis; "" outside calls
	at     int             // its offset
	used   map[string]bool // the named arguments it has already
	param  string          // the one whose value the cursor is in
	number int             // the position of the argument, counted from zero
	first  int             // the lexeme of the parenthesis
}

// locate finds what stands at the cursor, a count of code points. The code
// need not parse: it is being typed.
func locate(code string, cursor int) place {
	p := place{code: code, cursor: offset(code, cursor), bar: -1}
	p.start, p.end = p.cursor, p.cursor
	before := code[:p.cursor]
	lexemes, comment := lex(before)
	if comment {
		p.comment = true
		return p
	}
	if n := len(lexemes); n > 0 {
		switch last := lexemes[n-1]; {
		case last.kind == token.STRING && last.unclosed(before):
			p.quote, p.start = true, last.offset+1
			p.end = p.cursor + strings.IndexAny(code[p.cursor:]+last.text[:1], last.text[:1]+"\r\n")
			lexemes = lexemes[:n-1]
		case (last.kind == token.IDENT || last.kind.IsKeyword()) && last.end() == p.cursor:
			p.start = last.offset
			lexemes = lexemes[:n-1]
			fallthrough
		default:
			p.end = p.cursor + wordLength(code[p.cursor:])
		}
	} else {
		p.end = p.cursor + wordLength(code)
	}
	p.word, p.typed = code[p.start:p.end], code[p.start:p.cursor]
	p.before = lexemes
	p.findContext()
	return p
}

// findContext reads backwards from the word to what it stands in.
func (p *place) findContext() {
	n := len(p.before)
	for n > 0 && p.before[n-1].kind == token.SEMICOLON && p.before[n-1].text == "" && p.continues(n) {
		n-- // a bar may begin a line
	}
	if n > 0 {
		switch p.before[n-1].kind {
		case token.PERIOD:
			p.dot = true
		case token.OR:
			p.bar = n - 1
		}
	}
	p.open = openBrackets(p.before)
	p.findCall(len(p.before) - 1)
}

// continues reports whether the word is a bar's that begins the line behind
// lexeme n-1.
func (p *place) continues(n int) bool { return n < len(p.before) && p.before[n].kind == token.OR }

// A bracket is one that is not closed.
type bracket struct {
	at     int // which lexeme it is
	closes token.Token
}

// openBrackets lists the brackets that the lexemes do not close. What closes
// nothing is passed over.
func openBrackets(lexemes []lexeme) (open []bracket) {
	for i, l := range lexemes {
		switch l.kind {
		case token.LPAREN:
			open = append(open, bracket{i, token.RPAREN})
		case token.LBRACK:
			open = append(open, bracket{i, token.RBRACK})
		case token.LBRACE:
			open = append(open, bracket{i, token.RBRACE})
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if n := len(open); n > 0 && open[n-1].closes == l.kind {
				open = open[:n-1]
			}
		}
	}
	return open
}

// findCall finds the call around the word, whose last lexeme before is given.
func (p *place) findCall(last int) {
	c := call{used: map[string]bool{}, first: -1}
	depth, here := 0, true // here: still in the argument of the cursor
	for i := last; i >= 0; i-- {
		switch l := p.before[i]; l.kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LBRACE:
			if depth--; depth < 0 {
				return // a block or a literal: no call
			}
		case token.LBRACK:
			if depth--; depth < 0 {
				if i == 0 || !beginsValue(p.before[i-1].kind) {
					return
				}
				depth, here, c.number = 0, true, 0 // a list of values: one argument
			}
		case token.LPAREN:
			if depth--; depth < 0 {
				if i > 0 && p.before[i-1].kind == token.IDENT {
					c.callee, c.at, c.first = p.before[i-1].text, p.before[i-1].offset, i
					p.call = c
				}
				return
			}
		case token.COMMA:
			if depth == 0 {
				c.number++
				here = false
			}
		case token.SEMICOLON:
			if depth == 0 && l.text == ";" {
				return
			}
		case token.ASSIGN:
			if depth == 0 && i > 0 && (p.before[i-1].kind == token.IDENT || p.before[i-1].kind.IsKeyword()) {
				c.used[p.before[i-1].text] = true
				if here {
					c.param = p.before[i-1].text
				}
			}
		}
	}
}

func beginsValue(k token.Token) bool {
	return k == token.ASSIGN || k == token.COMMA || k == token.LPAREN
}

// operands lists what the bar joins to what follows it: the words, and "" for
// what is no word; the first one first.
func (p *place) operands(bar int) (words []string) {
	depth, end := 0, bar
	for i := bar - 1; i >= -1; i-- {
		kind := token.EOF
		if i >= 0 {
			kind = p.before[i].kind
		}
		switch kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
			continue
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth--
		}
		over := kind == token.EOF || depth < 0 || depth == 0 && endsOperand(kind) && !(kind == token.SEMICOLON && p.before[i].text == "" && i+1 < len(p.before) && p.before[i+1].kind == token.OR)
		if over || depth == 0 && kind == token.OR {
			words = append([]string{wordOf(p.before[i+1 : end])}, words...)
			end = i
		}
		if over {
			return words
		}
	}
	return words
}

// endsOperand reports whether no operand goes on over the token.
func endsOperand(k token.Token) bool {
	switch k {
	case token.SEMICOLON, token.COMMA, token.ASSIGN, token.DEFINE, token.COLON, token.RETURN, token.RANGE, token.CASE, token.IF, token.FOR, token.SWITCH:
		return true
	}
	return false
}

// wordOf returns the name that an operand is, bare or called.
func wordOf(operand []lexeme) string {
	if n := len(operand); n > 0 && operand[n-1].kind == token.SEMICOLON {
		operand = operand[:n-1]
	}
	n := len(operand)
	if n == 0 || operand[0].kind != token.IDENT || n > 1 && (operand[1].kind != token.LPAREN || operand[n-1].kind != token.RPAREN) {
		return ""
	}
	return operand[0].text
}

// inImport reports whether the word stands in an import declaration.
func (p *place) inImport() bool {
	for i := len(p.before) - 1; i >= 0; i-- {
		switch l := p.before[i]; l.kind {
		case token.IMPORT:
			return true
		case token.STRING, token.IDENT, token.PERIOD:
		case token.SEMICOLON:
			if len(p.open) == 0 {
				return false
			}
		case token.LPAREN:
			return i > 0 && p.before[i-1].kind == token.IMPORT
		default:
			return false
		}
	}
	return false
}
