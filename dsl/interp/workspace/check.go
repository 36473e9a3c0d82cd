package workspace

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"
)

// assemble makes the one file that go/types is given for a unit.
func (u *Unit) assemble(sc *Scope) *ast.File {
	f := &ast.File{Name: ast.NewIdent("main")}
	if u.Declares {
		for _, it := range u.items {
			u.detach(sc, it)
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
func (p *Plan) check(u *Unit) []types.Error {
	declared := map[string]bool{}
	free := map[string]bool{}
	for _, it := range u.items {
		if u.Declares {
			for _, n := range it.defines {
				declared[n] = true
			}
		}
		for n := range it.free {
			free[n] = true
		}
		for n := range it.keys {
			free[n] = true
		}
	}
	apart(u.File, declared)
	pkg := p.w.fresh()
	for n := range free {
		if !declared[n] {
			if obj := p.w.lookup(p.scope, n); obj != nil {
				insert(pkg, n, obj)
			}
		}
	}
	var errs []types.Error
	u.Info, errs, u.unused = p.w.typecheck(pkg, u.File)
	return errs
}

// apart puts types of earlier cells that others are declared to be into
// parentheses: go/types looks for cycles among bare names, and for all of them
// in this file.
func apart(f *ast.File, declared map[string]bool) {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok {
				if id, ok := t.Type.(*ast.Ident); ok && !declared[id.Name] {
					t.Type = &ast.ParenExpr{Lparen: id.Pos(), X: id, Rparen: id.End()}
				}
			}
		}
	}
}

// safe refuses what package unsafe does, beyond telling sizes: the interpreter
// reaches memory by reflection only.
func (p *Plan) safe(u *Unit) {
	for id, obj := range u.Info.Uses {
		if obj.Pkg() != types.Unsafe || obj.Name() == "Sizeof" || obj.Name() == "Alignof" || obj.Name() == "Offsetof" {
			continue
		}
		at := p.w.Files.Position(id.Pos())
		p.Problems = append(p.Problems, Problem{
			Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + len(id.Name),
			Message: "unsafe." + id.Name + " reaches into memory, which cells cannot; of package unsafe they can use Sizeof, Alignof and Offsetof",
		})
	}
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

// unusedVariable begins what go/types says of one.
const unusedVariable = "declared and not used: "

func harmless(msg string) bool {
	return strings.HasSuffix(msg, "is not used") || strings.HasSuffix(msg, "and not used") || strings.HasPrefix(msg, "\t")
}

// reuse takes out of a unit what the session has already in the same words:
// types, so that values made earlier stay of the type they were, and generics.
func (p *Plan) reuse(u *Unit) {
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
			switch e.Object.(type) {
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
				if other != it && slices.Contains(other.defines, n) && !p.scope.known(other) {
					return false
				}
			}
		}
		return true
	})
}

// known reports whether the session has an item's names in the same words.
func (sc *Scope) known(it *item) bool {
	for _, n := range it.defines {
		if e := sc.entries[n]; e == nil || e.decl == nil || e.decl.source != it.source {
			return false
		}
	}
	return true
}

// problem tells a type error to the reader.
func (p *Plan) problem(u *Unit, e types.Error) Problem {
	at := p.w.Files.Position(e.Pos)
	if !at.IsValid() {
		return Problem{Name: p.Cell, Line: 1, Col: 1, EndCol: 2, Message: e.Msg}
	}
	msg, _, _ := strings.Cut(e.Msg, "\n")
	pr := Problem{Name: at.Filename, Line: at.Line, Col: at.Column, Message: msg}
	if strings.HasPrefix(msg, "too many return values") && u.body != nil && !insideLiteral(u.body, e.Pos) {
		pr.Message = "return with a value outside a function"
		pr.EndCol = at.Column + p.w.Files.width(e.Pos)
		pr.Hint = "end the cell with the expression to show its value"
		return pr
	}
	pr.EndCol = at.Column + p.w.Files.width(e.Pos)
	pr.Hint, pr.Import = hints{p.w, p.scope}.of(e.Msg)
	pr.Bar = u.bar(p.w.Files, p.w.Packages.Tables, e.Pos)
	return pr
}

// overflow is the problem of a constant that the cell would show and that no variable can
// hold.
func (u *Unit) overflow(files *Files) (pr Problem, found bool) {
	s, ok := u.shown().(*ast.ExprStmt)
	if !ok {
		return pr, false
	}
	tv := u.Info.Types[s.X]
	basic, ok := tv.Type.(*types.Basic)
	if !ok || tv.Value == nil || basic.Info()&types.IsUntyped == 0 {
		return pr, false
	}
	at := files.Position(s.X.Pos())
	pr = Problem{Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + files.width(s.X.Pos())}
	switch x, exact := constant.Int64Val(constant.ToInt(tv.Value)); {
	case basic.Kind() == types.UntypedInt && !exact:
		pr.Message = fmt.Sprintf("the constant %s overflows int", tv.Value)
		pr.Hint = "float64(...) holds it nearly, package math/big exactly"
	case basic.Kind() == types.UntypedRune && (!exact || x != int64(int32(x))):
		pr.Message = fmt.Sprintf("the constant %s overflows rune", tv.Value)
		pr.Hint = "int64(...) holds more"
	case basic.Kind() == types.UntypedFloat && math.IsInf(float(tv.Value), 0):
		pr.Message = fmt.Sprintf("the constant %s overflows float64", tv.Value)
		pr.Hint = "package math/big holds it"
	default:
		return pr, false
	}
	return pr, true
}

func float(v constant.Value) float64 {
	f, _ := constant.Float64Val(v)
	return f
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
