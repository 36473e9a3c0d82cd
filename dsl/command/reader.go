package command

import (
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A reader walks over Go text and knows, at the end of each line, whether a
// statement may begin on the next. It does not mind text that is no Go; in
// particular a string or character ends with its line, closed or not.
type reader struct {
	text  string
	at    int
	depth int  // brackets that are open
	open  bool // the last word asks for another
	said  bool // there was a word at all
}

// boundary reports whether a statement may begin here.
func (r *reader) boundary() bool { return r.depth <= 0 && !r.open }

// line reads to the end of the line, over those that a comment or a raw string
// goes on through, and over the line's end.
func (r *reader) line(end int) {
	for r.at < end {
		c := r.text[r.at]
		switch {
		case c == '\n':
			r.at++
			return
		case c == ' ' || c == '\t' || c == '\r':
			r.at++
		case strings.HasPrefix(r.text[r.at:end], "//"):
			r.at = lineEnd(r.text[:end], r.at)
		case strings.HasPrefix(r.text[r.at:end], "/*"):
			r.skipTo(r.at+len("/*"), "*/", end)
		default:
			r.said = true
			r.word(c, end)
		}
	}
}

// word reads one token, or as much of one as matters.
func (r *reader) word(c byte, end int) {
	switch {
	case c == '`':
		r.open = false
		r.skipTo(r.at+1, "`", end)
	case c == '"' || c == '\'':
		r.quoted(c, end)
	case c == '(' || c == '[' || c == '{':
		r.at, r.open = r.at+1, true
		r.depth++
	case c == ')' || c == ']' || c == '}':
		r.at, r.open = r.at+1, false
		r.depth--
	case c == ';' || c == ':':
		r.at, r.open = r.at+1, false
	case strings.HasPrefix(r.text[r.at:end], "++") || strings.HasPrefix(r.text[r.at:end], "--"):
		r.at, r.open = r.at+2, false
	case c >= utf8.RuneSelf || isLetter(rune(c)):
		r.identifier(end)
	default:
		r.at, r.open = r.at+1, true
	}
}

func isLetter(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// identifier reads a name, a keyword or a number.
func (r *reader) identifier(end int) {
	from := r.at
	for r.at < end {
		c, size := utf8.DecodeRuneInString(r.text[r.at:end])
		if !isLetter(c) && r.at > from {
			break
		}
		r.at += size
	}
	switch t := token.Lookup(r.text[from:r.at]); t {
	case token.BREAK, token.CONTINUE, token.FALLTHROUGH, token.RETURN:
		r.open = false
	default:
		r.open = t.IsKeyword()
	}
}

func (r *reader) quoted(quote byte, end int) {
	r.open = false
	for r.at++; r.at < end && r.text[r.at] != '\n'; r.at++ {
		switch r.text[r.at] {
		case '\\':
			if r.at+1 < end && r.text[r.at+1] != '\n' {
				r.at++
			}
		case quote:
			r.at++
			return
		}
	}
}

// skipTo goes behind a mark, looked for from an offset on, or to the end where
// there is none.
func (r *reader) skipTo(from int, mark string, end int) {
	from = min(from, end)
	r.at = end
	if i := strings.Index(r.text[from:end], mark); i >= 0 {
		r.at = from + i + len(mark)
	}
}

// lineEnd is the offset of the end of the line, before its line feed.
func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}
