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
	s *Session
}

// Instantiate implements core.World.
func (w world) Instantiate(of types.Object, bound map[string]types.Type) (*ast.FuncDecl, *types.Info, error) {
	fn, info, written, err := w.World.Instantiate(of, bound)
	if fn == nil || err != nil {
		return nil, nil, err
	}
	w.s.survey(fn, info, written)
	return fn, info, w.s.opensFiles(info)
}

// lower makes a program of a plan.
func (s *Session) lower(p *workspace.Plan) (*core.Program, error) {
	c := &core.Cell{World: world{p.World(), s}, Main: p.Main()}
	for _, u := range p.Units {
		unit, err := s.checked(u)
		if err != nil {
			return nil, err
		}
		c.Units = append(c.Units, unit)
	}
	return s.lowerer.Lower(c)
}

// checked is a unit as package core takes it. What its text holds is noted before
// lowering uses that up.
func (s *Session) checked(u *workspace.Unit) (*core.Unit, error) {
	s.surveyUnit(u)
	made := &core.Unit{Info: u.Info}
	if err := s.opensFiles(u.Info); err != nil {
		return nil, err
	}
	if u.Declares {
		made.Decls = u.File.Decls
		return made, nil
	}
	for _, x := range u.Statements() {
		next := core.Stmt{Stmt: x.Stmt, Shown: x.Shown}
		for _, again := range x.Then {
			then, err := s.checked(again)
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
func (s *Session) opensFiles(info *types.Info) error {
	for _, obj := range info.Uses {
		if pkg := obj.Pkg(); pkg != nil && pkg.Path() == "os" && (obj.Name() == "Stdout" || obj.Name() == "Stderr") {
			return s.io.Files()
		}
	}
	return nil
}
