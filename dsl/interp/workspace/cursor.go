package workspace

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"unfold/dsl/interp/packages"
)

// Cursor is the name that stands in a text in place of the word that is looked
// at.
const Cursor = "cursor__"

// A Surroundings is what types tell of the cursor in a text that may still be
// unfinished and full of faults. Nothing runs to find it out.
type Surroundings struct {
	Names   []Name // in force at the place, the innermost first
	Dot     bool   // the place is behind a dot
	Members []Name // what may follow the dot
	Fields  []Name // fields that the struct literal around the place does not give yet
	Defined *Name  // what the text declares at the place
	Callee  *Name  // what is called with an argument at the place
}

// AtCursor tells what stands at the name Cursor in a text. With another word for
// the cursor, Names and Members are this one word's.
func (w *Workspace) AtCursor(src, word string) Surroundings {
	v := &view{w: w, word: word}
	defer func() {
		_ = recover() // of go/types, over text that nobody has finished; what was seen stays
	}()
	v.read(src)
	v.see()
	return v.found
}

// A view is a text on its way to a Surroundings.
type view struct {
	w     *Workspace
	word  string
	files *token.FileSet
	file  *ast.File
	main  *ast.FuncDecl // the statements of the cell
	pkg   *types.Package
	info  *types.Info
	path  []ast.Node // from the file to the cursor
	found Surroundings
}

// read parses a cell as a package: its statements become the body of a
// function. The parser goes on behind faults.
func (v *view) read(src string) {
	var imports, outside, inside strings.Builder
	items, program, _ := split("cell", src)
	for _, it := range items {
		switch {
		case it.kind == importing:
			imports.WriteString(it.source + "\n")
		case it.kind == declaration || program:
			outside.WriteString(it.source + "\n")
		default:
			inside.WriteString(it.source + "\n")
		}
	}
	text := "package main\n" + imports.String() + "func _() {\n" + inside.String() + "\n}\n" + outside.String()
	v.parse(text)
	if more := v.receivers(); more != "" {
		v.parse(text + more)
	}
	for _, d := range v.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "_" && v.main == nil {
			v.main = fn
		}
	}
}

func (v *view) parse(text string) {
	v.files = token.NewFileSet()
	v.file, _ = parser.ParseFile(v.files, "cell", text, parser.SkipObjectResolution|parser.AllErrors) // faults are no news
}

// receivers returns the declarations, in earlier cells, of the types that the
// text gives methods: a type and its methods must stand together.
func (v *view) receivers() string {
	var b strings.Builder
	declared := declaredIn(v.file)
	for _, d := range v.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 {
			continue
		}
		name := receiverName(fn)
		e := v.w.scope.entries[name]
		if declared[name] || e == nil || e.decl == nil {
			continue
		}
		declared[name] = true
		b.WriteString(e.decl.source + "\n")
		for method, m := range v.w.scope.entries {
			if strings.HasPrefix(method, name+".") && m.decl != nil {
				b.WriteString(m.decl.source + "\n")
			}
		}
	}
	return b.String()
}

// see finds the cursor and what the types say there. Functions of the cell see
// the variables of its statements, which are known only after those are checked.
func (v *view) see() {
	v.path = pathTo(v.file)
	v.check(nil)
	if len(v.path) > 1 && v.main != nil && v.path[1] != ast.Node(v.main) {
		if body := v.info.Scopes[v.main.Type]; body != nil {
			v.check(body)
		}
	}
	if len(v.path) == 0 {
		return
	}
	v.callee()
	parent := v.parent(1)
	if sel, ok := parent.(*ast.SelectorExpr); ok && isCursor(sel.Sel) {
		v.found.Dot = true
		v.found.Members = v.members(sel.X)
		return
	}
	id := v.path[len(v.path)-1].(*ast.Ident)
	if obj := v.info.Defs[id]; obj != nil {
		n := v.w.named(obj)
		n.Name = v.word
		v.found.Defined = &n
	}
	v.literal()
	v.names(id.Pos())
}

// parent returns the node around the cursor's, n steps out.
func (v *view) parent(n int) ast.Node {
	if i := len(v.path) - 1 - n; i >= 0 {
		return v.path[i]
	}
	return nil
}

func isCursor(n ast.Node) bool {
	id, ok := n.(*ast.Ident)
	return ok && id.Name == Cursor
}

// pathTo lists the nodes around the cursor, the outermost first.
func pathTo(file *ast.File) (path []ast.Node) {
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		if isCursor(n) && path == nil {
			path = append(path, stack...)
		}
		return true
	})
	return path
}

