package syntax

import (
	"go/token"
	"path"
	"regexp"
	"strings"
)

// scope is the Go names that a cell declares, with the lexemes between which
// each is in force. It reads no types and so errs, where it must, on the side
// of Go: a name is in force at least where Go says so.
type scope map[string][]span

// span is a stretch of lexemes, the end excluded.
type span struct{ from, to int }

// declared reports whether the name is in force at lexeme i.
func (s scope) declared(name string, i int) bool {
	_, ok := s.innermost(name, i)
	return ok
}

// innermost returns the span of the latest declaration of the name that is in
// force at lexeme i.
func (s scope) innermost(name string, i int) (span, bool) {
	last, found := span{}, false
	for _, r := range s[name] {
		if r.from <= i && i < r.to && (!found || r.from >= last.from) {
			last, found = r, true
		}
	}
	return last, found
}

func (s scope) add(name string, from, to int) {
	if name != "_" {
		s[name] = append(s[name], span{from, to})
	}
}

// scopeOf gathers the declarations of a text.
func scopeOf(t *text) scope {
	s := scope{}
	var functions []span // that the cell declares, as far as they have been read
	for i := range t.lexemes {
		switch t.kind(i) {
		case token.DEFINE:
			first := t.listStart(i)
			to := t.blockEnd(i)
			switch t.kind(first - 1) {
			case token.IF, token.FOR, token.SWITCH:
				to = t.statementEnd(i)
			}
			s.names(t, first, i, first, to)
		case token.VAR, token.CONST, token.TYPE:
			if t.kind(i-1) != token.LPAREN || t.kind(i-2) != token.PERIOD { // not x.(type)
				s.group(t, i, functions)
			}
		case token.IMPORT:
			s.imports(t, i)
		case token.FUNC:
			if t.kind(i+1) == token.IDENT {
				s.add(t.word(i+1), 0, len(t.lexemes))
			}
			s.signature(t, i)
			if body, declared := t.declaredFunction(i); declared {
				functions = append(functions, span{i, t.partner[body]})
			}
		}
	}
	return s
}

// names adds the identifiers between two lexemes that stand apart by commas.
func (s scope) names(t *text, lo, hi, from, to int) {
	for i := lo; i < hi; i++ {
		if t.kind(i) == token.IDENT && (i == lo || t.kind(i-1) == token.COMMA) {
			s.add(t.word(i), from, to)
		}
	}
}

// group adds the names of a var, const or type declaration, single or in
// parentheses. A variable of the cell is also in force in the functions that it declares
// before, which run when the variable is there.
func (s scope) group(t *text, keyword int, before []span) {
	from, to := keyword, t.blockEnd(keyword)
	if t.around[keyword] < 0 && t.kind(keyword) != token.VAR {
		from = 0 // such declarations serve the whole cell
	}
	spans := []span{{from, to}}
	if t.around[keyword] < 0 && t.kind(keyword) == token.VAR {
		spans = append(spans, before...)
	}
	for _, r := range spans {
		if t.kind(keyword+1) != token.LPAREN {
			s.leading(t, keyword+1, r.from, r.to)
			continue
		}
		for i := keyword + 2; i < t.partner[keyword+1]; i = t.after(i) {
			if k := t.kind(i - 1); k == token.LPAREN || k == token.SEMICOLON {
				s.leading(t, i, r.from, r.to)
			}
		}
	}
}

// declaredFunction reports whether the func at lexeme i declares a function or method of
// the cell, and where its body begins.
func (t *text) declaredFunction(i int) (body int, ok bool) {
	named := t.kind(i+1) == token.IDENT || t.kind(i+1) == token.LPAREN && t.kind(t.partner[i+1]+1) == token.IDENT
	if t.around[i] >= 0 || !named {
		return 0, false
	}
	body = t.signatureEnd(i)
	return body, t.kind(body) == token.LBRACE
}

// leading adds the list of identifiers that begins at lexeme i.
func (s scope) leading(t *text, i, from, to int) {
	for t.kind(i) == token.IDENT {
		s.add(t.word(i), from, to)
		if t.kind(i+1) != token.COMMA {
			return
		}
		i += 2
	}
}

// version is the last part of an import path that is not a package's name.
var version = regexp.MustCompile(`^v[0-9]+$|\.v[0-9]+$`)

