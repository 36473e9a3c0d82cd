package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"unfold/dsl/interp/gotypes"
)

// function lowers a function or method of the session to an assignment to its
// variable. What an init function does is returned, to follow the variables.
func (l *lowering) function(d *ast.FuncDecl) (inits []ast.Stmt) {
	obj, _ := l.info.Defs[d.Name].(*types.Func)
	pos := d.Pos()
	if d.Recv == nil && d.Name.Name == "init" {
		lit := l.funcLit(d, obj)
		return []ast.Stmt{&ast.ExprStmt{X: &ast.CallExpr{Fun: lit, Lparen: pos, Rparen: pos}}}
	}
	if obj == nil || gotypes.IsGeneric(obj) || d.Name.Name == "_" {
		return nil
	}
	name := l.name(obj)
	if m := l.methods[obj]; m != nil {
		defer func() { l.body = append(l.body, l.bindMethod(m, name, pos)) }()
	}
	sig := obj.Type().(*types.Signature)
	key := d.Name.Name // of a detached method, Type.Method
	if recv := sig.Recv(); recv != nil {
		key = receiverName(recv.Type()) + "." + key
	}
	if m, ours := l.method(key); m != nil {
		name, sig = ours, m.Type().(*types.Signature)
		defer func() { l.body = append(l.body, l.bindMethod(m, name, pos)) }()
	}
	l.global(name, asFunction(sig), pos)
	lit := l.funcLit(d, obj)
	l.body = append(l.body, l.at(pos).assign(name, lit))
	return nil
}

// receiverName is the name of the type that a method belongs to.
func receiverName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// method is the method of a session's type that is declared under Type.Method.
func (l *lowering) method(key string) (*types.Func, string) {
	if !strings.Contains(key, ".") {
		return nil, ""
	}
	return l.world.Method(key)
}

// asFunction is a method's signature with the receiver as first parameter.
func asFunction(sig *types.Signature) *types.Signature {
	if sig.Recv() == nil {
		return sig
	}
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", sig.Recv().Type())}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// funcLit is a declared function as a literal, the receiver first.
func (l *lowering) funcLit(d *ast.FuncDecl, obj *types.Func) *ast.FuncLit {
	sig, _ := l.info.Defs[d.Name].Type().(*types.Signature)
	if obj != nil {
		sig = obj.Type().(*types.Signature)
	}
	lit := &ast.FuncLit{Type: d.Type, Body: d.Body}
	lit.Type.TypeParams = nil
	lit.Type.Params.List = slices.Concat(Receiver(d), lit.Type.Params.List)
	l.enter(sig)
	l.begin(lit.Type, lit.Body, "")
	l.fields(lit.Type)
	lit.Body = l.rewrite(lit.Body).(*ast.BlockStmt)
	l.end(lit.Body)
	l.leave()
	return lit
}

// Receiver is the receiver of a method as a parameter, if it has one.
func Receiver(d *ast.FuncDecl) []*ast.Field {
	if d.Recv == nil {
		return nil
	}
	return d.Recv.List
}

// NameParameters calls the parameters _ that have no name, without which the
// interpreter counts them as none.
func NameParameters(t *ast.FuncType) {
	for _, f := range t.Params.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{Name: "_", NamePos: f.Pos()}}
		}
	}
}

func (l *lowering) enter(sig *types.Signature) {
	var t *types.Tuple
	if sig != nil {
		t = sig.Results()
	}
	l.results = append(l.results, t)
	l.named = append(l.named, t != nil && t.Len() > 0 && t.At(0).Name() != "")
}

func (l *lowering) leave() {
	l.results = l.results[:len(l.results)-1]
	l.named = l.named[:len(l.named)-1]
}

// recovers reports whether a function calls recover itself.
func recovers(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "recover" {
				found = true
			}
		}
		return !found
	})
	return found
}
