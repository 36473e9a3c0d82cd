package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An instance is a generic with its type arguments, under the interpreter's
// name for it.
type instance struct {
	args []types.Type
	name string
}

// instanceOf finds or names the instance of a generic object.
func (l *lowering) instanceOf(origin types.Object, args *types.TypeList) (name string, fresh bool) {
	list := make([]types.Type, args.Len())
	for i := range list {
		list[i] = args.At(i)
	}
search:
	for _, inst := range l.instances[origin] {
		for i, t := range inst.args {
			if !types.Identical(t, list[i]) {
				continue search
			}
		}
		return inst.name, false
	}
	name = l.Unique(origin.Name() + "#")
	known := l.instances[origin]
	l.instances[origin] = append(known, instance{args: list, name: name})
	l.undo = append(l.undo, func() { l.instances[origin] = known })
	return name, true
}

// instance makes a generic function for its type arguments.
func (l *lowering) instance(f *types.Func, args *types.TypeList, pos token.Pos) string {
	name, fresh := l.instanceOf(f, args)
	if !fresh {
		return name
	}
	bound := map[string]types.Type{}
	params := f.Type().(*types.Signature).TypeParams()
	for i := range params.Len() {
		bound[params.At(i).Obj().Name()] = args.At(i)
	}
	if !l.make(f, name, bound, pos) {
		l.fail(pos, "the source of generic function %s is not known", f.FullName())
	}
	return name
}

// instanceMethods makes the methods of an instance of a generic type.
func (l *lowering) instanceMethods(t *types.Named, pos token.Pos) {
	name, fresh := l.instanceOf(t.Origin().Obj(), t.TypeArgs())
	if !fresh {
		return
	}
	for i := range t.NumMethods() {
		m := t.Method(i)
		bound := map[string]types.Type{}
		params := m.Origin().Type().(*types.Signature).RecvTypeParams()
		for j := range params.Len() {
			bound[params.At(j).Obj().Name()] = t.TypeArgs().At(j)
		}
		ours := name + "." + m.Name()
		if l.make(m.Origin(), ours, bound, pos) {
			l.first = append(l.first, l.bindMethod(m, ours, pos))
		}
	}
}

// make lowers a generic whose type parameters are bound to types as a plain
// function of that name. A receiver becomes its first parameter. It reports whether its source is known.
func (l *lowering) make(generic types.Object, name string, bound map[string]types.Type, pos token.Pos) bool {
	fn, info, err := l.world.Instantiate(generic, bound)
	if err != nil {
		l.fail(pos, "%v", err)
		return true
	}
	if fn == nil {
		return false
	}
	if l.eraser != nil {
		made := l.erase(&ast.File{Name: ast.NewIdent("main"), Decls: []ast.Decl{fn}}, info, nil)
		if made == nil {
			return true
		}
		info = made.Info
	}
	b := l.at(fn.Pos())
	set := b.set(b.id(name), l.literal(fn, info))
	l.global(name, info.Defs[fn.Name].Type(), fn.Pos())
	l.first = append(l.first, set)
	return true
}
