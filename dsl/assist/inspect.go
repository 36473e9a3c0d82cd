package assist

import (
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
)

// Inspect explains what stands at the cursor, a count of code points: a stage
// or its parameter, a data set, a function of the language, a Go name, a
// package. Inside the parentheses of a call, where no word is, it explains what
// is called. Detail 1 asks for more: the whole of a comment, the source of what
// a cell has declared, more of a value. No cell runs for it; a data set may be
// read, for a quarter of a second at most. It may be called at any time.
func (a *Assistant) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	p := locate(code, cursor)
	if p.comment {
		return cell.Help{}, false
	}
	if p.quote {
		if h, ok := a.inspectText(&p, detail); ok {
			return h, true
		}
		return a.inspectCallee(&p, detail)
	}
	if p.word == "" {
		return a.inspectCallee(&p, detail)
	}
	if h, ok := a.inspectWord(&p, detail); ok {
		return h, true
	}
	return a.inspectCallee(&p, detail)
}

// inspectWord explains the word at the cursor.
func (a *Assistant) inspectWord(p *place, detail int) (cell.Help, bool) {
	if !p.dot {
		if h, ok := a.inspectParameter(p); ok {
			return h, true
		}
		if h, ok := a.explainWord(p.word); ok && !a.Go.Declared(p.word) {
			return h, true
		}
	}
	if n, ok := a.goName(p); ok {
		return a.goHelp(n, detail), true
	}
	if p.dot {
		return cell.Help{}, false
	}
	if h, ok := a.inspectUniverse(p.word, detail); ok {
		return h, true
	}
	if h, ok := a.inspectPackage(p.word, detail); ok {
		return h, true
	}
	return a.explainElsewhere(p.word)
}

// inspectParameter explains the name of a stage's argument.
func (a *Assistant) inspectParameter(p *place) (cell.Help, bool) {
	stage := a.stageOf(p)
	if stage == nil || p.param != "" {
		return cell.Help{}, false
	}
	for _, param := range engine.ParamsOf(stage.Make()) {
		named := strings.HasPrefix(strings.TrimLeft(p.code[p.end:], " \t"), "=")
		if param.Name == p.word && (named || !a.Env.IsGo(p.word)) {
			return parameterHelp(a.Catalogue(), stage, param), true
		}
	}
	return cell.Help{}, false
}

// inspectCallee explains the call around the cursor: which argument is wanted,
// and all of it.
func (a *Assistant) inspectCallee(p *place, detail int) (cell.Help, bool) {
	if p.callee == "" {
		return cell.Help{}, false
	}
	if h, ok := a.explainWord(p.callee); ok && !a.Go.Declared(p.callee) && !p.calleeIsMember() {
		return h, true
	}
	place := *p
	if p.quote {
		place.start--
	}
	if callee := a.lookAt(place, "").Callee; callee != nil {
		return a.goHelp(*callee, detail), true
	}
	return a.inspectUniverse(p.callee, detail)
}

// calleeIsMember reports whether a dot stands before what is called.
func (p *place) calleeIsMember() bool {
	return strings.HasSuffix(strings.TrimRight(p.code[:p.at], " \t\n"), ".")
}
