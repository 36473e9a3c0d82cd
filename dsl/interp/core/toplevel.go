package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"unfold/dsl/interp/erase"
	"unfold/dsl/interp/gotypes"
)

// A toplevel lowers what a unit declares and does outside of functions, where all
// names are package variables.
type toplevel struct{ tree }

// declarations lowers functions and, in a cell without statements, variables in
// the order go/types found for them.
func (t *toplevel) declarations(u *Unit) {
	var inits []ast.Stmt
	for _, d := range u.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			inits = append(inits, t.function(d)...)
		case *ast.GenDecl:
			if d.Tok == token.VAR { // constants stand as values where they are used
				t.body = append(t.body, t.variables(d)...)
			}
		}
	}
	for _, init := range u.Info.InitOrder {
		b := t.at(init.Rhs.Pos())
		assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN, Rhs: []ast.Expr{init.Rhs}}
		for _, v := range init.Lhs {
			assign.Lhs = append(assign.Lhs, b.use(v))
		}
		t.body = append(t.body, t.lowered(assign)...)
	}
	t.body = append(t.body, inits...)
}

// variables declares variables, and sets those that are declared anew without a
// value back to zero.
func (t *toplevel) variables(d *ast.GenDecl) (list []ast.Stmt) {
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		for _, id := range spec.Names {
			v := t.variable(id)
			if v == nil || len(spec.Values) > 0 {
				continue
			}
			b := t.at(id.Pos())
			zero := t.tree.variable(v.Type())
			list = append(list, t.lowered(b.block(b.zeroed(zero), b.set(b.use(v), b.use(zero))))...)
		}
	}
	return list
}

// variable declares the package variable that an identifier declares, if it does.
func (t *toplevel) variable(id *ast.Ident) types.Object {
	v := t.info.Defs[id]
	if v == nil || v.Name() == "_" {
		return nil
	}
	t.global(t.name(v), v.Type(), id.Pos())
	return v
}

// statements lowers the body of a cell.
func (t *toplevel) statements(u *Unit) {
	for _, s := range u.Stmts {
		t.frame.need(t.tree, s.Stmt, nil)
	}
	for _, s := range u.Stmts {
		if x, ok := s.Stmt.(*ast.ExprStmt); ok && s.Shown {
			t.body = append(t.body, t.show(x)...)
		} else {
			t.body = append(t.body, t.statement(s.Stmt)...)
		}
		for _, again := range s.Then {
			if again = t.withoutTypes(again); again == nil {
				return
			}
			(&toplevel{tree{t.lowering, again.Info}}).declarations(again)
		}
	}
}

// statement lowers a statement of the cell.
func (t *toplevel) statement(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, lhs := range s.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					t.variable(id)
				}
			}
			s.Tok = token.ASSIGN
		}
	case *ast.DeclStmt:
		return t.declare(s.Decl.(*ast.GenDecl))
	case *ast.LabeledStmt:
		switch s.Stmt.(type) {
		case *ast.AssignStmt, *ast.DeclStmt, *ast.LabeledStmt:
			return append([]ast.Stmt{t.entry(s)}, t.statement(s.Stmt)...)
		}
	}
	return t.lowered(s)
}

// declare turns a var among statements into assignments.
func (t *toplevel) declare(d *ast.GenDecl) (list []ast.Stmt) {
	if d.Tok != token.VAR {
		return nil
	}
	list = t.variables(d)
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 0 {
			continue
		}
		assign := &ast.AssignStmt{TokPos: spec.Pos(), Tok: token.ASSIGN, Rhs: spec.Values}
		for _, id := range spec.Names {
			assign.Lhs = append(assign.Lhs, id)
		}
		list = append(list, t.lowered(assign)...)
	}
	return list
}

// lowered takes a statement, which may become several or none, through the passes.
func (t *toplevel) lowered(s ast.Stmt) []ast.Stmt {
	return t.lower(&ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{s}, Rbrace: s.End()}, t.info).(*ast.BlockStmt).List
}

// show lowers the last expression of a cell so that its value is kept.
func (t *toplevel) show(x *ast.ExprStmt) []ast.Stmt {
	tv := t.info.Types[x.X]
	if tv.IsVoid() || tv.Type == nil || speaks(t.info, x.X) {
		return t.lowered(x)
	}
	b := t.at(x.Pos())
	tuple, ok := tv.Type.(*types.Tuple)
	if !ok || tuple.Len() == 1 {
		return t.lowered(b.do(b.apply(b.hook("Show"), x.X)))
	}
	assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.DEFINE, Rhs: []ast.Expr{x.X}}
	call := b.apply(b.hook("Show"))
	for result := range tuple.Variables() {
		v := t.tree.variable(result.Type())
		assign.Lhs = append(assign.Lhs, b.defined(v))
		call.Args = append(call.Args, b.use(v))
	}
	return append(t.lowered(assign), t.lowered(b.do(call))...)
}

// speaks reports whether a call is made for its output, so that its count of
// bytes is not worth showing.
func speaks(info *types.Info, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		f, ok := info.Uses[fun.Sel].(*types.Func)
		return ok && f.Pkg() != nil && f.Pkg().Path() == "fmt" && strings.Contains(strings.ToLower(f.Name()), "print") && f.Name()[0] != 'S'
	case *ast.Ident:
		b, ok := info.Uses[fun].(*types.Builtin)
		return ok && b.Name() == "copy"
	}
	return false
}

// function lowers a function or method of the session to an assignment to its
// variable. What an init function does is returned, to follow the variables.
func (t *toplevel) function(d *ast.FuncDecl) (inits []ast.Stmt) {
	obj, _ := t.info.Defs[d.Name].(*types.Func)
	b := t.at(d.Pos())
	if d.Recv == nil && d.Name.Name == "init" {
		return []ast.Stmt{b.do(b.apply(t.literal(d, t.info)))}
	}
	if obj == nil || gotypes.IsGeneric(obj) || d.Name.Name == "_" {
		return nil
	}
	name, sig := t.name(obj), obj.Signature()
	bound := t.methods[obj]
	if m, ours := t.method(obj); m != nil { // of an earlier cell's type
		name, sig, bound = ours, m.Signature(), m
	}
	t.global(name, erase.AsFunction(sig), d.Pos())
	t.body = append(t.body, b.set(b.id(name), t.literal(d, t.info)))
	if bound != nil {
		t.body = append(t.body, t.bindMethod(bound, name, d.Pos()))
	}
	return nil
}
