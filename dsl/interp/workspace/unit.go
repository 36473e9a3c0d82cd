package workspace

import (
	"go/ast"
	"go/types"
	"iter"
)

// A Unit is a group of items that are type-checked together: declarations, or
// statements that follow each other.
type Unit struct {
	Declares bool // declarations, checked as a package; else the body of a function
	Info     *types.Info
	File     *ast.File

	items   []*item
	adopted map[*item]bool    // methods of earlier cells, for a type that is declared anew
	follow  map[*item][]*Unit // of statements: units to run right behind one of them
	body    *ast.FuncDecl     // of statements
	unused  []types.Error     // variables that are
}

// A Statement is one of a cell's, in its order.
type Statement struct {
	Stmt  ast.Stmt
	Shown bool    // its value is that of the cell
	Then  []*Unit // declarations that follow it
}

// Statements are those of a unit that does not declare.
func (u *Unit) Statements() (list []Statement) {
	for _, it := range u.items {
		for i, x := range it.stmts {
			s := Statement{Stmt: x, Shown: it.final && !it.quiet && (it.list || i == len(it.stmts)-1)}
			if i == len(it.stmts)-1 {
				s.Then = u.follow[it]
			}
			list = append(list, s)
		}
	}
	return list
}

// Trees are the declarations or statements of a unit, with the names of functions
// as Go has them in a trace.
func (u *Unit) Trees() iter.Seq2[ast.Node, string] {
	return func(yield func(ast.Node, string) bool) {
		for _, d := range u.File.Decls {
			fn, isFunc := d.(*ast.FuncDecl)
			switch {
			case isFunc && fn == u.body:
				for _, s := range fn.Body.List {
					if !yield(s, "") {
						return
					}
				}
			case isFunc && !yield(d, FunctionName(fn)), !isFunc && !yield(d, ""):
				return
			}
		}
	}
}

// shown is the statement whose value the cell shows, nil if it is not in the unit.
func (u *Unit) shown() ast.Stmt {
	if u.Declares || len(u.items) == 0 {
		return nil
	}
	last := u.items[len(u.items)-1]
	if !last.final || last.quiet || len(last.stmts) == 0 {
		return nil
	}
	return last.stmts[len(last.stmts)-1]
}

// FunctionName is what Go calls a function in a trace: a method with the type
// of its receiver.
func FunctionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		if d.Type.TypeParams != nil {
			return d.Name.Name + "[...]"
		}
		return d.Name.Name
	}
	recv := receiverName(d)
	switch t := ast.Unparen(d.Recv.List[0].Type).(type) {
	case *ast.StarExpr:
		if _, plain := ast.Unparen(t.X).(*ast.Ident); !plain {
			recv += "[...]"
		}
		return "(*" + recv + ")." + d.Name.Name
	case *ast.Ident:
	default:
		recv += "[...]"
	}
	return recv + "." + d.Name.Name
}
