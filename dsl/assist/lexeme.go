package assist

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A lexeme is a word or sign of a text; offsets count bytes.
type lexeme struct {
	offset int
	kind   token.Token
	text   string
}

func (l lexeme) end() int { return l.offset + len(l.text) }

// offset turns a count of code points into one of bytes, inside the code.
func offset(code string, points int) int {
	for i := range code {
		if points <= 0 {
			return i
		}
		points--
	}
	return len(code)
}

// points turns an offset into a count of code points.
func points(code string, offset int) int { return utf8.RuneCountInString(code[:offset]) }

// lex splits text into lexemes, and reports whether it ends in a comment. What
// cannot be scanned is passed over; of the ends of lines only those between
// lexemes are kept.
func lex(text string) (out []lexeme, comment bool) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, kind, literal := s.Scan()
		l := lexeme{file.Offset(pos), kind, literal}
		comment = comment && (kind == token.EOF || kind == token.SEMICOLON && literal == "\n" && l.offset == len(text))
		switch {
		case kind == token.EOF:
			return out, comment
		case kind == token.COMMENT:
			line := strings.HasPrefix(literal, "//")
			rest := text[l.offset:]
			comment = line && !strings.Contains(rest, "\n") || !line && !strings.Contains(rest[2:], "*/")
			continue
		case kind == token.SEMICOLON && literal == "\n":
			if l.offset == len(text) {
				continue // put there by the scanner, behind the last word
			}
			l.text = ""
		case literal == "":
			l.text = kind.String()
		}
		out = append(out, l)
	}
}

// unclosed reports whether a string literal, the last lexeme of a text, goes on
// behind it.
func (l lexeme) unclosed(text string) bool {
	if l.text[0] == '`' {
		return strings.Count(text[l.offset:], "`") == 1
	}
	if l.end() != len(text) {
		return false
	}
	body := l.text[1:]
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case '"':
			return false
		}
	}
	return true
}

func wordLength(rest string) int {
	for i, r := range rest {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(rest)
}
