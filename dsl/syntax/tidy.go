package syntax

import (
	"go/format"
	"go/token"
	"strings"

	"unfold/dsl/diag"
)

// tidy formats Go text in which, as in a cell, imports, declarations and
// statements may mix. gofmt takes a list of either, so where it does not take
// the whole, it gets stretches of one sort.
//
// A semicolon at the end is kept: it keeps a cell from showing its value.
func tidy(src string) (string, error) {
	quiet := ""
	if t := read(diag.NewSource("", src)); len(t.lexemes) > 0 {
		if last := t.lexemes[len(t.lexemes)-1]; last.kind == token.SEMICOLON && !last.auto {
			quiet = ";"
			src = src[:last.from] + src[last.to:]
		}
	}
	text, err := tidyList(src)
	if err != nil || quiet == "" {
		return text, err
	}
	return silence(text), nil
}

// silence puts a semicolon behind the last token, before any comment.
func silence(text string) string {
	t := read(diag.NewSource("", text))
	last := len(t.lexemes) - 1
	for t.isAuto(last) {
		last--
	}
	if last < 0 {
		return text
	}
	end := t.lexemes[last].to
	return text[:end] + ";" + text[end:]
}

func tidyList(src string) (string, error) {
	whole, err := gofmt(src)
	if err == nil {
		return whole, nil
	}
	stretches := sorts(src)
	if len(stretches) < 2 {
		return "", err
	}
	var b strings.Builder
	for i, s := range stretches {
		text, err := gofmt(s)
		if err != nil {
			return "", err
		}
		if i > 0 {
			b.WriteString(separation(stretches[i-1], s))
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// gofmt formats until nothing changes: of odd text one pass leaves some for
// the next.
func gofmt(src string) (string, error) {
	const passes = 4
	text := strings.TrimSpace(src)
	for range passes {
		formatted, err := format.Source([]byte(text))
		if err != nil {
			return "", err
		}
		if string(formatted) == text {
			break
		}
		text = string(formatted)
	}
	return text, nil
}

// separation is the line ends between two stretches: an empty line where
// there was one.
func separation(before, after string) string {
	gap := before[len(strings.TrimRight(before, " \t\r\n")):] + after[:len(after)-len(strings.TrimLeft(after, " \t\r\n"))]
	if strings.Count(gap, "\n") > 1 {
		return "\n\n"
	}
	return "\n"
}

// sorts cuts text where imports and declarations give way to statements, or
// the other way round. Comments go with what follows them.
func sorts(src string) []string {
	t := read(diag.NewSource("", src))
	if !t.balanced() {
		return []string{src}
	}
	t.pair()
	var stretches []string
	var sort token.Token
	begin, first := 0, true // where the stretch begins; whether a statement does
	lineEnd := 0
	for i := 0; i < len(t.lexemes); i = t.after(i) {
		l := t.lexemes[i]
		if l.kind == token.SEMICOLON {
			first, lineEnd = true, l.to
			if l.auto {
				lineEnd = trailing(t, l.to)
			}
			continue
		}
		if !first {
			continue
		}
		first = false
		here := sortOf(t, i)
		if sort != 0 && here != sort {
			stretches = append(stretches, src[begin:lineEnd])
			begin = lineEnd
		}
		sort = here
	}
	return append(stretches, src[begin:])
}

// trailing returns the end of the line at an offset if only comments follow
// there.
func trailing(t *text, at int) int {
	for _, c := range t.comments {
		gap := ""
		if c.From >= at {
			gap = t.Text[at:c.From]
		}
		if c.From >= at && !strings.Contains(gap, "\n") && strings.TrimSpace(gap) == "" {
			at = c.To
		}
	}
	return at
}

// sortOf returns IMPORT, FUNC for what may only stand outside functions, or
// SEMICOLON for statements and what may stand among them.
func sortOf(t *text, i int) token.Token {
	switch t.kind(i) {
	case token.IMPORT:
		return token.IMPORT
	case token.FUNC:
		if body := t.signatureEnd(i); t.kind(body) == token.LBRACE && t.kind(t.after(body)) != token.LPAREN {
			return token.FUNC
		}
	}
	return token.SEMICOLON
}
