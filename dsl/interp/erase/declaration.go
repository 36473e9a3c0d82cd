package erase

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// A pass is the rewriting of one file: of its declarations and statements.
type pass struct {
	*expressions
	final   ast.Stmt                    // whose value is shown
	renamed map[*ast.Ident]types.Object // declarations, by what they were
	became  map[ast.Stmt][]ast.Stmt
	results []*types.Tuple // of the functions around
}

// newPass is the rewriting of a file of which info tells.
func newPass(e *Eraser, info *types.Info, final ast.Stmt) *pass {
	s := &spelling{Eraser: e, info: info, used: map[string]types.Object{}, methods: map[types.Object]string{}}
	p := &pass{
		expressions: &expressions{selections: selections{conversions{s}}, defined: map[types.Object]bool{}},
		final:       final, renamed: map[*ast.Ident]types.Object{}, became: map[ast.Stmt][]ast.Stmt{},
	}
	p.function = p.body
	for id, obj := range info.Defs {
		if obj != nil {
			p.defined[obj] = true
			p.renamed[id] = obj
		}
	}
	for _, obj := range info.Implicits {
		p.defined[obj] = true
	}
	return p
}

// body rewrites a function.
func (p *pass) body(sig *types.Signature, t *ast.FuncType, body *ast.BlockStmt) {
	p.results = append(p.results, sig.Results())
	p.funcType(t)
	if body != nil {
		p.block(body)
	}
	p.results = p.results[:len(p.results)-1]
}

// file rewrites declarations.
func (p *pass) file(file *ast.File, method func(*ast.FuncDecl) *types.Func) map[*ast.Ident]*types.Func {
	methods := map[*ast.Ident]*types.Func{}
	var list []ast.Decl
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if m := method(d); m != nil {
				methods[d.Name] = m
			}
			if p.keepFunction(d, methods[d.Name]) {
				list = append(list, d)
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				list = append(list, d)
			}
		}
	}
	for _, d := range list {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.body(p.signatureOf(d), d.Type, d.Body)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				p.valueSpec(spec.(*ast.ValueSpec))
			}
		}
	}
	file.Decls = list
	return methods
}

func (p *pass) signatureOf(d *ast.FuncDecl) *types.Signature {
	if obj := p.renamed[d.Name]; obj != nil {
		return obj.Type().(*types.Signature)
	}
	if obj := p.info.Defs[d.Name]; obj != nil {
		return obj.Type().(*types.Signature)
	}
	return signature(nil, nil, false) // of the statements of a cell
}

// keepFunction makes a method a function of its receiver. It reports whether
// there is anything to keep: of generic declarations there is not.
func (p *pass) keepFunction(d *ast.FuncDecl, m *types.Func) bool {
	obj, _ := p.info.Defs[d.Name].(*types.Func)
	switch {
	case obj == nil: // init, or _
		return true
	case generic(obj):
		return false
	}
	if d.Recv != nil {
		d.Type.Params.List = append(append([]*ast.Field{}, d.Recv.List...), d.Type.Params.List...)
		nameAll(d.Type.Params)
		d.Recv = nil
	}
	if m != nil {
		d.Name.Name = "method#" + strconv.Itoa(p.next())
		p.methods[m] = d.Name.Name
		p.renamed[d.Name] = m
	}
	return true
}

// nameAll names the parameters that have no name: a list has names for all or
// for none.
func nameAll(list *ast.FieldList) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{Name: "_", NamePos: f.Pos()}}
		}
	}
}

func generic(f *types.Func) bool {
	sig := f.Signature()
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}
