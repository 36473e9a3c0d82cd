package core

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// A lowering turns checked units into one file the interpreter can run. Every
// top-level name becomes a package variable under the interpreter's name for
// it, functions too, so that whoever mentions it sees what it is now; the
// statements become the body of an init function; what the interpreter does
// not know of the language, or gets wrong, is said in words it gets right.
type lowering struct {
	*Lowerer
	world      World
	info       *types.Info             // of the code being rewritten
	decls      []ast.Decl              // types, variables, methods and instances
	body       []ast.Stmt              // what the cell does
	first      []ast.Stmt              // what it does before
	needs      map[string]bool         // packages mentioned
	given      map[ast.Node]types.Type // what is assigned, what a builtin is called with, before rewriting
	results    []*types.Tuple          // of the functions around the node being rewritten
	named      []bool                  // whether those results have names
	temps      int
	deferred   map[*ast.FuncLit]string // literals deferred directly, by what
	mayRecover map[*ast.DeferStmt]bool
	byAddress  map[*ast.CallExpr]bool
	renamed    map[types.Object]string
	functions  []*function           // around the node being rewritten
	thunks     map[*ast.FuncLit]bool // literals that are deferred
	undo       []func()
	news       []string                    // names that the interpreter has not seen before
	methods    map[*types.Func]*types.Func // functions that were methods, see withoutTypes
	refusal    *Refusal
}

func (l *Lowerer) lowering(c *Cell) *lowering {
	return &lowering{Lowerer: l, world: c.World, needs: map[string]bool{HookPath: true}, given: map[ast.Node]types.Type{}, deferred: map[*ast.FuncLit]string{},
		mayRecover: map[*ast.DeferStmt]bool{}, byAddress: map[*ast.CallExpr]bool{}, renamed: map[types.Object]string{},
		thunks: map[*ast.FuncLit]bool{}, methods: map[*types.Func]*types.Func{}, functions: []*function{{}}}
}

// Lower makes a program of a cell, whose syntax it uses up. An error is a
// *Refusal, and leaves nothing behind.
func (l *Lowerer) Lower(c *Cell) (*Program, error) {
	low := l.lowering(c)
	p := &Program{Deferred: low.thunks}
	made := false
	defer func() {
		if p.undo = low.undo; !made {
			p.TakeBack()
		}
	}()
	if low.cell(c); low.refusal != nil {
		return nil, low.refusal
	}
	p.File = low.file()
	if err := Verify(p.File); err != nil {
		return nil, err
	}
	p.Declares, p.Exports, made = low.news, maps.Clone(l.exports), true
	clear(l.exports)
	return p, nil
}

// cell lowers all units. Where a type cannot be made another stands in for it,
// and not all can be done with that.
func (l *lowering) cell(c *Cell) {
	defer func() {
		if l.refusal != nil {
			_ = recover()
		}
	}()
	for _, u := range c.Units {
		if l.unit(u); l.refusal != nil {
			return
		}
	}
	if c.Main != "" {
		l.body = append(l.body, &ast.ExprStmt{X: l.at(l.anchor).call(c.Main)})
	}
}

func (l *lowering) unit(u *Unit) {
	if u = l.withoutTypes(u); u == nil {
		return
	}
	l.info = u.Info
	l.declarations(u)
	if len(u.Stmts) > 0 {
		l.statements(u)
	}
}

// file is all that was made: what the cell does is the body of init.
func (l *lowering) file() *ast.File {
	pos := l.anchor
	whole := &ast.BlockStmt{Lbrace: pos, List: l.body, Rbrace: pos}
	l.end(whole)
	entry := &ast.FuncDecl{
		Name: &ast.Ident{Name: "init", NamePos: pos},
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: append(l.first, whole.List...), Rbrace: pos},
	}
	f := &ast.File{Package: pos, Name: &ast.Ident{Name: "main", NamePos: pos}}
	if spec := l.imports(pos); spec != nil {
		f.Decls = append(f.Decls, spec)
	}
	f.Decls = append(append(f.Decls, l.decls...), entry)
	return f
}

// once marks a key for what the interpreter is about to be told under a name,
// and reports whether it was not marked before. Who takes the program back
// unmarks it.
func (l *lowering) once(marked map[string]bool, key, name string) bool {
	if marked[key] {
		return false
	}
	marked[key] = true
	l.news = append(l.news, name)
	l.undo = append(l.undo, func() { delete(marked, key) })
	return true
}

