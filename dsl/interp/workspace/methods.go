package workspace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// detach makes a method of an earlier cell's type a function of its receiver:
// go/types takes methods only together with their type, and this one has the
// method already, see give. Its name, Type.Method, is like no function's.
func (u *Unit) detach(sc *Scope, it *item) {
	if it.receiver == "" {
		return
	}
	for _, other := range u.items {
		if slices.Contains(other.defines, it.receiver) {
			return
		}
	}
	if named := sc.plainType(it.receiver); named == nil {
		return
	}
	fn := it.decls[0].(*ast.FuncDecl)
	receiverFirst(fn)
	nameParameters(fn.Type) // a list has names for all or for none
	fn.Name.Name = it.defines[0]
}

// receiverFirst makes a method a function whose first parameter is the receiver.
func receiverFirst(fn *ast.FuncDecl) {
	if fn.Recv != nil {
		fn.Type.Params.List = slices.Concat(fn.Recv.List, fn.Type.Params.List)
		fn.Recv = nil
	}
}

// nameParameters calls the parameters _ that have no name.
func nameParameters(t *ast.FuncType) {
	for _, f := range t.Params.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{Name: "_", NamePos: f.Pos()}}
		}
	}
}

// plainType is a plain defined type of an earlier cell, or nil.
func (sc *Scope) plainType(name string) *types.Named {
	e := sc.entries[name]
	if e == nil || e.generic() {
		return nil
	}
	named, ok := e.Object.Type().(*types.Named)
	if _, isType := e.Object.(*types.TypeName); !isType || !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != Main {
		return nil
	}
	return named
}

// methodOf is the method of a defined type, or nil.
func methodOf(n *types.Named, name string) *types.Func {
	for m := range n.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// sameMethod reports whether a method can be given to its type as it stands
// in the session: a plain type that lacks it, or has it with this signature.
func (p *Plan) sameMethod(it *item) bool {
	e := p.scope.entries[it.receiver]
	if e == nil {
		return true
	}
	old := p.scope.entries[it.defines[0]]
	if e.generic() {
		return old != nil && old.decl.source == it.source
	}
	named := p.scope.plainType(it.receiver)
	if named == nil {
		return true // the checker says what is wrong
	}
	sig := p.signature(it, named)
	if sig == nil {
		return false
	}
	m := methodOf(named, it.defines[0][len(it.receiver)+1:])
	if m == nil {
		return true
	}
	had := m.Type().(*types.Signature)
	return types.Identical(had, sig) && types.Identical(had.Recv().Type(), sig.Recv().Type())
}

// isGeneric reports whether a name is of something generic.
func (sc *Scope) isGeneric(name string) bool {
	e := sc.entries[name]
	return e != nil && e.generic()
}

func fields(n *types.Named) map[string]bool {
	names := map[string]bool{}
	if st, ok := n.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			names[f.Name()] = true
		}
	}
	return names
}

