package core

import (
	"go/ast"

	"golang.org/x/tools/go/ast/astutil"
)

// A pass rewrites checked Go. Between passes it stays checked Go, whose every
// expression has its type; see tree.
type pass struct {
	name string
	make func(tree) rewriter
}

// A rewriter is called before and after the children of each node are visited.
type rewriter interface {
	before(*astutil.Cursor) bool
	after(*astutil.Cursor) bool
}

// passes are what a piece of a cell goes through, in this order. A new one stands
// behind those whose work it needs done and before those that would undo its own;
// testdata has what cells become behind each.
var passes = []pass{
	// First, since others put statements in front of those that a goto jumps to.
	{"labels", func(t tree) rewriter { return &labels{tree: t} }},
	// Before all that look at composed values, and need not know what may be left out of them.
	{"literals", func(t tree) rewriter { return &literals{t} }},
	// Before defers and order, to which a receiver is an argument like others.
	{"methods", func(t tree) rewriter { return &methods{t} }},
	// Before defers and loops: both put statements into functions of their own, from which a return does not return.
	{"results", func(t tree) rewriter { return &results{tree: t} }},
	// Before loops, since what the body of an iterator defers is the function's around it.
	{"defers", func(t tree) rewriter {
		return &defers{tree: t, around: []*frame{t.frame}, deferred: map[*ast.FuncLit]*frame{}}
	}},
	// Before order, which takes out of headers what loops put there.
	{"loops", func(t tree) rewriter { return &loops{t} }},
	// Before order, which knows conditions, but no cases of values and types.
	{"switches", func(t tree) rewriter { return &switches{t} }},
	// Behind all that make statements, before those that replace an expression by another: these keep the order they find.
	{"order", func(t tree) rewriter { return &order{tree: t} }},
	// Behind order, when every value goes into one place.
	{"boundary", func(t tree) rewriter { return &boundary{tree: t} }},
	// Behind boundary, which knows Go's own functions by their names.
	{"builtins", func(t tree) rewriter { return &builtins{t} }},
	// Behind boundary, to which an operation and a call are not the same.
	{"dynamic", func(t tree) rewriter { return &dynamic{t} }},
	// Last, since what it makes has no types.
	{"names", func(t tree) rewriter { return &names{t} }},
}