// imports declares the packages that the interpreter has not been shown yet,
// each under one name for the whole session.
func (l *lowering) imports(pos token.Pos) ast.Decl {
	var specs []ast.Spec
	for path := range l.needs {
		if !l.once(l.imported, path, alias(path)+"/_") { // as the interpreter enters it for all files, see mirror
			continue
		}
		specs = append(specs, &ast.ImportSpec{
			Name: &ast.Ident{Name: alias(path), NamePos: pos},
			Path: &ast.BasicLit{Kind: token.STRING, ValuePos: pos, Value: strconv.Quote(path)},
		})
	}
	if specs == nil {
		return nil
	}
	return &ast.GenDecl{TokPos: pos, Tok: token.IMPORT, Lparen: pos, Specs: specs, Rparen: pos}
}

// alias is the interpreter's name for a package. It contains what no Go name
// does, so that no variable can hide it.
func alias(path string) string {
	b := []byte("import#" + path)
	for i, c := range b {
		if c == '/' || c == '.' {
			b[i] = '#'
		}
	}
	return string(b)
}

// declarations lowers types, functions and, in a cell without statements,
// variables in the order go/types found for them.
func (l *lowering) declarations(u *Unit) {
	var inits []ast.Stmt
	for _, d := range u.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			inits = append(inits, l.function(d)...)
		case *ast.GenDecl:
			l.generalDecl(d)
		}
	}
	for _, init := range u.Info.InitOrder {
		pos := init.Rhs.Pos()
		assign := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN}
		for _, v := range init.Lhs {
			name := "_"
			if v.Name() != "_" {
				name = l.name(v)
			}
			assign.Lhs = append(assign.Lhs, &ast.Ident{Name: name, NamePos: pos})
		}
		value := init.Rhs
		if len(init.Lhs) == 1 && types.IsInterface(init.Lhs[0].Type()) {
			value = l.held(value, init.Lhs[0].Type())
		}
		l.given[assign] = l.info.TypeOf(init.Rhs)
		assign.Rhs = []ast.Expr{l.expr(value)}
		if s := l.setFunction(assign); s != nil {
			l.body = append(l.body, s)
		} else {
			l.body = append(l.body, assign)
		}
	}
	l.body = append(l.body, inits...)
}

func (l *lowering) generalDecl(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			if d.Tok != token.VAR {
				continue // constants stand as values where they are used
			}
			for _, id := range spec.Names {
				l.variable(l.info.Defs[id], id.Pos())
				if v := l.info.Defs[id]; len(spec.Values) == 0 && v != nil && id.Name != "_" {
					l.body = append(l.body, l.zero(l.name(v), v.Type(), id.Pos()))
				}
			}
		}
	}
}

// variable declares a package variable once.
func (l *lowering) variable(obj types.Object, pos token.Pos) {
	if obj == nil || obj.Name() == "_" {
		return
	}
	l.global(l.name(obj), obj.Type(), pos)
}

func (l *lowering) global(name string, t types.Type, pos token.Pos) {
	if name == "" || !l.once(l.declared, name, name) {
		return
	}
	l.decls = append(l.decls, l.varDecl(name, t, pos))
}

func (l *lowering) varDecl(name string, t types.Type, pos token.Pos) *ast.GenDecl {
	return &ast.GenDecl{TokPos: pos, Tok: token.VAR, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{{Name: name, NamePos: pos}}, Type: l.typ(t, pos)},
	}}
}

// zero sets a variable that is declared anew back to its zero value.
func (l *lowering) zero(name string, t types.Type, pos token.Pos) ast.Stmt {
	b := l.at(pos)
	z := l.temp()
	return b.block(&ast.DeclStmt{Decl: l.varDecl(z, t, pos)}, b.assign(name, b.id(z)))
}

func (l *lowering) temp() string {
	l.temps++
	return fmt.Sprintf("t#%d", l.temps)
}

