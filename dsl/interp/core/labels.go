package core

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// Labels gives each goto a label of its own, in front of the statement that it
// jumps to: what later passes put before that statement is then behind the
// label. The other labels stay on loops and switches, under names that no
// variable has, nor a label of another function: the interpreter keeps all of
// them in one place.
type labels struct {
	tree
	root   ast.Node
	around []map[string]bool // the labels that each function around the node jumps to by goto
}

func (p *labels) before(c *astutil.Cursor) bool {
	if p.root == nil {
		p.root = c.Node()
		p.around = append(p.around, gotos(p.root))
	}
	switch n := c.Node().(type) {
	case *ast.FuncLit:
		p.around = append(p.around, gotos(n.Body))
	case *ast.BranchStmt:
		p.branch(n)
	case *ast.LabeledStmt:
		if c.Index() >= 0 && p.written(n.Label) {
			c.Replace(astutil.Apply(p.labelled(c, n), p.before, p.after))
			return false
		}
	}
	return true
}

func (p *labels) after(c *astutil.Cursor) bool {
	if _, ok := c.Node().(*ast.FuncLit); ok {
		p.around = p.around[:len(p.around)-1]
	}
	return true
}

// labelled is what is left of a statement when its labels for goto are gone.
func (p *labels) labelled(c *astutil.Cursor, n *ast.LabeledStmt) ast.Stmt {
	for {
		if p.entered(c, n.Label) {
			c.InsertBefore(p.entry(n))
		}
		inner, again := n.Stmt.(*ast.LabeledStmt)
		if !again {
			break
		}
		n = inner
	}
	switch n.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		b := p.at(n.Label.Pos())
		n.Label = b.id(nameOf(p.info, n.Label))
		switch c.Parent().(type) {
		case *ast.CaseClause, *ast.CommClause: // where the interpreter does not look for labels
			return b.block(n)
		}
		return n
	}
	return n.Stmt
}

// written reports whether a label is the reader's own, which has no other name yet.
func (p *labels) written(label *ast.Ident) bool { return p.info.ObjectOf(label) != nil }

// entered reports whether a goto may jump to a label. Those among the statements
// of a cell may be jumped to by statements that are lowered later.
func (p *labels) entered(c *astutil.Cursor, label *ast.Ident) bool {
	return c.Parent() == p.root || p.around[len(p.around)-1][label.Name]
}

// entry is the place that a goto jumps to.
func (t tree) entry(n *ast.LabeledStmt) ast.Stmt {
	b := t.at(n.Pos())
	return &ast.LabeledStmt{Label: b.id("goto#" + nameOf(t.info, n.Label)), Colon: b.pos, Stmt: &ast.EmptyStmt{Semicolon: b.pos}}
}

// nameOf names a label by where it is declared.
func nameOf(info *types.Info, label *ast.Ident) string {
	obj := info.ObjectOf(label)
	return obj.Name() + "#" + strconv.Itoa(int(obj.Pos()))
}

// branch names the label that a jump goes to.
func (p *labels) branch(n *ast.BranchStmt) {
	if n.Label == nil || !p.written(n.Label) {
		return
	}
	name := nameOf(p.info, n.Label)
	if n.Tok == token.GOTO {
		name = "goto#" + name
	}
	n.Label = p.at(n.Label.Pos()).id(name)
}

// gotos are the labels that a function itself jumps to by goto.
func gotos(body ast.Node) map[string]bool {
	found := map[string]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		if j, ok := n.(*ast.BranchStmt); ok && j.Tok == token.GOTO {
			found[j.Label.Name] = true
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	return found
}
