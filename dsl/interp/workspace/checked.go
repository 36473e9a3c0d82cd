package workspace

import (
	"go/token"
	"slices"
)

// A cell is checked before it runs, often by somebody who wants to say more
// about what is wrong than Run does. If nothing is, the plan is kept for Run,
// so that no cell is understood twice.
type checked struct {
	plan  *Plan
	src   string
	scope *Scope        // of the session, when the plan was made
	files []*token.File // of the plan, which the interpreter does not know yet
}

// Check reports everything that is wrong with a cell. Nothing runs and
// nothing is declared.
func (w *Workspace) Check(name, src string) []Problem {
	w.discard()
	before := len(w.Files.fresh)
	p := w.plan(name, src)
	before = min(before, len(w.Files.fresh)) // what an import compiles takes files along
	w.ahead = &checked{plan: p, src: src, scope: w.scope, files: slices.Clone(w.Files.fresh[before:])}
	if len(p.Problems) > 0 {
		w.discard()
	}
	return p.Problems
}

// Plan understands a cell, without running it or changing the workspace. The plan
// that Check has made is used if it still holds.
func (w *Workspace) Plan(name, src string) *Plan {
	if a := w.ahead; a != nil && a.plan.Cell == name && a.src == src && a.scope == w.scope {
		w.ahead = nil
		return a.plan
	}
	w.discard()
	return w.plan(name, src)
}

// discard forgets the plan made ahead, and its files.
func (w *Workspace) discard() {
	if w.ahead == nil {
		return
	}
	w.Files.forget(w.ahead.files)
	w.ahead.plan.TakeBack()
	w.ahead = nil
}