// statements lowers the body of a cell.
func (l *lowering) statements(u *Unit) {
	l.enter(nil)
	defer l.leave()
	for _, s := range u.Stmts {
		l.deferringCell(&ast.BlockStmt{List: []ast.Stmt{s.Stmt}})
	}
	for _, s := range u.Stmts {
		if x, ok := s.Stmt.(*ast.ExprStmt); ok && s.Shown {
			l.body = append(l.body, l.show(x)...)
		} else {
			l.body = append(l.body, l.top(s.Stmt)...)
		}
		for _, again := range s.Then {
			if again = l.withoutTypes(again); again == nil {
				return
			}
			l.info = again.Info
			l.declarations(again)
			l.info = u.Info
		}
	}
}

// top lowers a top-level statement, whose names are package variables.
func (l *lowering) top(s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, lhs := range s.Lhs {
				if id, ok := lhs.(*ast.Ident); ok {
					l.variable(l.info.Defs[id], id.Pos())
				}
			}
			s.Tok = token.ASSIGN
		}
	case *ast.DeclStmt:
		return l.topDecl(s.Decl.(*ast.GenDecl))
	case *ast.LabeledStmt:
		switch s.Stmt.(type) {
		case *ast.AssignStmt, *ast.DeclStmt, *ast.LabeledStmt:
			return append([]ast.Stmt{l.entry(s)}, l.top(s.Stmt)...)
		}
	}
	return l.stmts(s)
}

// topDecl turns a top-level var into assignments.
func (l *lowering) topDecl(d *ast.GenDecl) (list []ast.Stmt) {
	if d.Tok != token.VAR {
		return nil
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		assign := &ast.AssignStmt{TokPos: spec.Pos(), Tok: token.ASSIGN, Rhs: spec.Values}
		for _, id := range spec.Names {
			obj := l.info.Defs[id]
			l.variable(obj, id.Pos())
			assign.Lhs = append(assign.Lhs, id)
			if len(spec.Values) == 0 && id.Name != "_" && obj != nil {
				list = append(list, l.zero(l.name(obj), obj.Type(), id.Pos()))
			}
		}
		if len(spec.Values) > 0 {
			for i, v := range spec.Values {
				if spec.Type != nil && types.IsInterface(l.info.TypeOf(spec.Type)) {
					spec.Values[i] = l.held(v, l.info.TypeOf(spec.Type))
				}
			}
			list = append(list, l.stmts(assign)...)
		}
	}
	return list
}

// stmts rewrites a statement, which may become several or none.
func (l *lowering) stmts(s ast.Stmt) []ast.Stmt {
	return l.rewrite(&ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{s}, Rbrace: s.End()}).(*ast.BlockStmt).List
}

func (l *lowering) expr(x ast.Expr) ast.Expr {
	return l.rewrite(&ast.ExprStmt{X: x}).(*ast.ExprStmt).X
}

func (l *lowering) fields(t *ast.FuncType) {
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list != nil {
			l.rewrite(list)
		}
	}
}

func (l *lowering) rewrite(n ast.Node) ast.Node {
	return astutil.Apply(n, l.before, l.after)
}

// constant is the expression of a known value of basic type t.
func (l *lowering) constant(v constant.Value, t types.Type, pos token.Pos) ast.Expr {
	b := l.at(pos)
	t = types.Default(t)
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	var lit ast.Expr
	plain := types.Int // the type the literal has by itself
	switch info := basic.Info(); {
	case info&types.IsBoolean != 0:
		lit, plain = b.id(strconv.FormatBool(constant.BoolVal(v))), types.Bool
	case info&types.IsString != 0:
		lit, plain = &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(constant.StringVal(v))}, types.String
	case info&types.IsInteger != 0:
		v = constant.ToInt(v)
		if v.Kind() != constant.Int {
			return nil
		}
		lit = &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: v.ExactString()}
		if constant.Sign(v) < 0 {
			lit = &ast.UnaryExpr{OpPos: pos, Op: token.SUB, X: &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: constant.UnaryOp(token.SUB, v, 0).ExactString()}}
		}
	case info&types.IsFloat != 0:
		lit, plain = b.float(v), types.Float64
	case info&types.IsComplex != 0:
		return l.complex(v, t, b)
	default:
		return nil
	}
	if t == types.Typ[plain] {
		return lit
	}
	fun := l.typ(t, pos)
	if !predeclared(fun) { // in parentheses the interpreter gets these wrong beside || and &&
		fun = &ast.ParenExpr{Lparen: pos, X: fun, Rparen: pos}
	}
	return &ast.CallExpr{Fun: fun, Lparen: pos, Args: []ast.Expr{lit}, Rparen: pos}
}