// check type-checks the file in the scope of the session, with the names of
// more beside it.
func (v *view) check(more *types.Scope) {
	v.pkg = types.NewPackage(Main, Main)
	declared := declaredIn(v.file)
	qualifies := map[*ast.Ident]bool{}
	ast.Inspect(v.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok {
				qualifies[id] = true
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok || declared[id.Name] || v.pkg.Scope().Lookup(id.Name) != nil {
			return true
		}
		if more != nil {
			if obj := more.Lookup(id.Name); obj != nil {
				v.pkg.Scope().Insert(obj)
				return true
			}
		}
		switch obj := v.w.lookup(v.w.scope, id.Name).(type) {
		case nil:
			if qualifies[id] { // a package that is not imported yet, most likely
				v.supply(id.Name)
			}
		case *types.PkgName: // an import is of the package that it stands in
			v.pkg.Scope().Insert(types.NewPkgName(token.NoPos, v.pkg, id.Name, obj.Imported()))
		default:
			insert(v.pkg, id.Name, obj)
		}
		return true
	})
	v.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{},
	}
	conf := types.Config{Importer: v.w.Packages, GoVersion: packages.GoVersion, Error: func(error) {}}
	_ = types.NewChecker(&conf, v.files, v.pkg, v.info).Files([]*ast.File{v.file}) // faults are no news
}

// supply makes a package known by its name though nothing imports it.
func (v *view) supply(name string) {
	if pkg, err := v.w.Packages.Import(v.w.Packages.Named(name)); err == nil {
		v.pkg.Scope().Insert(types.NewPkgName(token.NoPos, v.pkg, name, pkg))
	}
}

// declaredIn lists what a file declares outside functions.
func declaredIn(file *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			it := item{}
			it.specs(d)
			for _, n := range it.defines {
				names[n] = true
			}
		}
	}
	return names
}

// callee finds the innermost call with the cursor among its arguments.
func (v *view) callee() {
	for i := len(v.path) - 2; i >= 0; i-- {
		call, ok := v.path[i].(*ast.CallExpr)
		if !ok || v.path[i+1] == ast.Node(call.Fun) {
			continue
		}
		fun := ast.Unparen(call.Fun)
		var obj types.Object
		switch fun := fun.(type) {
		case *ast.Ident:
			obj = v.info.Uses[fun]
		case *ast.SelectorExpr:
			obj = v.info.Uses[fun.Sel]
			if sel := v.info.Selections[fun]; sel != nil {
				n := v.member(sel.Obj(), sel.Recv())
				v.found.Callee = &n
				return
			}
		}
		if obj != nil && obj.Pkg() != nil { // not one of Go's own
			n := v.w.named(obj)
			v.found.Callee = &n
		}
		return
	}
}

// literal lists the fields of the struct literal whose next element the cursor
// begins.
func (v *view) literal() {
	lit, ok := v.parent(1).(*ast.CompositeLit)
	given := map[string]bool{}
	if kv, is := v.parent(1).(*ast.KeyValueExpr); is && isCursor(kv.Key) {
		lit, ok = v.parent(2).(*ast.CompositeLit)
	}
	if !ok || lit.Type != nil && isCursor(lit.Type) {
		return
	}
	t := v.info.TypeOf(lit)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			if !isCursor(e) {
				return // values without names
			}
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok {
			given[id.Name] = true
		}
	}
	for f := range st.Fields() {
		if !given[f.Name()] && (f.Exported() || v.own(f.Pkg())) && v.wants(f.Name()) {
			v.found.Fields = append(v.found.Fields, v.member(f, t))
		}
	}
}

// own reports whether unexported names of a package can be used here.
func (v *view) own(p *types.Package) bool { return p != nil && p.Path() == Main }

// wants reports whether a name is looked for.
func (v *view) wants(name string) bool { return v.word == Cursor || v.word == name }

// names lists what is in force at a position: what the text declares, from the
// inside out, then what the session knows.
func (v *view) names(at token.Pos) {
	seen := map[string]bool{Cursor: true, "_": true}
	add := func(name string, n Name) {
		if !seen[name] && v.wants(name) {
			seen[name] = true
			n.Name = name
			v.found.Names = append(v.found.Names, n)
		}
	}
	inner := v.pkg.Scope().Innermost(at)
	for sc := inner; sc != nil && sc != types.Universe; sc = sc.Parent() {
		for _, name := range sc.Names() {
			if found, obj := inner.LookupParent(name, at); obj != nil && found == sc {
				add(name, v.w.named(obj))
			}
		}
	}
	if more := v.info.Scopes[v.main.Type]; more != nil && v.path[1] != ast.Node(v.main) {
		for _, name := range more.Names() {
			add(name, v.w.named(more.Lookup(name)))
		}
	}
	for _, n := range v.w.all(v.wants) {
		add(n.Name, n)
	}
}
