package workspace

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// An itemKind says how a piece of a cell is treated.
type itemKind int

const (
	statement   itemKind = iota // runs in its place; may define names by := or var
	declaration                 // func, method, type or const: may move up to serve earlier statements
	importing                   // import, in force from this cell on
)

// An item is one top-level piece of a cell, parsed on its own, so that a
// syntax error in one item hides none in another.
type item struct {
	kind itemKind
	origin
	mentions

	stmts []ast.Stmt // of a statement
	decls []ast.Decl // of a declaration or import

	defines  []string // names it brings into the session, methods as Type.Method
	receiver string   // type name of a method
	seq      int      // counts items of the session
	final    bool     // the last of its cell
	quiet    bool     // ended by an explicit semicolon: no value is shown
	list     bool     // several expressions, whose values are shown
}

// An origin is where an item was written.
type origin struct {
	cell   string // its name
	source string
	at     token.Position // where source starts, as the reader counts
}

// Mentions are the names in an item.
type mentions struct {
	free map[string]bool // that it does not bind itself
	keys map[string]bool // of keys in composite literals: fields perhaps, perhaps not
}

// parseCell cuts a cell into items and parses each.
func parseCell(files *Files, name, src string) (items []*item, program bool, problems []Problem) {
	items, program, problems = split(name, src)
	if len(problems) > 0 {
		return nil, program, problems
	}
	for i, it := range items {
		it.final = it.kind != importing && !slices.ContainsFunc(items[i+1:], func(it *item) bool { return it.kind != importing })
		problems = append(problems, it.parse(files)...)
	}
	return items, program, problems
}

// A cutter cuts a text at the semicolons outside all brackets. The automatic ones
// always end an item; a written one may be part of a for, if or switch header, and
// ends an item only where a declaration ends or the next begins.
type cutter struct {
	name, src     string
	file          *token.File
	depth         int         // of brackets
	start, end    int         // of the item so far; no item if it starts below zero
	first, second token.Token // its first two

	items    []*item
	program  bool // it has a package clause
	problems []Problem
}

// split cuts a text into items.
func split(name, src string) (items []*item, program bool, problems []Problem) {
	c := &cutter{name: name, src: src, file: token.NewFileSet().AddFile(name, -1, len(src)), start: -1}
	var sc scanner.Scanner
	sc.Init(c.file, []byte(src), func(p token.Position, msg string) {
		c.problems = append(c.problems, Problem{Name: p.Filename, Line: p.Line, Col: p.Column, EndCol: p.Column + 1, Message: msg, Syntax: true})
	}, 0)
	for pos, tok, lit := sc.Scan(); tok != token.EOF; pos, tok, lit = sc.Scan() {
		if off := c.file.Offset(pos); !c.ends(off, tok, lit) {
			c.take(off, tok, lit)
		}
	}
	c.flush(false)
	return c.items, c.program, c.problems
}

// ends ends the item at a semicolon, if this is one that does.
func (c *cutter) ends(off int, tok token.Token, lit string) bool {
	if tok != token.SEMICOLON || c.depth > 0 {
		return false
	}
	written := lit == ";"
	if written && !declares(c.first) && !nothingOrDeclaration(c.src[off+1:]) {
		return false
	}
	if c.start >= 0 || !written {
		c.flush(written)
	}
	return true
}

// nothingOrDeclaration reports whether a text has nothing to go on with, so that
// what is before it must end.
func nothingOrDeclaration(rest string) bool {
	return declarationFollows(rest) || strings.TrimSpace(rest) == ""
}

// take adds a token to the item.
func (c *cutter) take(off int, tok token.Token, lit string) {
	if c.start < 0 {
		c.start, c.first, c.second = off, tok, token.ILLEGAL
	} else if c.second == token.ILLEGAL {
		c.second = tok
	}
	switch tok {
	case token.LPAREN, token.LBRACE, token.LBRACK:
		c.depth++
	case token.RPAREN, token.RBRACE, token.RBRACK:
		c.depth--
	}
	if tok == token.SEMICOLON && lit == "\n" {
		return
	}
	length := len(tok.String())
	if lit != "" {
		length = len(lit)
	}
	c.end = min(off+length, len(c.src))
}

