package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Verify reports whether a file is core Go, the part of the language that the
// interpreter evaluates as Go does; docs/core.md defines it. The error is a
// *Refusal, of the first thing that is not. It looks at syntax alone: what only
// types tell, such as whether two interfaces are compared, it believes the passes
// before it.
func Verify(file *ast.File) (err error) {
	verify(file, func(at ast.Node, r rule) {
		if err == nil {
			err = &Refusal{Pos: at.Pos(), Message: "the interpreter would not evaluate this as Go does: " + rules[r].found, Remedy: rules[r].remedy}
		}
	})
	return err
}

// verify tells of everything that breaks a rule.
func verify(file *ast.File, tell func(at ast.Node, r rule)) {
	v := &verifier{report: tell, labels: map[string]bool{}}
	v.file(file)
}

// A verifier walks a file as the grammar of core Go has it.
type verifier struct {
	report
	labels    map[string]bool
	results   []string // of the function around, those with names
	body      *ast.BlockStmt
	guarding  bool // within what ends a goroutine
	condition bool // beside && or ||
}

// A report is told of what breaks a rule.
type report func(at ast.Node, r rule)

func (to report) refuse(at ast.Node, r rule) { to(at, r) }

// refuseIf refuses under a condition.
func (to report) refuseIf(broken bool, at ast.Node, r rule) {
	if broken {
		to(at, r)
	}
}

// file is imports, variables and, last, the function init.
func (v *verifier) file(f *ast.File) {
	for i, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			last := i == len(f.Decls)-1 && d.Recv == nil && d.Name.Name == "init"
			v.refuseIf(!last, d, declaredFunc)
			v.function(d.Type, d.Body)
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				v.general(d, true)
			}
		default:
			v.refuse(d, otherSyntax)
		}
	}
}

// general is a declaration of variables. Those of the file have no values.
func (v *verifier) general(d *ast.GenDecl, ofFile bool) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			v.refuse(spec, declaredType)
		case *ast.ValueSpec:
			v.refuseIf(d.Tok == token.CONST, spec, declaredConst)
			v.refuseIf(ofFile && spec.Values != nil, spec, initialised)
			v.names(spec.Names)
			if spec.Type != nil {
				v.typ(spec.Type)
			}
			v.exprs(spec.Values)
		default:
			v.refuse(spec, otherSyntax)
		}
	}
}

// names are names of new variables.
func (to report) names(list []*ast.Ident) {
	for _, id := range list {
		to.refuseIf(types.Universe.Lookup(id.Name) != nil, id, predeclaredName)
	}
}

// defined are expressions on the left of a :=.
func (to report) defined(list ...ast.Expr) {
	for _, x := range list {
		switch x := x.(type) {
		case nil:
		case *ast.Ident:
			to.refuseIf(types.Universe.Lookup(x.Name) != nil, x, predeclaredName)
		default:
			to.refuse(x, otherSyntax)
		}
	}
}

// function is the type and the body of a function, whose parameters have names.
func (v *verifier) function(t *ast.FuncType, body *ast.BlockStmt) {
	v.refuseIf(t.TypeParams != nil, t, typeArguments)
	outer := *v
	v.results, v.body, v.condition = nil, body, false
	for _, f := range fieldsOf(t.Params) {
		v.refuseIf(len(f.Names) == 0, f, unnamedParameter)
		v.names(f.Names)
		v.typ(f.Type)
	}
	for _, f := range fieldsOf(t.Results) {
		v.names(f.Names)
		v.typ(f.Type)
		for _, id := range f.Names {
			v.results = append(v.results, id.Name)
		}
	}
	if body != nil {
		v.redefinitions(v.results, body)
		v.list(body.List)
	}
	v.results, v.body, v.condition = outer.results, outer.body, outer.condition
}

// redefinitions looks for results among what the body of a function defines: the
// interpreter makes others of that name.
func (to report) redefinitions(results []string, body *ast.BlockStmt) {
	for _, s := range body.List {
		a, ok := s.(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE {
			continue
		}
		for _, x := range a.Lhs {
			for _, name := range results {
				to.refuseIf(name != "_" && isNamed(x, name), x, redefinedResult)
			}
		}
	}
}

// typ is a type: of Go by its name, of a package, or composed of such.
func (to report) typ(t ast.Expr) {
	switch t := t.(type) {
	case *ast.Ident:
	case *ast.SelectorExpr:
		to.refuseIf(!isAlias(t.X), t, otherSyntax)
	case *ast.StarExpr:
		to.typ(t.X)
	case *ast.ArrayType:
		if _, number := t.Len.(*ast.BasicLit); t.Len != nil && !number {
			to.refuse(t, countedArray)
		}
		to.typ(t.Elt)
	case *ast.MapType:
		to.typ(t.Key)
		to.typ(t.Value)
	case *ast.ChanType:
		to.typ(t.Value)
	case *ast.Ellipsis:
		to.typ(t.Elt)
	case *ast.InterfaceType:
		to.refuseIf(len(fieldsOf(t.Methods)) > 0, t, structType)
	case *ast.FuncType:
		to.refuseIf(t.TypeParams != nil, t, typeArguments)
		for _, f := range append(fieldsOf(t.Params), fieldsOf(t.Results)...) {
			to.typ(f.Type)
		}
	case *ast.ParenExpr:
		to.refuse(t, parentheses)
	case *ast.StructType:
		to.refuse(t, structType)
	case *ast.IndexExpr, *ast.IndexListExpr:
		to.refuse(t, typeArguments)
	default:
		to.refuse(t, otherSyntax)
	}
}

// fieldsOf are the fields of a list that may be nil.
func fieldsOf(list *ast.FieldList) []*ast.Field {
	if list == nil {
		return nil
	}
	return list.List[:len(list.List):len(list.List)]
}

// isType reports whether syntax can be nothing but a type.
func isType(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType, *ast.StructType:
		return true
	case *ast.Ident:
		return predeclared(x)
	case *ast.StarExpr:
		return isType(x.X)
	case *ast.ParenExpr:
		return isType(x.X)
	case *ast.SelectorExpr: // of those made for cells, by their names
		id, ok := x.X.(*ast.Ident)
		return ok && id.Name == unnamedAlias && strings.HasPrefix(x.Sel.Name, "T")
	}
	return false
}

// unnamedAlias is the interpreter's name of the package of made types.
var unnamedAlias = alias(UnnamedPath)

// isNamed reports whether an expression is a name, and that one.
func isNamed(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}
