package assist

import (
	"context"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/engine/figure"
)

// completeColumn lists the columns that the text of an argument can name. Within a
// longer text, such as a condition, it is the last word that is completed.
func (a *Assistant) completeColumn(stage *engine.Stage, param *engine.Param, p *place, m *matches) {
	items := a.columnItems(stage, p)
	named := slices.ContainsFunc(items, func(i cell.Item) bool { return matchRank(p.typed, i) < noMatch })
	if cut := strings.LastIndexAny(p.typed, " \t,;=<>!&|()+-*/^'\"") + 1; cut > 0 && !named {
		p.start, p.typed = p.start+cut, p.typed[cut:]
		p.end = p.cursor + wordLength(p.code[p.cursor:])
	}
	if stage.Role == engine.PrepareRole && param.Type == engine.Text {
		p.end = p.cursor + wordLength(p.code[p.cursor:]) // the rest of an expression stays
	}
	m.typed = p.typed
	m.add(items...)
}

// columnItems lists the columns that a stage can name: of a source those of the data
// that its other arguments name, else those of the data its pipeline begins with.
func (a *Assistant) columnItems(stage *engine.Stage, p *place) (items []cell.Item) {
	method := stage.Make()
	if _, isSource := method.(engine.Source); isSource {
		if !p.give(method, len(p.before)) {
			return nil
		}
	} else if method = a.sourceOf(p, p.beginning(p.first-1)); method == nil {
		return nil
	}
	header, ok := method.(engine.Headed)
	if !ok {
		return nil
	}
	columns, err := header.Headings(context.Background())
	if err != nil {
		return nil // what is typed may be no file yet
	}
	for _, c := range columns {
		items = append(items, cell.Item{Text: c, Type: "column"})
	}
	return items
}

// beginning returns the lexeme that a pipeline begins with, parentheses aside, from a
// later one of its operands.
func (p *place) beginning(operand int) int {
	depth, at := 0, operand
	for i := operand - 1; i >= 0; i-- {
		kind := p.before[i].kind
		switch kind {
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth++
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth--
		}
		newLine := kind == token.SEMICOLON && p.before[i].text == "" && p.continues(i+1)
		if depth < 0 || depth == 0 && endsOperand(kind) && !newLine {
			break
		}
		at = i
	}
	for at < operand && p.before[at].kind == token.LPAREN {
		at++
	}
	return at
}

// sourceOf returns the source that an operand is, written there or held by a variable
// of the cell or the session; nil of anything else.
func (a *Assistant) sourceOf(p *place, at int) engine.Method {
	name := p.before[at]
	if name.kind != token.IDENT {
		return nil
	}
	if stage, ok := a.Catalogue().Lookup(name.text); ok && !a.Go.Declared(name.text) {
		method := stage.Make()
		called := *p
		called.first = at
		if at+1 < len(p.before) && p.before[at+1].kind == token.LPAREN {
			called.first = at + 1
		}
		if _, isSource := method.(engine.Source); !isSource || called.first > at && !called.give(method, len(p.before)) {
			return nil
		}
		return method
	}
	for i := at - 1; i > 0; i-- { // a cell that has not run may declare it
		if p.before[i].kind == token.DEFINE && p.before[i-1].text == name.text && i+1 < at {
			return a.sourceOf(p, i+1)
		}
	}
	if value, ok := a.Go.Value(name.text); ok && a.Source != nil && a.Go.Quiet() && value.CanInterface() {
		return a.Source(value.Interface())
	}
	return nil
}

// give sets the parameters of a method to the arguments of the call, as far as a
// lexeme and its closing parenthesis, that are string literals and nothing else. It
// reports whether the method takes them.
func (p *place) give(method engine.Method, end int) bool {
	params := engine.ParamsOf(method)
	for name, value := range p.texts(params, end) {
		i := slices.IndexFunc(params, func(q *engine.Param) bool { return q.Name == name })
		if i >= 0 && params[i].Set(value) != nil {
			return false
		}
	}
	return true
}

// texts gathers the arguments of the call that are string literals and nothing else.
func (p *place) texts(params []*engine.Param, end int) map[string]string {
	given := map[string]string{}
	number, depth := 0, 0
	for i := p.first + 1; i < end && depth >= 0; i++ {
		l := p.before[i]
		switch l.kind {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		case token.COMMA:
			if depth == 0 {
				number++
			}
		}
		if l.kind != token.STRING || depth != 0 || i+1 >= end || p.before[i+1].kind != token.COMMA && p.before[i+1].kind != token.RPAREN {
			continue
		}
		text, err := strconv.Unquote(l.text)
		if err != nil {
			continue
		}
		switch before := p.before[i-1]; before.kind {
		case token.ASSIGN:
			given[p.before[i-2].text] = text
		case token.LPAREN, token.COMMA:
			if number < len(params) {
				given[params[number].Name] = text
			}
		}
	}
	return given
}

// lookItems lists the words for how figures look, of an argument of that name.
func lookItems(param string) (items []cell.Item) {
	switch param {
	case "palette":
		for _, p := range figure.Palettes() {
			items = append(items, cell.Item{Text: p.Name, Type: "value"})
		}
	case "theme":
		for _, theme := range figure.Themes() {
			items = append(items, cell.Item{Text: theme, Type: "value"})
		}
	}
	return items
}
