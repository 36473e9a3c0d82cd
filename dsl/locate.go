package dsl

import (
	"go/scanner"
	"go/token"
)

// place is what stands at a cursor.
type place struct {
	word     string // the identifier that the cursor is in or behind
	start    int    // where it begins, in code points
	selector string // the expression before a dot: "plot" in plot.Ne
	piped    bool   // a pipeline bar stands before the word
	fresh    bool   // a statement or an argument begins here

	stage  string          // the innermost call around the cursor
	used   map[string]bool // the named arguments it already has
	param  string          // the named argument whose value the cursor is in
	number int             // the position of the argument, counted from zero
	quoted string          // the text of a string literal up to the cursor
	quote  bool            // the cursor is inside a string literal
}

type lexeme struct {
	offset int
	kind   token.Token
	text   string
}

// locate finds what stands at the cursor, a count of code points. The code
// need not parse: it is being typed.
func locate(code string, cursor int) place {
	runes := []rune(code)
	cursor = max(0, min(cursor, len(runes)))
	before := string(runes[:cursor])
	lexemes := lex(before)
	p := place{start: cursor, used: map[string]bool{}}
	if n := len(lexemes); n > 0 {
		last := lexemes[n-1]
		end := last.offset + len(last.text)
		switch {
		case last.kind == token.STRING && end == len(before) && !closed(last.text):
			p.quote, p.quoted = true, last.text[1:]
			p.start = len([]rune(before[:last.offset])) + 1
			lexemes = lexemes[:n-1]
		case (last.kind == token.IDENT || last.kind.IsKeyword()) && end == len(before):
			p.start = len([]rune(before[:last.offset]))
			p.word = last.text + wordAfter(runes[cursor:])
			lexemes = lexemes[:n-1]
		}
	}
	p.look(lexemes)
	return p
}

// lex splits text into lexemes; what cannot be scanned is passed over.
func lex(text string) []lexeme {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, 0)
	var out []lexeme
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return out
		}
		if kind == token.SEMICOLON && literal == "\n" {
			if file.Offset(pos) == len(text) {
				continue // put there by the scanner, behind the last word
			}
			literal = ""
		} else if literal == "" {
			literal = kind.String()
		}
		out = append(out, lexeme{file.Offset(pos), kind, literal})
	}
}

func closed(literal string) bool {
	return len(literal) > 1 && literal[len(literal)-1] == literal[0] && (len(literal) < 2 || literal[len(literal)-2] != '\\')
}

func wordAfter(rest []rune) string {
	for i, r := range rest {
		if !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127) {
			return string(rest[:i])
		}
	}
	return string(rest)
}

// look reads backwards from the cursor to what it stands in.
func (p *place) look(lexemes []lexeme) {
	n := len(lexemes)
	for n > 0 && lexemes[n-1].kind == token.SEMICOLON && lexemes[n-1].text == "" {
		n-- // the scanner's own, at the end of the text
	}
	if n == 0 {
		p.fresh = true
	} else {
		switch last := lexemes[n-1]; last.kind {
		case token.PERIOD:
			p.selector = selector(lexemes[:n-1])
		case token.OR:
			p.piped = true
		case token.SEMICOLON, token.LBRACE, token.ASSIGN, token.DEFINE, token.LPAREN, token.COMMA:
			p.fresh = true
		}
		if n < len(lexemes) {
			p.fresh = p.selector == "" && !p.piped
		}
	}
	depth, argument := 0, true
	for i := n - 1; i >= 0; i-- {
		switch l := lexemes[i]; l.kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LBRACK, token.LBRACE:
			depth--
		case token.LPAREN:
			if depth--; depth < 0 {
				if i > 0 && lexemes[i-1].kind == token.IDENT {
					p.stage = lexemes[i-1].text
				}
				return
			}
		case token.COMMA:
			if depth == 0 {
				p.number++
				argument = false
			}
		case token.ASSIGN:
			if depth == 0 && i > 0 && (lexemes[i-1].kind == token.IDENT || lexemes[i-1].kind.IsKeyword()) {
				p.used[lexemes[i-1].text] = true
				if argument {
					p.param = lexemes[i-1].text
				}
			}
		}
		if depth < 0 {
			return // a brace or bracket opens around the cursor: no call
		}
	}
	p.used, p.param, p.number = map[string]bool{}, "", 0
}

// selector returns the chain of names that ends the lexemes: "a.b".
func selector(lexemes []lexeme) string {
	text := ""
	for i := len(lexemes) - 1; i >= 0; i-- {
		l := lexemes[i]
		if l.kind != token.IDENT && l.kind != token.PERIOD {
			break
		}
		text = l.text + text
	}
	return text
}
