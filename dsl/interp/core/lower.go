package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ast/astutil"
)

// A lowering turns checked units into one file the interpreter can run. Every
// top-level name becomes a package variable under the interpreter's name for
// it, functions too, so that whoever mentions it sees what it is now; the
// statements become the body of an init function. What each piece of syntax
// becomes, the passes say.
type lowering struct {
	*Lowerer
	*draft
	world   World
	frame   *frame                      // of the cell itself
	methods map[*types.Func]*types.Func // functions that were methods, see withoutTypes
	temps   int
}

func (l *Lowerer) lowering(c *Cell) *lowering {
	out := &draft{needs: map[string]bool{HookPath: true}, thunks: map[*ast.FuncLit]bool{}}
	return &lowering{Lowerer: l, draft: out, world: c.World, frame: &frame{}, methods: map[*types.Func]*types.Func{}}
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
		l.body = append(l.body, &ast.ExprStmt{X: l.at(token.NoPos).call(c.Main)})
	}
}

func (l *lowering) unit(u *Unit) {
	if u = l.withoutTypes(u); u == nil {
		return
	}
	top := &toplevel{tree{l, u.Info}}
	top.declarations(u)
	if len(u.Stmts) > 0 {
		top.statements(u)
	}
}

// file is all that was made: what the cell does is the body of init.
func (l *lowering) file() *ast.File {
	b := l.at(token.NoPos)
	whole := b.block(l.body...)
	l.frame.complete(tree{l, &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}, whole)
	entry := &ast.FuncDecl{
		Name: b.id("init"),
		Type: &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}},
		Body: b.block(append(l.first, whole.List...)...),
	}
	f := &ast.File{Package: b.pos, Name: b.id("main")}
	if spec := l.imports(l.Lowerer, b); spec != nil {
		f.Decls = append(f.Decls, spec)
	}
	f.Decls = append(append(f.Decls, l.decls...), entry)
	return f
}

// lower takes syntax through all passes.
func (l *lowering) lower(n ast.Node, info *types.Info) ast.Node {
	for _, p := range passes {
		r := p.make(tree{l, info})
		n = astutil.Apply(n, r.before, r.after)
	}
	return n
}

// at makes syntax that belongs to a place of the cell.
func (l *lowering) at(pos token.Pos) place {
	if !pos.IsValid() {
		pos = l.anchor
	}
	return place{pos}
}

// global declares a package variable once.
func (l *lowering) global(name string, t types.Type, pos token.Pos) {
	if name == "" || !l.once(l.declared, name, name) {
		return
	}
	b := l.at(pos)
	typ := (&names{tree{lowering: l}}).typ(t, pos)
	l.decls = append(l.decls, &ast.GenDecl{TokPos: b.pos, Tok: token.VAR, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{b.id(name)}, Type: typ},
	}})
}

// temp is a name for a variable of the cell.
func (l *lowering) temp() string {
	l.temps++
	return fmt.Sprintf("t#%d", l.temps)
}
