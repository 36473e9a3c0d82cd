package interp

import (
	"go/ast"
	"go/types"

	"unfold/dsl/interp/core"
	"unfold/dsl/interp/workspace"
)

// A world is the names of a session, and of a plan for it, as package core asks
// for them.
type world struct {
	*workspace.World
	c *compiler
}

// Instantiate implements core.World.
func (w world) Instantiate(of types.Object, bound map[string]types.Type) (*ast.FuncDecl, *types.Info, error) {
	fn, info, written, err := w.World.Instantiate(of, bound)
	if fn == nil || err != nil {
		return nil, nil, err
	}
	w.c.sites.SurveyTree(fn, info, written)
	return fn, info, w.c.opensFiles(info)
}

// lower makes a program of a plan.
func (c *compiler) lower(p *workspace.Plan) (*core.Program, error) {
	whole := &core.Cell{World: world{p.World(), c}, Main: p.Main()}
	for _, u := range p.Units {
		unit, err := c.checked(u)
		if err != nil {
			return nil, err
		}
		whole.Units = append(whole.Units, unit)
	}
	return c.lowerer.Lower(whole)
}

// checked is a unit as package core takes it. What its text holds is noted before
// lowering uses that up.
func (c *compiler) checked(u *workspace.Unit) (*core.Unit, error) {
	c.sites.Survey(u)
	made := &core.Unit{Info: u.Info}
	if err := c.opensFiles(u.Info); err != nil {
		return nil, err
	}
	if u.Declares {
		made.Decls = u.File.Decls
		return made, nil
	}
	for _, x := range u.Statements() {
		next := core.Stmt{Stmt: x.Stmt, Shown: x.Shown}
		for _, again := range x.Then {
			then, err := c.checked(again)
			if err != nil {
				return nil, err
			}
			next.Then = append(next.Then, then)
		}
		made.Stmts = append(made.Stmts, next)
	}
	return made, nil
}

// opensFiles opens the files behind the standard streams for code that mentions
// them.
func (c *compiler) opensFiles(info *types.Info) error {
	for _, obj := range info.Uses {
		if pkg := obj.Pkg(); pkg != nil && pkg.Path() == "os" && (obj.Name() == "Stdout" || obj.Name() == "Stderr") {
			return c.console.Files()
		}
	}
	return nil
}
