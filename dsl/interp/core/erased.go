package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"unfold/dsl/interp/erase"
)

// Where types cannot be made at run time, a unit is rewritten first so that it
// has none of its own; see package erase.

// withoutTypes is a unit without types of its own, or nil where that cannot be.
func (l *lowering) withoutTypes(u *Unit) *Unit {
	if l.eraser == nil {
		return u
	}
	file := &ast.File{Name: ast.NewIdent("main"), Decls: u.Decls}
	var final ast.Stmt
	shown := map[ast.Stmt]bool{}
	if len(u.Stmts) > 0 {
		body := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{}}
		for _, s := range u.Stmts {
			body.Body.List = append(body.Body.List, s.Stmt)
			if x, ok := s.Stmt.(*ast.ExprStmt); ok && s.Shown && !speaks(u.Info, x.X) { // which what becomes of it does not tell
				final, shown[x] = x, true
			}
		}
		file.Decls = append(file.Decls, body)
	}
	made := l.erase(file, u.Info, final)
	if made == nil {
		return nil
	}
	out := &Unit{Info: made.Info}
	for _, s := range u.Stmts {
		list := made.Became[s.Stmt]
		for i, x := range list {
			next := Stmt{Stmt: x}
			if i == len(list)-1 {
				next.Shown, next.Then = shown[s.Stmt], s.Then
			}
			out.Stmts = append(out.Stmts, next)
		}
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); !ok || f.Name.Name != "_" {
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

func (l *lowering) erase(file *ast.File, info *types.Info, final ast.Stmt) *erase.Unit {
	l.eraser.Host = erasure{l}
	made, err := l.eraser.Unit(file, info, func(d *ast.FuncDecl) *types.Func { return l.declaredMethod(d, info) }, final)
	if r, ok := err.(*erase.Refusal); ok {
		l.unmade(r.Pos, r.Message, l.types.Unable)
		return nil
	}
	for f, m := range made.Methods {
		l.methods[f] = m
	}
	return made
}

// declaredMethod is the method that a declaration is of, or nil.
func (l *lowering) declaredMethod(d *ast.FuncDecl, info *types.Info) *types.Func {
	obj, ok := info.Defs[d.Name].(*types.Func)
	if !ok {
		return nil
	}
	recv := obj.Signature().Recv()
	if m, _ := l.method(obj); m != nil || recv == nil {
		return m
	}
	return obj
}

// name is the interpreter's name of an object.
func (l *lowering) name(obj types.Object) string {
	if name := l.erased[obj]; name != "" {
		return name
	}
	return l.world.Name(obj)
}

// binder is a function that gives a method its code where no type has it.
func (l *Lowerer) binder(m *types.Func) reflect.Value {
	return reflect.ValueOf(func(code any) { l.eraser.Bind(m, reflect.ValueOf(code)) })
}

// An erasure is what package erase asks of a lowering.
type erasure struct{ *lowering }

// Compiled implements erase.Host.
func (e erasure) Compiled(t *types.Named) (reflect.Type, bool) { return e.packages.Compiled(t) }

// Runtime implements erase.Host.
func (e erasure) Runtime(t types.Type) (reflect.Type, error) { return e.types.Type(t) }

// Wrapper implements erase.Host.
func (e erasure) Wrapper(t *types.Named) (reflect.Type, bool) {
	v := e.packages.Export(t.Obj().Pkg().Path(), "_"+t.Obj().Name())
	if !v.IsValid() {
		return nil, false
	}
	return v.Type().Elem(), true
}

// Supply implements erase.Host.
func (e erasure) Supply(name string, fn reflect.Value) { e.exports[name] = fn }

// Typecheck implements erase.Host.
func (e erasure) Typecheck(file *ast.File, objects []types.Object) (*types.Info, []types.Error) {
	return e.world.Check(file, objects)
}

// Named implements erase.Host.
func (e erasure) Named(obj types.Object) string { return e.name(obj) }

// Name implements erase.Host.
func (e erasure) Name(obj types.Object, name string) { e.erased[obj] = name }

// Instance implements erase.Host.
func (e erasure) Instance(f *types.Func, args *types.TypeList, pos token.Pos) string {
	return e.instance(f, args, pos)
}

// Method implements erase.Host.
func (e erasure) Method(m *types.Func, pos token.Pos) string { return e.methodName(m, pos) }

// Instantiate implements erase.Host.
func (e erasure) Instantiate(t *types.Named, pos token.Pos) { e.instanceMethods(t, pos) }