// imports adds the names that an import brings.
func (s scope) imports(t *text, keyword int) {
	for i := keyword + 1; i < t.statementEnd(keyword); i++ {
		if t.kind(i) != token.STRING {
			continue
		}
		if t.kind(i-1) == token.IDENT {
			s.add(t.word(i-1), 0, len(t.lexemes))
			continue
		}
		name := strings.Trim(t.word(i), "\"`")
		if base := path.Base(name); version.MatchString(base) && strings.HasPrefix(base, "v") {
			name = path.Dir(name)
		}
		s.add(version.ReplaceAllString(path.Base(name), ""), 0, len(t.lexemes))
	}
}

// signature adds the receiver, the type parameters, the parameters and the
// named results of the func at lexeme i, in force in the signature and the body.
func (s scope) signature(t *text, i int) {
	body := t.signatureEnd(i)
	to := body
	if t.kind(body) == token.LBRACE {
		to = t.partner[body]
	}
	for k := i + 1; k < body; k = t.after(k) {
		if t.kind(k) != token.LPAREN && t.kind(k) != token.LBRACK {
			continue
		}
		for j := k + 1; j < t.partner[k]; j = t.after(j) {
			if before := t.kind(j - 1); t.kind(j) == token.IDENT && (j == k+1 || before == token.COMMA) {
				s.add(t.word(j), i, to)
			}
		}
	}
}

// signatureEnd returns the lexeme behind the signature of the func at i: the
// brace of its body, or what follows a function type.
func (t *text) signatureEnd(i int) int {
	declares := t.kind(i-1) == token.EOF || t.kind(i-1) == token.SEMICOLON
	i++
	if declares && t.kind(i) == token.LPAREN && t.kind(t.after(i)) == token.IDENT && t.kind(t.after(i)+1) == token.LPAREN {
		i = t.after(i) // a receiver
	}
	if t.kind(i) == token.IDENT {
		i++
	}
	if t.kind(i) == token.LBRACK {
		i = t.after(i)
	}
	if t.kind(i) != token.LPAREN {
		return i
	}
	return t.typeEnd(t.after(i))
}

// typeEnd returns the lexeme behind the result of a signature, or the type,
// at i; i itself if there is none.
func (t *text) typeEnd(i int) int {
	for i < len(t.lexemes) {
		switch t.kind(i) {
		case token.MUL, token.CHAN, token.ARROW, token.MAP:
			i++
		case token.LBRACK:
			i = t.after(i)
		case token.LPAREN:
			return t.after(i)
		case token.FUNC:
			return t.signatureEnd(i)
		case token.STRUCT, token.INTERFACE:
			if t.kind(i+1) == token.LBRACE {
				i++
			}
			return t.after(i)
		case token.IDENT:
			for t.kind(i+1) == token.PERIOD && t.kind(i+2) == token.IDENT {
				i += 2
			}
			if t.kind(i+1) == token.LBRACK {
				return t.after(i + 1)
			}
			return i + 1
		default:
			return i
		}
	}
	return i
}

// listStart returns the first of the identifiers apart by commas that end
// before lexeme i.
func (t *text) listStart(i int) int {
	for i >= 2 && t.kind(i-1) == token.IDENT && t.kind(i-2) == token.COMMA {
		i -= 2
	}
	return max(0, i-1)
}

// blockEnd returns where the block or clause around lexeme i ends.
func (t *text) blockEnd(i int) int {
	brace := t.around[i]
	for brace >= 0 && t.kind(brace) != token.LBRACE {
		brace = t.around[brace]
	}
	if brace < 0 {
		return len(t.lexemes)
	}
	for j := i; j < t.partner[brace]; j = t.after(j) {
		if k := t.kind(j); j > i && t.around[j] == brace && (k == token.CASE || k == token.DEFAULT) && t.kind(j+1) != token.ASSIGN {
			return j
		}
	}
	return t.partner[brace]
}

// statementEnd returns where the statement of lexeme i ends: at the end of a
// line, or at the bracket around it.
func (t *text) statementEnd(i int) int {
	for ; i < len(t.lexemes); i = t.after(i) {
		if t.isAuto(i) || isCloser(t.kind(i)) {
			return i
		}
	}
	return i
}