// flush makes an item of what was taken. Written says that the reader has written
// the semicolon behind it.
func (c *cutter) flush(written bool) {
	if c.start < 0 {
		return
	}
	it := &item{origin: origin{c.name, c.src[c.start:c.end], c.file.Position(c.file.Pos(c.start))}, quiet: written}
	c.start = -1
	switch {
	case c.first == token.PACKAGE:
		c.program = true
		return
	case c.first == token.IMPORT:
		it.kind = importing
	case c.first == token.TYPE, c.first == token.CONST:
		it.kind = declaration
	case c.first == token.FUNC && (c.second == token.IDENT || isMethod(it.source)):
		it.kind = declaration
	}
	c.items = append(c.items, it)
}

func declares(t token.Token) bool {
	switch t {
	case token.PACKAGE, token.IMPORT, token.TYPE, token.CONST, token.VAR, token.FUNC:
		return true
	}
	return false
}

func declarationFollows(src string) bool {
	files := token.NewFileSet()
	var sc scanner.Scanner
	sc.Init(files.AddFile("", -1, len(src)), []byte(src), nil, 0)
	_, t, _ := sc.Scan()
	if t == token.FUNC {
		_, t, _ = sc.Scan()
		return t == token.IDENT
	}
	return declares(t)
}

// isMethod tells `func (p P) Area() float64 {..}` from a function literal: only
// in the former a name and a parenthesis follow the first pair of parentheses.
func isMethod(src string) bool {
	files := token.NewFileSet()
	var sc scanner.Scanner
	sc.Init(files.AddFile("", -1, len(src)), []byte(src), nil, 0)
	sc.Scan() // func
	for depth := 0; ; {
		switch _, t, _ := sc.Scan(); t {
		case token.EOF:
			return false
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			_, name, _ := sc.Scan()
			_, open, _ := sc.Scan()
			return name == token.IDENT && open == token.LPAREN
		}
	}
}

// parse fills the syntax tree, afresh at every call, since lowering consumes it.
func (it *item) parse(files *Files) []Problem {
	head, tail := "package main;", ""
	if it.kind == statement {
		head, tail = "package main;func _(){", "\n}"
	}
	line := fmt.Sprintf("/*line %s:%d:%d*/", it.at.Filename, it.at.Line, it.at.Column)
	f, err := files.parse(it.cell, head+line+it.source+tail)
	if err != nil {
		if it.kind == statement && it.final && it.parseList(files, line) {
			return nil
		}
		return it.inside(syntaxProblems(err))
	}
	it.note(f)
	it.defines = nil
	if it.kind == statement {
		fn, ok := f.Decls[0].(*ast.FuncDecl)
		if len(f.Decls) != 1 || !ok {
			p := files.Position(f.Decls[len(f.Decls)-1].Pos())
			return []Problem{{Name: p.Filename, Line: p.Line, Col: p.Column, EndCol: p.Column + 1, Message: "unexpected }", Syntax: true}}
		}
		it.stmts = fn.Body.List
		for _, s := range it.stmts {
			it.defined(s)
		}
		return nil
	}
	it.decls = f.Decls
	if it.kind == declaration {
		kept := it.decls[:0]
		for _, d := range it.decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if fn.Body == nil {
					continue // a signature quoted from documentation
				}
				it.declared(fn)
			} else {
				it.specs(d.(*ast.GenDecl))
			}
			kept = append(kept, d)
		}
		it.decls = kept
	}
	return nil
}

