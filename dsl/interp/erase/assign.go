package erase

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (p *pass) tuple(x ast.Expr) *types.Tuple {
	if t, ok := p.info.TypeOf(x).(*types.Tuple); ok {
		return t
	}
	t := p.info.TypeOf(x) // a value and whether it is there
	return types.NewTuple(types.NewVar(x.Pos(), nil, "", t), types.NewVar(x.Pos(), nil, "", types.Typ[types.Bool]))
}

// place is the type of what stands on the left of an assignment, nil where
// nothing is kept.
func (p *pass) place(x ast.Expr) types.Type {
	if id, ok := x.(*ast.Ident); ok {
		if id.Name == "_" {
			return nil
		}
		if obj := p.info.Defs[id]; obj != nil {
			return obj.Type()
		}
	}
	return p.info.TypeOf(x)
}

func (p *pass) decl(s *ast.DeclStmt) []ast.Stmt {
	d := s.Decl.(*ast.GenDecl)
	if d.Tok != token.VAR {
		return nil
	}
	for _, spec := range d.Specs {
		p.valueSpec(spec.(*ast.ValueSpec))
	}
	return []ast.Stmt{s}
}

func (p *pass) valueSpec(spec *ast.ValueSpec) {
	var t types.Type
	if spec.Type != nil {
		t = p.info.TypeOf(spec.Type)
		spec.Type = p.typ(t, spec.Type.Pos())
	}
	if len(spec.Values) == 1 && len(spec.Names) > 1 {
		values := p.tuple(spec.Values[0])
		if t != nil {
			for i := range values.Len() {
				if !p.fitsAs(values.At(i).Type(), t) {
					p.refuse(spec.Pos(), "several values with types of their own are set to variables of another type, which is not understood there")
				}
			}
		}
		spec.Values[0] = p.expr(spec.Values[0])
		return
	}
	for i, x := range spec.Values {
		want := t
		if want == nil {
			want = p.typeOf(x)
		}
		spec.Values[i] = p.into(x, want)
	}
}

func (p *pass) assign(s *ast.AssignStmt) []ast.Stmt {
	places := make([]types.Type, len(s.Lhs))
	for i, x := range s.Lhs {
		places[i] = p.place(x)
	}
	if len(s.Lhs) == len(s.Rhs) {
		for i, x := range s.Rhs {
			if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
				want := places[i]
				if want == nil {
					want = p.typeOf(x)
				}
				s.Rhs[i] = p.into(x, want)
			} else {
				s.Rhs[i] = p.expr(x)
			}
		}
		p.left(s)
		return []ast.Stmt{s}
	}
	values := p.tuple(s.Rhs[0])
	s.Rhs[0] = p.expr(s.Rhs[0])
	p.left(s)
	var after []ast.Stmt
	for i, t := range places {
		if t == nil || p.fitsAs(values.At(i).Type(), t) {
			continue
		}
		name := p.temp(s.Lhs[i].Pos())
		after = append(after, &ast.AssignStmt{Lhs: []ast.Expr{s.Lhs[i]}, TokPos: s.TokPos, Tok: token.ASSIGN,
			Rhs: []ast.Expr{p.convert(name, values.At(i).Type(), t)}})
		s.Lhs[i] = &ast.Ident{Name: name.Name, NamePos: name.NamePos}
	}
	if len(after) == 0 {
		return []ast.Stmt{s}
	}
	if s.Tok == token.ASSIGN {
		var before []ast.Stmt
		for i, x := range s.Lhs {
			if id, ok := x.(*ast.Ident); ok && isTemp(id) {
				before = append(before, p.variable(id, values.At(i).Type()))
			}
		}
		return []ast.Stmt{&ast.BlockStmt{Lbrace: s.Pos(), List: append(append(before, s), after...), Rbrace: s.End()}}
	}
	return append([]ast.Stmt{s}, after...)
}

func (p *pass) left(s *ast.AssignStmt) {
	for i, x := range s.Lhs {
		if id, ok := x.(*ast.Ident); ok && (id.Name == "_" || p.info.Defs[id] != nil) {
			continue
		}
		s.Lhs[i] = p.expr(x)
	}
}

func (p *pass) returns(s *ast.ReturnStmt) []ast.Stmt {
	results := p.results[len(p.results)-1]
	if len(s.Results) == 1 && results.Len() > 1 {
		values := p.tuple(s.Results[0])
		same := true
		for i := range values.Len() {
			same = same && p.fitsAs(values.At(i).Type(), results.At(i).Type())
		}
		if same {
			s.Results[0] = p.expr(s.Results[0])
			return []ast.Stmt{s}
		}
		define, list := p.several(s.Results[0], values, func(i int) types.Type { return results.At(i).Type() })
		s.Results = list
		return []ast.Stmt{&ast.BlockStmt{Lbrace: s.Pos(), List: []ast.Stmt{define, s}, Rbrace: s.End()}}
	}
	for i, x := range s.Results {
		s.Results[i] = p.into(x, results.At(i).Type())
	}
	return []ast.Stmt{s}
}
