package workspace

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A Symbol names an exported declaration: "net/http", "Client.Do".
type Symbol struct{ Path, Name string }

// members lists what may follow the dot behind an expression.
func (v *view) members(x ast.Expr) []Name {
	if id, ok := x.(*ast.Ident); ok {
		if pkg, ok := v.info.Uses[id].(*types.PkgName); ok {
			return v.exported(pkg.Imported())
		}
	}
	tv := v.info.Types[x]
	if tv.Type == nil {
		return nil
	}
	return v.selectors(tv.Type, tv.Addressable() || tv.IsType())
}

// exported lists what a package exports, of what is looked for.
func (v *view) exported(pkg *types.Package) (list []Name) {
	for _, name := range pkg.Scope().Names() {
		if !v.wants(name) {
			continue
		}
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			list = append(list, v.w.named(obj))
		}
	}
	return list
}

// selectors lists the fields and methods of a type that a value of it selects,
// those of embedded fields included: methods of the pointer only where the
// value has an address.
func (v *view) selectors(t types.Type, addressable bool) (list []Name) {
	seen := map[string]bool{}
	add := func(name string) {
		if seen[name] || !v.wants(name) {
			return
		}
		seen[name] = true
		obj, _, _ := types.LookupFieldOrMethod(t, addressable, v.w.Own, name)
		if obj != nil {
			list = append(list, v.member(obj, t))
		}
	}
	recv := t
	if _, isPointer := t.Underlying().(*types.Pointer); !isPointer && !types.IsInterface(t) {
		recv = types.NewPointer(t)
	}
	methods := types.NewMethodSet(recv)
	for m := range methods.Methods() {
		add(m.Obj().Name())
	}
	eachStruct(t, func(_ types.Type, st *types.Struct) bool {
		for f := range st.Fields() {
			add(f.Name())
		}
		return false
	})
	slices.SortFunc(list, func(a, b Name) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// eachStruct visits a struct type, or what a pointer points to, and the types
// of its embedded fields, until visit returns true. A type that is no struct
// is visited with a nil one.
func eachStruct(t types.Type, visit func(types.Type, *types.Struct) bool) {
	seen := map[types.Type]bool{}
	level := []types.Type{t}
	for len(level) > 0 {
		var next []types.Type
		for _, t := range level {
			t = types.Unalias(t)
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = types.Unalias(p.Elem())
			}
			if seen[t] {
				continue
			}
			seen[t] = true
			st, ok := t.Underlying().(*types.Struct)
			if !ok {
				st = types.NewStruct(nil, nil)
			}
			if visit(t, st) {
				return
			}
			for f := range st.Fields() {
				if f.Embedded() {
					next = append(next, f.Type())
				}
			}
		}
		level = next
	}
}

// member describes a field or method of a type, with all places where it may
// be documented: compiled types do not tell their own methods from those of
// embedded fields.
func (v *view) member(obj types.Object, recv types.Type) Name {
	n := v.w.named(obj)
	eachStruct(recv, func(t types.Type, _ *types.Struct) bool {
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() != Main {
			n.Symbols = append(n.Symbols, Symbol{named.Obj().Pkg().Path(), named.Obj().Name() + "." + obj.Name()})
		}
		return false
	})
	return n
}