// signature is the type of a method of a session's type, or nil when it does
// not make sense without the rest of its cell.
func (p *Plan) signature(it *item, recv *types.Named) *types.Signature {
	fn := it.decls[0].(*ast.FuncDecl)
	file := &ast.File{Name: ast.NewIdent("main"), Decls: []ast.Decl{&ast.GenDecl{
		TokPos: fn.Pos(), Tok: token.TYPE, Specs: []ast.Spec{&ast.TypeSpec{Name: ast.NewIdent("signature"), Type: fn.Type}},
	}}}
	pkg := p.w.fresh()
	for n := range it.free {
		if obj := p.w.lookup(p.scope, n); obj != nil {
			insert(pkg, n, obj)
		}
	}
	_, errs, _ := p.w.typecheck(pkg, file)
	if len(errs) > 0 {
		return nil
	}
	sig := pkg.Scope().Lookup("signature").Type().Underlying().(*types.Signature)
	var t types.Type = recv
	if _, ptr := ast.Unparen(fn.Recv.List[0].Type).(*ast.StarExpr); ptr {
		t = types.NewPointer(recv)
	}
	return types.NewSignatureType(types.NewVar(fn.Pos(), p.w.Own, "", t), nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// adopt completes a unit with what belongs to its types: a type declared anew
// gets the methods earlier cells gave it; a method that its type cannot take
// as it stands brings that type along, to be made anew.
func (p *Plan) adopt(u *Unit) {
	here := map[string]bool{}
	for _, it := range u.items {
		for _, n := range it.defines {
			here[n] = true
		}
	}
	var types_ []string // declared anew
	for _, it := range slices.Clone(u.items) {
		switch {
		case it.receiver == "":
			types_ = append(types_, it.defines...)
		case here[it.receiver]:
		case !p.scope.isGeneric(it.receiver) && p.sameMethod(it):
			p.give(it)
		default:
			if e := p.scope.entries[it.receiver]; e != nil && e.decl != nil {
				again := *e.decl
				if len(again.parse(p.w.Files)) == 0 {
					u.items = append(u.items, &again)
					p.current[&again] = true
					for _, n := range again.defines {
						here[n] = true
						types_ = append(types_, n)
					}
				}
			}
		}
	}
	u.adopted = map[*item]bool{}
	for _, t := range types_ {
		for name, e := range p.scope.entries {
			if e.decl == nil || here[name] || !strings.HasPrefix(name, t+".") {
				continue
			}
			again := *e.decl
			if len(again.parse(p.w.Files)) == 0 {
				u.items = append(u.items, &again)
				u.adopted[&again] = true
				p.current[&again] = true
				here[name] = true
			}
		}
	}
}

// checkAdopted checks a unit. Methods of earlier cells that do not fit a type as
// it is declared anew are dropped, one round after another, which is told.
func (p *Plan) checkAdopted(u *Unit) []types.Error {
	for {
		u.File = u.assemble(p.scope)
		errs := p.check(u)
		unfit := map[*item]string{}
		for _, e := range errs {
			if it := itemAt(u.items, e.Pos); u.adopted[it] && unfit[it] == "" {
				unfit[it] = e.Msg
			}
		}
		if len(unfit) == 0 {
			return errs
		}
		for _, it := range inOrder(unfit) {
			method := it.defines[0]
			p.Notes = append(p.Notes, fmt.Sprintf("method %s of %s is dropped, since it does not fit the new %s: %s", method, it.cell, it.receiver, unfit[it]))
			delete(p.scope.entries, method)
		}
		u.items = slices.DeleteFunc(u.items, func(it *item) bool { return unfit[it] != "" })
		for _, it := range u.items {
			it.parse(p.w.Files)
		}
	}
}

// give adds a method to a type of an earlier cell.
func (p *Plan) give(it *item) {
	named := p.scope.plainType(it.receiver)
	name := it.decls[0].(*ast.FuncDecl).Name.Name
	if named == nil || methodOf(named, name) != nil {
		return
	}
	if fields(named)[name] {
		at := p.w.Files.Position(it.decls[0].(*ast.FuncDecl).Name.Pos())
		p.Problems = append(p.Problems, Problem{
			Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + len(name),
			Message: fmt.Sprintf("field and method with the same name %s", name),
		})
		return
	}
	if sig := p.signature(it, named); sig != nil {
		p.given = append(p.given, gift{named, methodsOf(named)})
		named.AddMethod(types.NewFunc(it.decls[0].Pos(), p.w.Own, name, sig))
	}
}

// A gift is a type of an earlier cell that a plan has given a method, and the
// methods that it had.
type gift struct {
	to  *types.Named
	had []*types.Func
}

// TakeBack takes from types what the plan has given them. Package go/types
// forgets no method, so that its list is put back as it was.
func (p *Plan) TakeBack() {
	for _, g := range slices.Backward(p.given) {
		for _, m := range methodsOf(g.to)[len(g.had):] {
			p.w.opts.RemoveMethod(g.to, m)
		}
		*methodList(g.to) = g.had
	}
	p.given = nil
}

func methodsOf(t *types.Named) []*types.Func { return slices.Clip(*methodList(t)) }

func methodList(t *types.Named) *[]*types.Func {
	field := reflect.ValueOf(t).Elem().FieldByName("methods")
	if field.Type() != reflect.TypeFor[[]*types.Func]() {
		panic(fmt.Sprintf("the methods of a type are a %v", field.Type()))
	}
	return (*[]*types.Func)(unsafe.Pointer(field.UnsafeAddr()))
}
