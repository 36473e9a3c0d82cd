package interp

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// goVersion is the language cells are written in.
const goVersion = "go1.26"

// assemble makes the one file that go/types is given for a unit.
func (p *plan) assemble(u *unit) *ast.File {
	f := &ast.File{Name: ast.NewIdent("main")}
	if u.decl {
		for _, it := range u.items {
			p.detach(u, it)
			f.Decls = append(f.Decls, it.decls...)
			for _, s := range it.stmts { // var declarations of a cell without statements
				f.Decls = append(f.Decls, s.(*ast.DeclStmt).Decl)
			}
		}
		return f
	}
	var list []ast.Stmt
	for _, it := range u.items {
		list = append(list, it.stmts...)
	}
	u.body = bodyOf(list)
	f.Decls = []ast.Decl{u.body}
	return f
}

// detach makes a method of an earlier cell's type a function of its receiver:
// go/types takes methods only together with their type, and this one has the
// method already, see give. Its name, Type.Method, is like no function's.
func (p *plan) detach(u *unit, it *item) {
	if it.receiver == "" {
		return
	}
	for _, other := range u.items {
		if slices.Contains(other.defines, it.receiver) {
			return
		}
	}
	if named := p.sessionType(it.receiver); named == nil {
		return
	}
	fn := it.decls[0].(*ast.FuncDecl)
	fn.Type.Params.List = slices.Concat(receiverField(fn), fn.Type.Params.List)
	fn.Recv = nil
	fn.Name.Name = it.defines[0]
}

// sessionType is a plain defined type of an earlier cell, or nil.
func (p *plan) sessionType(name string) *types.Named {
	e := p.scope.entries[name]
	if e == nil || e.generic() {
		return nil
	}
	named, ok := e.obj.Type().(*types.Named)
	if _, isType := e.obj.(*types.TypeName); !isType || !ok || named.Obj().Pkg() != p.s.pkg {
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

// bodyOf wraps statements in a nameless function at their place.
func bodyOf(list []ast.Stmt) *ast.FuncDecl {
	pos, end := token.NoPos, token.NoPos
	if len(list) > 0 {
		pos, end = list[0].Pos(), list[len(list)-1].End()
	}
	return &ast.FuncDecl{
		Name: &ast.Ident{Name: "_", NamePos: pos},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: list, Rbrace: end},
	}
}

// check type-checks a unit in the scope of the session and returns what
// go/types has to say against it.
func (p *plan) check(u *unit) []types.Error {
	declared := map[string]bool{}
	free := map[string]bool{}
	for _, it := range u.items {
		if u.decl {
			for _, n := range it.defines {
				declared[n] = true
			}
		}
		for n := range it.free {
			free[n] = true
		}
	}
	pkg := p.s.freshPackage()
	for n := range free {
		if !declared[n] {
			if obj := p.s.lookup(p.scope, n); obj != nil {
				insert(pkg, n, obj)
			}
		}
	}
	var errs []types.Error
	u.info, errs = p.s.typecheck(pkg, u.file)
	return errs
}

// freshPackage empties the scope of the package all cells belong to. Its
// identity stays, so that objects of all cells are of one package.
func (s *Session) freshPackage() *types.Package {
	*s.pkg = *types.NewPackage(mainPath, mainPath)
	return s.pkg
}

// insert binds name to an object of any package.
func insert(pkg *types.Package, name string, obj types.Object) {
	if obj.Name() == name {
		pkg.Scope().Insert(obj)
		return
	}
	if t, ok := obj.(*types.TypeName); ok {
		pkg.Scope().Insert(types.NewTypeName(token.NoPos, pkg, name, t.Type()))
	}
}

// typecheck runs go/types over one file and collects every error that a cell
// must answer for; what is merely unused is no fault of a cell.
func (s *Session) typecheck(pkg *types.Package, file *ast.File) (*types.Info, []types.Error) {
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Implicits:  map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Instances:  map[*ast.Ident]types.Instance{},
		Scopes:     map[ast.Node]*types.Scope{},
		InitOrder:  nil,
	}
	var errs []types.Error
	conf := types.Config{
		Importer:  s.importer,
		GoVersion: goVersion,
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && !harmless(e.Msg) {
				errs = append(errs, e)
			}
		},
	}
	_ = types.NewChecker(&conf, s.files.FileSet, pkg, info).Files([]*ast.File{file}) // errors were collected
	return info, errs
}

func harmless(msg string) bool {
	return strings.HasPrefix(msg, "declared and not used") || strings.HasSuffix(msg, "is not used") ||
		strings.HasSuffix(msg, "and not used") || strings.HasPrefix(msg, "\t")
}

