package dsl

import (
	"unfold/dsl/diag"
	"unfold/dsl/syntax"
)

// An Argument is a named argument on its way into a call.
type Argument struct {
	Name  string
	Value any
}

// checkNamedArguments reports the named arguments of functions that take none.
// Where one goes to a parameter of any type, Go sees nothing wrong.
func checkNamedArguments(tree *syntax.Cell) (found diag.List) {
	for _, call := range tree.Calls() {
		callee := tree.Callee(call)
		for _, a := range call.Args {
			if a.Name != "" && !functionOf(callee).takesNames {
				found = append(found, diag.New(tree.Source, a.From, a.To, diag.Static, byPosition(callee), "", "leave the name out"))
			}
		}
	}
	return found
}

func byPosition(callee string) string {
	if callee == "" {
		callee = "a Go function"
	}
	return callee + " takes this argument by its position, not by a name"
}
