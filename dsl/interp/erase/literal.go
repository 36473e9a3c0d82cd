package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (p *expressions) composite(x *ast.CompositeLit) ast.Expr {
	t := p.info.TypeOf(x)
	var pointer types.Type
	if u, ok := t.Underlying().(*types.Pointer); ok { // of an element whose & is left out
		pointer, t = t, u.Elem()
	}
	x.Type = p.spell(p.inner(t), x.Pos())
	switch u := t.Underlying().(type) {
	case *types.Struct:
		p.structElements(x, u)
	case *types.Slice:
		p.elements(x, u.Elem(), nil)
	case *types.Array:
		p.elements(x, u.Elem(), nil)
	case *types.Map:
		p.elements(x, u.Elem(), u.Key())
	}
	made := p.sealed(x, t)
	if pointer != nil {
		return p.sealed(&ast.UnaryExpr{OpPos: x.Pos(), Op: token.AND, X: x}, pointer)
	}
	return made
}

func (p *expressions) structElements(x *ast.CompositeLit, t *types.Struct) {
	compiled := false
	if named, ok := types.Unalias(p.info.TypeOf(x)).(*types.Named); ok {
		compiled = !p.own(named)
	}
	for i, elt := range x.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		at := i
		if keyed {
			at = fieldIndex(t, kv.Key.(*ast.Ident).Name)
			elt = kv.Value
		}
		name := fieldName(t, at)
		if compiled {
			name = t.Field(at).Name()
		}
		x.Elts[i] = &ast.KeyValueExpr{Key: &ast.Ident{Name: name, NamePos: x.Elts[i].Pos()}, Colon: elt.Pos(), Value: p.into(elt, t.Field(at).Type())}
	}
}

func fieldIndex(t *types.Struct, name string) int {
	for i := range t.NumFields() {
		if t.Field(i).Name() == name {
			return i
		}
	}
	return -1
}

func (p *expressions) elements(x *ast.CompositeLit, elem, key types.Type) {
	for i, elt := range x.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		if !keyed {
			x.Elts[i] = p.into(elt, elem)
			continue
		}
		if key != nil {
			kv.Key = p.into(kv.Key, key)
		} else {
			kv.Key = p.expr(kv.Key)
		}
		kv.Value = p.into(kv.Value, elem)
	}
}
