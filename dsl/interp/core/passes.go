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

// passes are what a cell goes through, in this order.
var passes = []pass{
	// First, while each label is on the statement it was written for.
	{"labels", func(t tree) rewriter { return &labels{tree: t} }},
	// Before passes that look at the parts of composed values.
	{"literals", func(t tree) rewriter { return &literals{t} }},
	// Before anything asks what a selector means.
	{"methods", func(t tree) rewriter { return &methods{tree: t} }},
	// Before defers and loops, whose bodies may become functions with returns of their own.
	{"results", func(t tree) rewriter { return &results{tree: t} }},
	// Before loops: what the body of an iterator defers is the function's around it.
	{"defers", func(t tree) rewriter {
		return &defers{tree: t, around: []*frame{t.frame}, deferred: map[*ast.FuncLit]*frame{}}
	}},
	// Before switches, since an iterator's body is left by jumps that a switch may hold.
	{"loops", func(t tree) rewriter { return &loops{tree: t} }},
	// Before order, so that nothing but calls and && decides what is evaluated.
	{"switches", func(t tree) rewriter { return &switches{tree: t} }},
	// Before anything that makes calls of what was none.
	{"order", func(t tree) rewriter { return &order{tree: t} }},
	// Once every value goes into one place only.
	{"boundary", func(t tree) rewriter { return &boundary{tree: t} }},
	// Behind boundary, which knows Go's own functions by their names.
	{"builtins", func(t tree) rewriter { return &builtins{t} }},
	// Behind boundary, too, which tells computed values from those of calls.
	{"dynamic", func(t tree) rewriter { return &dynamic{t} }},
	// Last, since nothing has a type afterwards.
	{"names", func(t tree) rewriter { return &names{t} }},
}
