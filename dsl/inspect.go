package dsl

import (
	"fmt"
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
)

// Describe explains a stage, as Shift-Tab and `unfold doc` show it.
func Describe(s *engine.Stage) cell.Help {
	var p page
	p.signature(s.Signature())
	p.lead(s.Role.String(), s.Name+" "+s.Summary)
	if s.Formula != "" {
		p.code(s.Formula)
	}
	var rows [][]string
	for _, param := range engine.ParamsOf(s.Make()) {
		rows = append(rows, []string{param.Name, byDefault(param), allowed(param), param.Doc})
	}
	p.table([]string{"parameter", "default", "must be", ""}, rows)
	for _, param := range engine.ParamsOf(s.Make()) {
		if text := offered(s, param); text != "" {
			p.say(text)
			break // one example shows how
		}
	}
	if len(s.Examples) > 0 {
		p.say("for example")
		p.code(strings.Join(s.Examples, "\n"))
	}
	if s.Citation != "" {
		p.say(s.Citation)
	}
	return p.help()
}

func parameterHelp(s *engine.Stage, param *engine.Param) cell.Help {
	var p page
	p.signature(param.Name + "=" + byDefault(param))
	p.lead(s.Name, param.Doc)
	p.say(fmt.Sprintf("default %s, must be %s", byDefault(param), allowed(param)))
	if text := offered(s, param); text != "" {
		p.say(text)
	}
	if text := preferred(param); text != "" {
		p.say(text)
	}
	return p.help()
}

// preferred tells which of candidates with equal scores is chosen; nothing where
// the parameter does not say.
func preferred(p *engine.Param) string {
	switch p.Simplicity {
	case engine.Smaller:
		return "the smaller, the simpler: of candidates with equal scores the smallest is chosen"
	case engine.Larger:
		return "the larger, the simpler: of candidates with equal scores the largest is chosen"
	}
	return ""
}

func byDefault(p *engine.Param) string {
	if p.Required {
		return "required"
	}
	return p.Format(p.Default)
}

func allowed(p *engine.Param) string {
	if text := p.Rule.String(); text != engine.AnyValue().String() {
		return text
	}
	return p.Type.String()
}

// Reference lists the stages of a catalogue by role, a line each.
func Reference(c *engine.Catalogue) string {
	var p page
	for _, role := range engine.Roles() {
		names := c.Names(role)
		if len(names) == 0 {
			continue
		}
		p.text.WriteString(role.String())
		var rows [][]string
		for _, name := range names {
			s, _ := c.Lookup(name)
			rows = append(rows, []string{name, s.Summary})
		}
		p.table([]string{role.String(), ""}, rows)
		p.text.WriteString("\n")
	}
	return p.text.String()
}

// Inspect explains what stands at the cursor, a count of code points: a stage
// or its parameter, a data set, a function of the language, a Go name, a
// package. Inside the parentheses of a call, where no word is, it explains what
// is called. Detail 1 asks for more: the whole of a comment, the source of what
// a cell has declared, more of a value. No cell runs for it; a data set may be
// read, for a quarter of a second at most. It may be called at any time.
func (s *Session) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	if h, ok := s.inspectCommand(code, cursor, detail); ok {
		return h, true
	}
	p := locate(code, cursor)
	if p.comment {
		return cell.Help{}, false
	}
	if p.quote {
		if h, ok := s.inspectText(&p, detail); ok {
			return h, true
		}
		return s.inspectCallee(&p, detail)
	}
	if p.word == "" {
		return s.inspectCallee(&p, detail)
	}
	if h, ok := s.inspectWord(&p, detail); ok {
		return h, true
	}
	return s.inspectCallee(&p, detail)
}

// inspectWord explains the word at the cursor.
func (s *Session) inspectWord(p *place, detail int) (cell.Help, bool) {
	if !p.dot {
		if h, ok := s.inspectParameter(p); ok {
			return h, true
		}
		if h, ok := s.explainWord(p.word); ok && !s.golang.Declared(p.word) {
			return h, true
		}
	}
	if n, ok := s.goName(p); ok {
		return s.goHelp(n, detail), true
	}
	if p.dot {
		return cell.Help{}, false
	}
	return s.inspectUniverse(p.word, detail)
}

// inspectParameter explains the name of a stage's argument.
func (s *Session) inspectParameter(p *place) (cell.Help, bool) {
	stage := s.stageOf(p)
	if stage == nil || p.param != "" {
		return cell.Help{}, false
	}
	for _, param := range engine.ParamsOf(stage.Make()) {
		named := strings.HasPrefix(strings.TrimLeft(p.code[p.end:], " \t"), "=")
		if param.Name == p.word && (named || !s.isGoName(p.word)) {
			return parameterHelp(stage, param), true
		}
	}
	return cell.Help{}, false
}

// inspectCallee explains the call around the cursor: which argument is wanted,
// and all of it.
func (s *Session) inspectCallee(p *place, detail int) (cell.Help, bool) {
	if p.callee == "" {
		return cell.Help{}, false
	}
	if h, ok := s.explainWord(p.callee); ok && !s.golang.Declared(p.callee) && !p.calleeIsMember() {
		return h, true
	}
	place := *p
	if p.quote {
		place.start--
	}
	if callee := s.sight(place, "").Callee; callee != nil {
		return s.goHelp(*callee, detail), true
	}
	return s.inspectUniverse(p.callee, detail)
}

// calleeIsMember reports whether a dot stands before what is called.
func (p *place) calleeIsMember() bool {
	return strings.HasSuffix(strings.TrimRight(p.code[:p.at], " \t\n"), ".")
}
