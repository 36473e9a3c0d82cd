package core

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

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

// method is the method of a type of an earlier cell that a function of this one
// declares, and its name in the interpreter; nil if it is none.
func (l *lowering) method(f *types.Func) (*types.Func, string) {
	key := f.Name() // of a detached method, Type.Method
	if recv := f.Signature().Recv(); recv != nil {
		key = receiverName(recv.Type()) + "." + key
	}
	if !strings.Contains(key, ".") {
		return nil, ""
	}
	return l.world.Method(key)
}

// literal lowers a declared function as a literal, the receiver first.
func (l *lowering) literal(d *ast.FuncDecl, info *types.Info) *ast.FuncLit {
	lit := &ast.FuncLit{Type: d.Type, Body: d.Body}
	lit.Type.TypeParams = nil
	lit.Type.Params.List = slices.Concat(Receiver(d), lit.Type.Params.List)
	tree{l, info}.at(d.Pos()).of(lit, info.Defs[d.Name].Type())
	return l.lower(&ast.ExprStmt{X: lit}, info).(*ast.ExprStmt).X.(*ast.FuncLit)
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
