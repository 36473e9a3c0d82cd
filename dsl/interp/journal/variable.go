package journal

import (
	"go/types"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
)

// busy says that a value cannot be read now, since code of the session runs.
type busy struct{}

// variable writes a variable down; not ok if it cannot be read now.
func (w *writer) variable(e *workspace.Entry) (m cell.Memory, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, waits := r.(busy); !waits {
				panic(r)
			}
			ok = false
		}
	}()
	m = cell.Memory{Name: e.Name, Cell: e.Cell}
	v, found := w.Value(e.Ours)
	if !found {
		m.Gone = "its value is not known"
		return m, true
	}
	if w.Special != nil && v.CanInterface() {
		if text, gone := w.Special(v); text != "" {
			m.Text = e.Name + " := " + text
			return m, true
		} else if gone != "" {
			m.Gone = gone
			return m, true
		}
	}
	text, why := w.literal(v, e.Object.Type())
	if why != "" {
		m.Gone = why
		return m, true
	}
	typ, why := w.spell(e.Object.Type())
	m.Text, m.Gone = "var "+e.Name+" "+typ+" = "+text, why
	if why != "" {
		m.Text = ""
	}
	return m, true
}

// spell is the text of a type, or why there is none.
func (w *writer) spell(t types.Type) (text, why string) {
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(cannot)
			if !ok {
				panic(r)
			}
			why = string(reason)
		}
	}()
	return w.typ(t), ""
}
