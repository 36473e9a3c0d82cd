package syntax

import (
	"go/scanner"
	"go/token"
	"strings"

	"unfold/dsl/diag"
)

// dots is the token between the ends of a range: 3..15.
const dots token.Token = -1

// A lexeme is a token with its place in bytes.
type lexeme struct {
	kind     token.Token
	from, to int
	auto     bool // a semicolon that stands for the end of a line
}

// text is a source cut into lexemes, with brackets matched.
type text struct {
	*diag.Source
	lexemes  []lexeme
	comments []Extent
	partner  []int // of a bracket its counterpart, of others -1
	around   []int // the innermost bracket that is open at a lexeme, or -1
	faults   []fault
}

// A fault is what the scanner could not read.
type fault struct {
	at      int
	message string
}

// unterminated reports whether the fault swallowed the text behind it.
func (f fault) unterminated() bool { return strings.HasSuffix(f.message, "not terminated") }

// read cuts a source. Lexemes are Go's, with two differences: the dots of a
// range are one, and the end of a line is none where a bar begins the next.
func read(source *diag.Source) *text {
	t := &text{Source: source}
	t.scan()
	return t
}

func (t *text) scan() {
	masked := maskDots(t.Text)
	file := token.NewFileSet().AddFile("", -1, len(masked))
	var s scanner.Scanner
	s.Init(file, masked, func(p token.Position, message string) {
		t.faults = append(t.faults, fault{p.Offset, message})
	}, scanner.ScanComments)
	for {
		pos, kind, literal := s.Scan()
		from := file.Offset(pos)
		switch kind {
		case token.EOF:
			return
		case token.COMMENT:
			t.comments = append(t.comments, Extent{from, t.commentEnd(from)})
			continue
		case token.COLON:
			if t.Text[from] == '.' {
				s.Scan() // the second of the two
				t.lexemes = append(t.lexemes, lexeme{kind: dots, from: from, to: from + 2})
				continue
			}
		case token.OR:
			if n := len(t.lexemes); n > 0 && t.lexemes[n-1].auto {
				t.lexemes = t.lexemes[:n-1] // no Go statement begins with a bar
			}
		}
		l := lexeme{kind: kind, from: from}
		switch {
		case kind == token.SEMICOLON && literal == "\n":
			l.auto, l.to = true, from
		case kind == token.STRING && t.Text[from] == '`':
			l.to = t.rawEnd(from)
		case literal == "":
			l.to = from + len(kind.String())
		default:
			l.to = from + len(literal)
		}
		l.to = min(l.to, len(t.Text))
		t.lexemes = append(t.lexemes, l)
	}
}

// maskDots replaces the two dots of a range by colons, which keep the scanner
// from taking them for parts of numbers. Of literals and comments only places
// are used, so that masking them too does no harm.
func maskDots(src string) []byte {
	masked := []byte(src)
	for i := 0; i < len(src); {
		n := 0
		for i+n < len(src) && src[i+n] == '.' {
			n++
		}
		if n == 2 {
			masked[i], masked[i+1] = ':', ':'
		}
		i += max(1, n)
	}
	return masked
}

// commentEnd finds the end of the comment at an offset. The scanner's text of
// it lacks carriage returns and so has another length.
func (t *text) commentEnd(from int) int {
	rest := t.Text[from:]
	if strings.HasPrefix(rest, "//") {
		line, _, _ := strings.Cut(rest, "\n")
		return from + len(strings.TrimSuffix(line, "\r"))
	}
	if i := strings.Index(rest[2:], "*/"); i >= 0 {
		return from + i + 4
	}
	return len(t.Text)
}

func (t *text) rawEnd(from int) int {
	if i := strings.IndexByte(t.Text[from+1:], '`'); i >= 0 {
		return from + i + 2
	}
	return len(t.Text)
}

// kind returns the kind of lexeme i, EOF outside the text.
func (t *text) kind(i int) token.Token {
	if i < 0 || i >= len(t.lexemes) {
		return token.EOF
	}
	return t.lexemes[i].kind
}

// word returns lexeme i as it is written.
func (t *text) word(i int) string { return t.Text[t.lexemes[i].from:t.lexemes[i].to] }

// isAuto reports whether lexeme i is the end of a line.
func (t *text) isAuto(i int) bool { return i >= 0 && i < len(t.lexemes) && t.lexemes[i].auto }

// extent returns the place of the lexemes from lo up to hi.
func (t *text) extent(lo, hi int) Extent {
	if lo >= hi {
		at := len(t.Text)
		if lo < len(t.lexemes) {
			at = t.lexemes[lo].from
		}
		return Extent{at, at}
	}
	return Extent{t.lexemes[lo].from, t.lexemes[hi-1].to}
}

// after returns the lexeme behind i, or behind its partner if i opens a
// bracket.
func (t *text) after(i int) int {
	if t.partner[i] > i {
		return t.partner[i] + 1
	}
	return i + 1
}
