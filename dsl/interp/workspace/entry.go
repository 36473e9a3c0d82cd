package workspace

import (
	"go/token"
	"go/types"

	"unfold/dsl/interp/gotypes"
)

// An Entry is what a name means in a workspace.
type Entry struct {
	Name   string // of a method, Type.Method
	Object types.Object
	Cell   string // that has declared it
	Ours   string // its name in the interpreter; another version of it has another

	decl *item // how it was declared: functions, methods, types and constants
}

// A Declaration is the text that has declared one or several names.
type Declaration struct {
	Text  string
	At    token.Position // where it begins in its cell
	Names []string
	Order int // of two, the later has the greater
}

// Declaration is the text that has declared a function, method, type or constant;
// a variable has none.
func (e *Entry) Declaration() (d Declaration, ok bool) {
	if e.decl == nil {
		return d, false
	}
	return Declaration{e.decl.source, e.decl.at, e.decl.defines, e.decl.seq}, true
}

// generic reports whether the entry has type parameters, so that only its
// instances exist in the interpreter.
func (e *Entry) generic() bool { return gotypes.IsGeneric(e.Object) }