// reuse takes out of a unit what the session has already in the same words:
// types, so that values made earlier stay of the type they were, and generics.
func (p *plan) reuse(u *unit) {
	changedMethod := map[string]bool{}
	for _, it := range u.items {
		if it.receiver != "" && !p.sameMethod(it) {
			changedMethod[it.receiver] = true
		}
	}
	u.items = slices.DeleteFunc(u.items, func(it *item) bool {
		if len(it.decls) == 0 || len(it.defines) == 0 {
			return false
		}
		typ := it.receiver
		for _, n := range it.defines {
			e := p.scope.entries[n]
			if e == nil || e.decl == nil || e.decl.source != it.source || changedMethod[n] {
				return false
			}
			switch e.obj.(type) {
			case *types.TypeName:
			case *types.Func:
				if !e.generic() || typ != "" && changedMethod[typ] {
					return false
				}
			default:
				return false
			}
		}
		for n := range it.free {
			if e := p.scope.entries[n]; e != nil && e.decl != nil && p.current[e.decl] {
				return false // it means something new in this cell
			}
			for _, other := range u.items {
				if other != it && slices.Contains(other.defines, n) && !p.known(other) {
					return false
				}
			}
		}
		return true
	})
}

// known reports whether the session has an item's names in the same words.
func (p *plan) known(it *item) bool {
	for _, n := range it.defines {
		if e := p.scope.entries[n]; e == nil || e.decl == nil || e.decl.source != it.source {
			return false
		}
	}
	return true
}

