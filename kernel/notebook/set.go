package notebook

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unfold/engine/wording"
)

// A Setting is a variable of a script with the value that its caller gives it.
type Setting struct{ Name, Value string }

// ParseSetting reads name=value.
func ParseSetting(text string) (Setting, error) {
	name, value, ok := strings.Cut(text, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !token.IsIdentifier(name) || value == "" {
		return Setting{}, fmt.Errorf("%q sets nothing; write name=value, such as k=8", text)
	}
	return Setting{name, value}, nil
}

// Set gives variables other values than the cells do: each takes the place of the
// first value that a cell gives the name outside of brackets, by :=, var or const.
// Words are put in quotes where a text in quotes stood. A name that the cells
// only read is given its value by a line before the first cell that runs; one that
// they do not have is refused.
func (n *Notebook) Set(settings ...Setting) error {
	for _, s := range settings {
		if err := n.set(s); err != nil {
			return err
		}
	}
	return nil
}

func (n *Notebook) set(s Setting) error {
	var first *Cell
	names := map[string]bool{}
	for _, c := range n.Cells {
		if c.Kind != Code || strings.HasPrefix(c.Source, "%%") {
			continue
		}
		if first == nil {
			first = c
		}
		statements := statementsOf(c.Source)
		for _, st := range statements {
			if value, ok := st.valueOf(s.Name); ok {
				old := c.Source[value.from:value.to]
				c.Source = c.Source[:value.from] + s.inPlaceOf(old) + c.Source[value.to:]
				return nil
			}
			for i, t := range st {
				called := i+1 < len(st) && st[i+1].token == token.LPAREN
				named := t.depth > 0 && i+1 < len(st) && st[i+1].token == token.ASSIGN // an argument
				if t.token == token.IDENT && !named && !called {
					names[t.text] = true
				}
			}
		}
	}
	if !names[s.Name] {
		err := fmt.Sprintf("no cell has a variable %s to set", s.Name)
		if near := wording.Nearest(s.Name, slices.Sorted(maps.Keys(names))); len(near) > 0 {
			err += "; did you mean " + near[0] + "?"
		}
		return errors.New(err)
	}
	first.Source = s.Name + " := " + s.Value + "\n" + first.Source
	return nil
}

// inPlaceOf is the value as a cell writes it in place of another.
func (s Setting) inPlaceOf(old string) string {
	if isQuoted(old) && !isQuoted(s.Value) {
		return strconv.Quote(s.Value)
	}
	return s.Value
}

func isQuoted(text string) bool {
	_, err := strconv.Unquote(text)
	return err == nil && text[0] != '\''
}

// A lexeme is a token of Go with its place in the text.
type lexeme struct {
	token    token.Token
	text     string
	from, to int
	depth    int // of the brackets around it
}

// A statement is its lexemes.
type statement []lexeme

// statementsOf cuts a cell where statements end outside of brackets. What is no Go,
// such as a command, is cut all the same and has no values.
func statementsOf(source string) (all []statement) {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(source))
	var words scanner.Scanner
	words.Init(file, []byte(source), func(token.Position, string) {}, 0)
	var now statement
	depth := 0
	for {
		pos, tok, text := words.Scan()
		switch tok {
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		}
		if tok == token.EOF || tok == token.SEMICOLON && depth <= 0 {
			if len(now) > 0 {
				all = append(all, now)
			}
			if tok == token.EOF {
				return all
			}
			now = nil
			continue
		}
		if text == "" {
			text = tok.String()
		}
		from := file.Offset(pos)
		now = append(now, lexeme{tok, text, from, min(from+len(text), len(source)), depth})
		switch tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		}
	}
}

// valueOf returns where the statement says the value of a name that it declares.
func (s statement) valueOf(name string) (value lexeme, ok bool) {
	rest := s
	if rest[0].token == token.VAR || rest[0].token == token.CONST {
		rest = rest[1:]
	}
	gives := slices.IndexFunc(rest, func(t lexeme) bool {
		return t.depth == 0 && (t.token == token.DEFINE || t.token == token.ASSIGN && len(rest) < len(s))
	})
	if gives < 0 {
		return lexeme{}, false
	}
	names, values := rest[:gives].list(), rest[gives+1:].list()
	at := slices.IndexFunc(names, func(n statement) bool { return len(n) > 0 && n[0].text == name })
	if at < 0 || len(values) != len(names) || len(values[at]) == 0 {
		return lexeme{}, false
	}
	of := values[at]
	return lexeme{from: of[0].from, to: of[len(of)-1].to}, true
}

// list cuts at commas outside of brackets.
func (s statement) list() (parts []statement) {
	var now statement
	for _, t := range s {
		if t.token == token.COMMA && t.depth == 0 {
			parts, now = append(parts, now), nil
			continue
		}
		now = append(now, t)
	}
	return append(parts, now)
}
