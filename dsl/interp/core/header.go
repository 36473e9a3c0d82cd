package core

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// What a statement becomes may be several, for which there is room in a list
// only. So what stands in the header of another, or behind a label, is lowered
// as a list, too; where that is not one simple statement in the end, it goes
// before the statement whose header it was in, or, if it is to be done after
// every turn of a loop, to where a turn begins.

// compound lowers a statement that holds others. Its label, if it has one, is
// for the jumps in it.
func (l *lowering) compound(s ast.Stmt, label *ast.Ident) ast.Stmt {
	var before []ast.Stmt
	switch n := s.(type) {
	case *ast.IfStmt:
		before = l.ifStmt(n)
	case *ast.ForStmt:
		before = l.forStmt(n, label)
	case *ast.RangeStmt:
		before, s = l.rangeStmt(n, label)
	case *ast.SwitchStmt:
		before = l.headless(&n.Init)
		l.switchStmt(n)
	case *ast.TypeSwitchStmt:
		before = l.headless(&n.Init)
		s = l.typeSwitch(n)
	case *ast.SelectStmt:
		if len(n.Body.List) > 0 { // else it waits for ever
			before, s = l.selectStmt(n)
		}
	}
	if label != nil {
		s = &ast.LabeledStmt{Label: label, Colon: label.End(), Stmt: s}
	}
	if len(before) == 0 {
		return s
	}
	return &ast.BlockStmt{Lbrace: s.Pos(), List: append(before, s), Rbrace: s.End()}
}

// header lowers the statement in a header. What cannot stay there is returned.
func (l *lowering) header(s *ast.Stmt) (list []ast.Stmt) {
	list = l.headless(s)
	if len(list) == 1 && simple(list[0]) {
		*s, list = list[0], nil
	}
	return list
}

// headless takes a statement out of a header, and lowers it.
func (l *lowering) headless(s *ast.Stmt) (list []ast.Stmt) {
	if *s != nil {
		list = l.list([]ast.Stmt{*s})
	}
	*s = nil
	return list
}

// simple reports whether a statement can stand in a header.
func simple(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.ExprStmt, *ast.SendStmt:
		return true
	}
	return false
}

func (l *lowering) ifStmt(n *ast.IfStmt) (before []ast.Stmt) {
	before = l.header(&n.Init)
	n.Cond = l.expr(n.Cond)
	n.Body = l.block(n.Body)
	switch other := n.Else.(type) {
	case *ast.IfStmt:
		n.Else = l.compound(other, nil)
	case *ast.BlockStmt:
		n.Else = l.block(other)
	}
	return before
}

func (l *lowering) block(b *ast.BlockStmt) *ast.BlockStmt {
	return l.rewrite(b).(*ast.BlockStmt)
}

// labelled puts the label of a statement on what is left of it. A goto begins
// with what has gone out of its header, so that it has a label of its own.
func (l *lowering) labelled(c *astutil.Cursor, n *ast.LabeledStmt) {
	c.InsertBefore(l.entry(n))
	switch s := n.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		n.Label.Name = l.label(n.Label)
		c.Replace(l.compound(s, n.Label))
		return
	}
	for _, s := range l.list([]ast.Stmt{n.Stmt}) {
		c.InsertBefore(s)
	}
	c.Delete()
}

// entry is the place that a goto jumps to.
func (l *lowering) entry(n *ast.LabeledStmt) ast.Stmt {
	b := l.at(n.Pos())
	return &ast.LabeledStmt{Label: b.id(l.goal(n.Label)), Colon: b.pos, Stmt: &ast.EmptyStmt{Semicolon: b.pos}}
}

// label is a name for a label that no variable has, and no label of another
// function: the interpreter keeps all of them in one place.
func (l *lowering) label(id *ast.Ident) string {
	obj := l.info.ObjectOf(id)
	if obj == nil {
		return id.Name // made here
	}
	if l.renamed[obj] == "" {
		l.renamed[obj] = l.Unique(obj.Name() + "#")
	}
	return l.renamed[obj]
}

// goal is the label for goto.
func (l *lowering) goal(id *ast.Ident) string { return "goto#" + l.label(id) }

// branch names the label that a jump goes to.
func (l *lowering) branch(n *ast.BranchStmt) {
	switch {
	case n.Label == nil || l.info.ObjectOf(n.Label) == nil:
	case n.Tok == token.GOTO:
		n.Label = l.at(n.Label.Pos()).id(l.goal(n.Label))
	default:
		n.Label.Name = l.label(n.Label)
	}
}