// sameMethod reports whether a method can be given to its type as it stands
// in the session: a plain type that lacks it, or has it with this signature.
func (p *plan) sameMethod(it *item) bool {
	e := p.scope.entries[it.receiver]
	if e == nil {
		return true
	}
	old := p.scope.entries[it.defines[0]]
	if e.generic() {
		return old != nil && old.decl.source == it.source
	}
	named := p.sessionType(it.receiver)
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
func (p *plan) signature(it *item, recv *types.Named) *types.Signature {
	fn := it.decls[0].(*ast.FuncDecl)
	file := &ast.File{Name: ast.NewIdent("main"), Decls: []ast.Decl{&ast.GenDecl{
		TokPos: fn.Pos(), Tok: token.TYPE, Specs: []ast.Spec{&ast.TypeSpec{Name: ast.NewIdent("signature"), Type: fn.Type}},
	}}}
	pkg := p.s.freshPackage()
	for n := range it.free {
		if obj := p.s.lookup(p.scope, n); obj != nil {
			insert(pkg, n, obj)
		}
	}
	_, errs := p.s.typecheck(pkg, file)
	if len(errs) > 0 {
		return nil
	}
	sig := pkg.Scope().Lookup("signature").Type().Underlying().(*types.Signature)
	var t types.Type = recv
	if _, ptr := ast.Unparen(fn.Recv.List[0].Type).(*ast.StarExpr); ptr {
		t = types.NewPointer(recv)
	}
	return types.NewSignatureType(types.NewVar(fn.Pos(), p.s.pkg, "", t), nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// adopt completes a unit with what belongs to its types: a type declared anew
// gets the methods earlier cells gave it; a method that its type cannot take
// as it stands brings that type along, to be made anew.
func (p *plan) adopt(u *unit) {
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
		case p.sameMethod(it):
			p.give(it)
		default:
			if e := p.scope.entries[it.receiver]; e != nil && e.decl != nil {
				again := *e.decl
				if len(again.parse(p.s.files)) == 0 {
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
	for _, t := range types_ {
		for name, e := range p.scope.entries {
			if e.decl == nil || here[name] || !strings.HasPrefix(name, t+".") {
				continue
			}
			again := *e.decl
			if len(again.parse(p.s.files)) == 0 {
				u.items = append(u.items, &again)
				p.current[&again] = true
				here[name] = true
			}
		}
	}
}

// give adds a method to a type of an earlier cell.
func (p *plan) give(it *item) {
	named := p.sessionType(it.receiver)
	name := it.decls[0].(*ast.FuncDecl).Name.Name
	if named == nil || methodOf(named, name) != nil {
		return
	}
	if fields(named)[name] {
		at := p.s.files.Position(it.decls[0].(*ast.FuncDecl).Name.Pos())
		p.problems = append(p.problems, Problem{
			Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + len(name),
			Message: fmt.Sprintf("field and method with the same name %s", name),
		})
		return
	}
	if sig := p.signature(it, named); sig != nil {
		named.AddMethod(types.NewFunc(it.decls[0].Pos(), p.s.pkg, name, sig))
	}
}

// bind enters what a unit declares and reports the names that no longer are
// what they were, so that their users must be compiled anew.
func (p *plan) bind(u *unit) (changed map[string]bool) {
	changed = map[string]bool{}
	enter := func(name string, obj types.Object, decl *item, home string) {
		if obj == nil || obj.Type() == nil {
			return
		}
		e := &entry{name: name, obj: obj, decl: decl, cell: home}
		old := p.scope.entries[name]
		if e.generic() && decl != nil {
			p.s.generics[obj] = generic{item: decl}
		}
		if old != nil && p.same(old, e) {
			e.ours = old.ours
		} else {
			e.ours = p.s.ourName(e, old)
			if old != nil {
				changed[name] = true
			}
		}
		p.scope.declare(e)
	}
	if !u.decl {
		locals := u.info.Scopes[u.body.Type]
		for _, it := range u.items {
			for _, n := range it.defines {
				local := locals.Lookup(n)
				v, ok := local.(*types.Var)
				if !ok {
					continue
				}
				enter(n, types.NewVar(v.Pos(), p.s.pkg, n, v.Type()), nil, it.cell)
				if e := p.scope.entries[n]; e != nil {
					p.scope.ours[v] = e.ours
				}
			}
		}
		return changed
	}
	for _, it := range u.items { // types before methods, whose names depend on them
		if it.receiver != "" {
			continue
		}
		decl := it
		if it.kind == statement {
			decl = nil
		}
		for _, n := range it.defines {
			enter(n, p.s.pkg.Scope().Lookup(n), decl, it.cell)
		}
	}
	for _, it := range u.items {
		if it.receiver == "" {
			continue
		}
		fn := it.decls[0].(*ast.FuncDecl)
		obj := u.info.Defs[fn.Name]
		if fn.Recv == nil { // detached
			m := methodOf(p.sessionType(it.receiver), it.defines[0][len(it.receiver)+1:])
			if m == nil {
				continue // refused by give
			}
			obj = m
		}
		enter(it.defines[0], obj, it, it.cell)
	}
	return changed
}

// same reports whether the new meaning of a name can take the place of the
// old, where its users expect it.
func (p *plan) same(old, e *entry) bool {
	if old.generic() || e.generic() {
		return false
	}
	switch o := e.obj.(type) {
	case *types.Var:
		_, ok := old.obj.(*types.Var)
		return ok && types.Identical(old.obj.Type(), o.Type())
	case *types.Func:
		was, ok := old.obj.(*types.Func)
		if !ok || !types.Identical(was.Type(), o.Type()) {
			return false
		}
		r, s := was.Type().(*types.Signature).Recv(), o.Type().(*types.Signature).Recv()
		return r == nil && s == nil || r != nil && s != nil && types.Identical(r.Type(), s.Type())
	case *types.Const:
		was, ok := old.obj.(*types.Const)
		return ok && types.Identical(was.Type(), o.Type()) && was.Val().Kind() == o.Val().Kind() && constant.Compare(was.Val(), token.EQL, o.Val())
	case *types.TypeName:
		return types.Identical(old.obj.Type(), o.Type())
	}
	return false
}

// ourName is a name nobody else in the interpreter has. The first version of
// a type keeps its own, since embedded fields are named after it.
func (s *Session) ourName(e, old *entry) string {
	if _, ok := e.obj.(*types.TypeName); ok && old == nil && types.Universe.Lookup(e.name) == nil && !s.taken[e.name] {
		s.taken[e.name] = true
		return e.name
	}
	s.versions++
	return fmt.Sprintf("%s#%d", e.name, s.versions)
}

// problem tells a type error to the reader.
func (p *plan) problem(u *unit, e types.Error) Problem {
	at := p.s.files.Position(e.Pos)
	if !at.IsValid() {
		return Problem{Name: p.cell, Line: 1, Col: 1, EndCol: 2, Message: e.Msg}
	}
	msg, _, _ := strings.Cut(e.Msg, "\n")
	pr := Problem{Name: at.Filename, Line: at.Line, Col: at.Column, Message: msg}
	if strings.HasPrefix(msg, "too many return values") && u.body != nil && !insideLiteral(u.body, e.Pos) {
		pr.Message = "return with a value outside a function"
		pr.EndCol = at.Column + p.width(e.Pos)
		pr.Hint = "end the cell with the expression to show its value"
		return pr
	}
	pr.EndCol = at.Column + p.width(e.Pos)
	pr.Hint = p.hint(e.Msg)
	return pr
}

// insideLiteral reports whether a position is in a function literal.
func insideLiteral(n ast.Node, pos token.Pos) (inside bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= pos && pos < lit.End() {
			inside = true
		}
		return !inside
	})
	return inside
}
