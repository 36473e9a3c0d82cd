package interp

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// A lowering turns checked units into one file the interpreter can run. Every
// top-level name becomes a package variable under the interpreter's name for
// it, functions too, so that whoever mentions it sees what it is now; the
// statements become the body of an init function; what the interpreter does
// not know of the language, or gets wrong, is said in words it gets right.
type lowering struct {
	s          *Session
	p          *plan
	info       *types.Info             // of the code being rewritten
	decls      []ast.Decl              // types, variables, methods and instances
	body       []ast.Stmt              // what the cell does
	first      []ast.Stmt              // what it does before
	needs      map[string]bool         // packages mentioned
	operand    map[ast.Node]types.Type // what is assigned, what a builtin is called with, before rewriting
	results    []*types.Tuple          // of the functions around the node being rewritten
	named      []bool                  // whether those results have names
	temps      int
	deferred   map[*ast.FuncLit]string // literals deferred directly, by what
	mayRecover map[*ast.DeferStmt]bool
	byAddress  map[*ast.CallExpr]bool
	renamed    map[types.Object]string
	functions  []*function // around the node being rewritten
	err        error
}

func (s *Session) lower(p *plan) (file *ast.File, err error) {
	l := &lowering{s: s, p: p, needs: map[string]bool{}, operand: map[ast.Node]types.Type{}, deferred: map[*ast.FuncLit]string{},
		mayRecover: map[*ast.DeferStmt]bool{}, byAddress: map[*ast.CallExpr]bool{}, renamed: map[types.Object]string{}}
	l.functions = []*function{{}}
	defer func() {
		if l.err != nil && recover() != nil { // another type stands in for one that cannot be made, and not all can be done with it
			file, err = nil, l.err
		}
	}()
	for _, u := range p.units {
		l.info = u.info
		l.survey(u)
		if l.declaresTypes(u); l.err != nil {
			return nil, l.err
		}
		if u.decl {
			l.declarations(u)
		} else {
			l.statements(u)
		}
	}
	if p.program {
		if e := p.scope.entries["main"]; e != nil && p.current[e.decl] {
			l.body = append(l.body, &ast.ExprStmt{X: l.at(l.s.anchor).call(e.ours)})
		}
	}
	if l.err != nil {
		return nil, l.err
	}
	pos := s.anchor
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
	return f, nil
}

// imports declares the packages that the interpreter has not been shown yet,
// each under one name for the whole session.
func (l *lowering) imports(pos token.Pos) ast.Decl {
	var specs []ast.Spec
	for path := range l.needs {
		if !l.s.once(l.s.imported, path, alias(path)+"/_") { // as the interpreter enters it for all files, see mirror
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
func (l *lowering) declarations(u *unit) {
	var inits []ast.Stmt
	for _, d := range u.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			inits = append(inits, l.function(d)...)
		case *ast.GenDecl:
			l.generalDecl(d)
		}
	}
	for _, init := range u.info.InitOrder {
		pos := init.Rhs.Pos()
		assign := &ast.AssignStmt{TokPos: pos, Tok: token.ASSIGN}
		for _, v := range init.Lhs {
			name := "_"
			if v.Name() != "_" {
				name = l.p.scope.ours[v]
			}
			assign.Lhs = append(assign.Lhs, &ast.Ident{Name: name, NamePos: pos})
		}
		value := init.Rhs
		if len(init.Lhs) == 1 && types.IsInterface(init.Lhs[0].Type()) {
			value = l.held(value, init.Lhs[0].Type())
		}
		l.operand[assign] = l.info.TypeOf(init.Rhs)
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
					l.body = append(l.body, l.zero(l.p.scope.ours[v], v.Type(), id.Pos()))
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
	l.global(l.p.scope.ours[obj], obj.Type(), pos)
}

func (l *lowering) global(name string, t types.Type, pos token.Pos) {
	if name == "" || !l.s.once(l.s.hoisted, name, name) {
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
func (l *lowering) statements(u *unit) {
	l.enter(nil)
	defer l.leave()
	for _, it := range u.items {
		for _, s := range it.stmts {
			l.deferringCell(&ast.BlockStmt{List: []ast.Stmt{s}})
		}
	}
	for _, it := range u.items {
		for j, s := range it.stmts {
			final := it.final && j == len(it.stmts)-1
			if x, ok := s.(*ast.ExprStmt); ok && final && !it.quiet {
				l.body = append(l.body, l.show(x)...)
				continue
			}
			l.body = append(l.body, l.top(s)...)
		}
		for _, again := range u.follow[it] {
			l.info = again.info
			l.survey(again)
			l.declarations(again)
			l.info = u.info
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
		assign := &ast.AssignStmt{TokPos: spec.Pos(), Tok: token.ASSIGN}
		for _, id := range spec.Names {
			obj := l.info.Defs[id]
			l.variable(obj, id.Pos())
			switch {
			case len(spec.Values) > 0:
				assign.Lhs = append(assign.Lhs, l.expr(id))
			case id.Name != "_" && obj != nil:
				list = append(list, l.zero(l.p.scope.ours[obj], obj.Type(), id.Pos()))
			}
		}
		if len(spec.Values) > 0 {
			for _, v := range spec.Values {
				if spec.Type != nil && types.IsInterface(l.info.TypeOf(spec.Type)) {
					v = l.held(v, l.info.TypeOf(spec.Type))
				}
				assign.Rhs = append(assign.Rhs, l.expr(v))
			}
			l.operand[assign] = l.info.TypeOf(spec.Values[0])
			if s := l.setFunction(assign); s != nil {
				list = append(list, s)
			} else {
				list = append(list, separate(assign)...)
			}
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
	return &ast.CallExpr{Fun: &ast.ParenExpr{Lparen: pos, X: l.typ(t, pos), Rparen: pos}, Lparen: pos, Args: []ast.Expr{lit}, Rparen: pos}
}