// parseList parses the last item of a cell as a list of expressions, and reports
// whether it is one.
func (it *item) parseList(files *Files, line string) bool {
	f, err := files.parse(it.cell, "package main;func _(){_("+line+it.source+")\n}")
	if err != nil {
		return false
	}
	call := f.Decls[0].(*ast.FuncDecl).Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
	it.note(f)
	delete(it.free, "_")
	it.defines, it.stmts, it.list = nil, nil, true
	for _, x := range call.Args {
		it.stmts = append(it.stmts, &ast.ExprStmt{X: x})
	}
	return len(f.Decls) == 1 && !call.Ellipsis.IsValid()
}

// note collects the names that an item mentions.
func (it *item) note(f *ast.File) {
	it.free = map[string]bool{}
	for _, id := range f.Unresolved {
		it.free[id.Name] = true
	}
	it.literalKeys(f)
}

// literalKeys collects the names that stand as keys in composite literals.
// Whether they are fields is not known before types are, except in literals
// that say they are maps or arrays.
func (it *item) literalKeys(f *ast.File) {
	it.keys = map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		names := it.keys
		switch lit.Type.(type) {
		case *ast.MapType, *ast.ArrayType:
			names = it.free
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Obj == nil {
					names[id.Name] = true
				}
			}
		}
		return true
	})
}

// inside moves faults that the parser finds behind the item, where the text
// has been wrapped, to its end, and says what they are there.
func (it *item) inside(ps []Problem) []Problem {
	lines := strings.Split(it.source, "\n")
	last := lines[len(lines)-1]
	line, col := it.at.Line+len(lines)-1, len(last)+1
	if len(lines) == 1 {
		col += it.at.Column - 1
	}
	for i, p := range ps {
		if i > 0 && (p.Line > line || p.Line == line && p.Col >= col) {
			return ps[:i]
		}
		if p.Line > line || p.Line == line && p.Col >= col {
			expected, _, found := strings.Cut(p.Message, ", found")
			if !found {
				expected = ""
			}
			ps[i].Line, ps[i].Col, ps[i].EndCol = line, max(1, col-1), max(2, col)
			ps[i].Message = "unexpected end of cell"
			if expected != "" && expected != "expected ';'" {
				ps[i].Message += ", " + expected
			}
			return ps[:i+1]
		}
	}
	return ps
}

// defined records the names a top-level statement leaves behind.
func (it *item) defined(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE {
			return
		}
		for _, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); ok {
				it.define(id.Name)
			}
		}
	case *ast.DeclStmt:
		it.specs(s.Decl.(*ast.GenDecl))
	case *ast.LabeledStmt:
		it.defined(s.Stmt)
	}
}

func (it *item) specs(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				it.define(id.Name)
			}
		case *ast.TypeSpec:
			it.define(spec.Name.Name)
		}
	}
}

func (it *item) declared(fn *ast.FuncDecl) {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		it.define(fn.Name.Name)
		return
	}
	it.receiver = receiverName(fn)
	nameTypeParameters(fn.Recv.List[0].Type)
	it.free[it.receiver] = true
	it.define(it.receiver + "." + fn.Name.Name)
}

func (it *item) define(name string) {
	if name != "_" && name != "init" {
		it.defines = append(it.defines, name)
	}
}

// nameTypeParameters gives the blank type parameters of a receiver names, by which
// they are told apart where they are bound to types.
func nameTypeParameters(receiver ast.Expr) {
	ast.Inspect(receiver, func(n ast.Node) bool {
		if x, ok := n.(*ast.IndexListExpr); ok {
			for i, p := range x.Indices {
				if id, ok := p.(*ast.Ident); ok && id.Name == "_" {
					id.Name = fmt.Sprintf("_#%d", i)
				}
			}
		}
		return true
	})
}

// receiverName is the type a method belongs to, without pointer and parameters.
func receiverName(fn *ast.FuncDecl) string {
	t := fn.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.ParenExpr:
			t = u.X
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name
		default:
			return ""
		}
	}
}
