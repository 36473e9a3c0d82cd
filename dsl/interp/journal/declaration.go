package journal

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/interp/workspace"
)

// declaration writes one down, at its place in its cell.
func declaration(e *workspace.Entry) cell.Memory {
	m := cell.Memory{Name: e.Name, Cell: e.Cell}
	if c, ok := e.Object.(*types.Const); ok {
		typ := ""
		if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
			typ = types.TypeString(c.Type(), (*types.Package).Name) + " "
			typ = strings.TrimPrefix(typ, workspace.Main+".")
		}
		m.Text = "const " + e.Name + " " + typ + "= " + constantText(c)
		return m
	}
	d, ok := e.Declaration()
	if !ok {
		m.Gone = "its declaration is not known"
		return m
	}
	text := d.Text
	if len(d.Names) > 1 {
		text = "type " + specOf(text, e.Name)
	}
	m.Text = strings.Repeat("\n", max(0, d.At.Line-1)) + strings.Repeat(" ", max(0, d.At.Column-1)) + text
	return m
}

// constantText is a constant expression of the same value and kind.
func constantText(c *types.Const) string {
	v, text := c.Val(), c.Val().ExactString()
	if c.Type() == types.Typ[types.UntypedRune] {
		n, _ := constant.Int64Val(constant.ToInt(v))
		return strconv.QuoteRune(rune(n))
	}
	if b, ok := c.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsFloat == 0 {
		return text
	}
	if over, under, isRatio := strings.Cut(text, "/"); isRatio {
		return over + ".0 / " + under
	}
	if !strings.ContainsAny(text, ".ep") {
		text += ".0"
	}
	return text
}

// specOf is the text of one type in a group.
func specOf(group, name string) string {
	const head = "package p;"
	f, err := parser.ParseFile(token.NewFileSet(), "", head+group, 0)
	if err != nil {
		return group
	}
	text := group
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == name {
			text = group[int(spec.Pos())-1-len(head) : int(spec.End())-1-len(head)]
		}
		return true
	})
	return text
}
