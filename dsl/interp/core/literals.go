package core

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
)

// Literals writes out what Go lets composed values leave out: the names of fields,
// the types and the & of elements, the lengths of arrays, the * before an array
// behind a pointer. The interpreter does not find them everywhere, and takes
// unexported fields by their names only.
type literals struct{ tree }

func (p *literals) before(c *astutil.Cursor) bool {
	switch n := c.Node().(type) {
	case *ast.IndexExpr:
		p.dereference(&n.X)
	case *ast.SliceExpr:
		p.dereference(&n.X)
	case *ast.CompositeLit:
		p.length(n)
		p.fields(n)
		for i, x := range n.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				kv.Key, kv.Value = p.typed(p.address(kv.Key)), p.address(kv.Value)
			} else {
				n.Elts[i] = p.address(x)
			}
		}
	}
	return true
}

func (p *literals) after(*astutil.Cursor) bool { return true }

// dereference writes that an element or a slice is one of the array that a
// pointer points to. The interpreter else takes the array's type for that of the
// element, and does not find it behind a name.
func (p *literals) dereference(x *ast.Expr) {
	pointer, ok := p.underlying(*x).(*types.Pointer)
	if !ok {
		return
	}
	if _, ok := pointer.Elem().Underlying().(*types.Array); ok {
		b := p.at((*x).Pos())
		*x = b.of(&ast.StarExpr{Star: b.pos, X: *x}, pointer.Elem())
	}
}

// length writes the length of an array that is left to its elements.
func (p *literals) length(n *ast.CompositeLit) {
	if t, ok := n.Type.(*ast.ArrayType); ok && t.Len != nil {
		n.Type = p.at(n.Pos()).typ(p.info.TypeOf(n))
	}
}

// fields names the fields of a struct.
func (p *literals) fields(n *ast.CompositeLit) {
	t := p.info.TypeOf(n)
	if pointer, ok := t.Underlying().(*types.Pointer); ok { // of an element whose & is left out
		t = pointer.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	var named []ast.Expr
	for i, x := range n.Elts {
		if _, has := x.(*ast.KeyValueExpr); has {
			return
		}
		if o := (ordered{p.tree}); st.Field(i).Name() == "_" && (o.settled(x) || o.computed(x)) {
			continue // which is not stored
		}
		key := p.at(x.Pos()).id(st.Field(i).Name())
		p.info.Uses[key] = st.Field(i)
		named = append(named, &ast.KeyValueExpr{Key: key, Colon: x.Pos(), Value: x})
	}
	n.Elts = named
}

// address writes the &T of an element that leaves it out.
func (p *literals) address(x ast.Expr) ast.Expr {
	n, ok := x.(*ast.CompositeLit)
	if !ok || n.Type != nil {
		return x
	}
	pointer, ok := p.underlying(n).(*types.Pointer)
	if !ok {
		return x
	}
	b := p.at(n.Pos())
	n.Type = b.typ(pointer.Elem())
	whole := p.info.TypeOf(n)
	b.of(n, pointer.Elem())
	return b.of(b.address(n), whole)
}

// typed writes the T of a key that leaves it out.
func (p *literals) typed(x ast.Expr) ast.Expr {
	if n, ok := x.(*ast.CompositeLit); ok && n.Type == nil {
		n.Type = p.at(n.Pos()).typ(p.info.TypeOf(n))
	}
	return x
}
