package erase

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
)

// A spelling writes names for what rewritten code means.
type spelling struct {
	*Eraser
	info    *types.Info
	used    map[string]types.Object // what is mentioned from outside
	methods map[types.Object]string // methods that the file declares, by their new names
	temps   int
}

func (p *spelling) refuse(pos token.Pos, format string, args ...any) {
	panic(refusal{pos, fmt.Sprintf(format, args...)})
}

// typeOf is the type that the value of an expression has by itself.
func (p *spelling) typeOf(x ast.Expr) types.Type {
	t := p.info.TypeOf(x)
	if t == nil {
		return nil
	}
	return types.Default(t)
}

func (p *spelling) funcType(t *ast.FuncType) {
	for _, list := range []*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			if e, ok := f.Type.(*ast.Ellipsis); ok {
				e.Elt = p.typ(p.info.TypeOf(e.Elt), e.Pos())
				continue
			}
			f.Type = p.typ(p.info.TypeOf(f.Type), f.Type.Pos())
		}
	}
}

// object is the name by which rewritten code means something that was declared
// by a cell.
func (p *spelling) object(obj types.Object, pos token.Pos) *ast.Ident {
	if name := p.methods[obj]; name != "" {
		return &ast.Ident{Name: name, NamePos: pos}
	}
	made := p.objects[obj]
	if made == nil {
		name := obj.Name() + "#" + strconv.Itoa(p.next())
		switch obj := obj.(type) {
		case *types.Var:
			made = types.NewVar(obj.Pos(), p.home, name, p.form(obj.Type()))
		case *types.Func:
			made = types.NewFunc(obj.Pos(), p.home, name, p.form(AsFunction(obj.Signature())).(*types.Signature))
		default:
			p.refuse(pos, "%s cannot be used there", obj.Name())
		}
		p.objects[obj] = made
	}
	ours := p.Host.Named(obj)
	if f, ok := obj.(*types.Func); ok && ours == "" {
		ours = p.Host.Method(f, pos)
	}
	p.Host.Name(made, ours)
	return p.mention(made, pos)
}

func (p *spelling) mention(obj types.Object, pos token.Pos) *ast.Ident {
	p.used[obj.Name()] = obj
	return &ast.Ident{Name: obj.Name(), NamePos: pos}
}

// AsFunction is a method's signature with the receiver as first parameter.
func AsFunction(sig *types.Signature) *types.Signature {
	if sig.Recv() == nil {
		return sig
	}
	params := []*types.Var{types.NewParam(token.NoPos, nil, "", sig.Recv().Type())}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

// typ spells a type by the name of one entry made for its form.
func (p *spelling) typ(t types.Type, pos token.Pos) *ast.Ident {
	return p.spell(p.form(t), pos)
}

func (p *spelling) spell(form types.Type, pos token.Pos) *ast.Ident {
	name, ok := p.names.At(form).(*types.TypeName)
	if !ok {
		name = types.NewTypeName(pos, p.home, "type#"+strconv.Itoa(p.next()), form)
		p.names.Set(form, name)
	}
	return p.mention(name, pos)
}

// constant is a known value, by the name of an entry made for it.
func (p *spelling) constant(tv types.TypeAndValue, pos token.Pos) ast.Expr {
	return p.mention(types.NewConst(pos, p.home, "const#"+strconv.Itoa(p.next()), p.form(tv.Type), tv.Value), pos)
}

func (p *spelling) instanceOf(f *types.Func, args *types.TypeList, pos token.Pos) ast.Expr {
	name := p.Host.Instance(f, args, pos)
	list := make([]types.Type, args.Len())
	for i := range list {
		list[i] = args.At(i)
	}
	t, err := types.Instantiate(nil, f.Signature(), list, false)
	if err != nil {
		p.refuse(pos, "%v", err)
	}
	made := types.NewFunc(pos, p.home, "instance#"+name, p.form(t).(*types.Signature))
	p.Host.Name(made, name)
	return p.mention(made, pos)
}

// helper is a function that rewritten code calls, made once for every key.
func (p *spelling) helper(key string, sig *types.Signature, make func(reflect.Type) reflect.Value, pos token.Pos) ast.Expr {
	f := p.helped[key]
	if f == nil {
		sig = p.form(sig).(*types.Signature)
		rt, err := p.Host.Runtime(sig)
		if err != nil {
			p.refuse(pos, "%v", err)
		}
		f = types.NewFunc(token.NoPos, p.helpers, "Erased"+strconv.Itoa(p.next()), sig)
		p.helpers.Scope().Insert(f)
		p.Host.Supply(f.Name(), make(rt))
		p.helped[key] = f
	}
	pkg := types.NewPkgName(token.NoPos, p.home, "erased#", p.helpers)
	return &ast.SelectorExpr{X: p.mention(pkg, pos), Sel: &ast.Ident{Name: f.Name(), NamePos: pos}}
}

func (p *spelling) temp(pos token.Pos) *ast.Ident {
	p.temps++
	return &ast.Ident{Name: "value#" + strconv.Itoa(p.temps), NamePos: pos}
}

func isTemp(id *ast.Ident) bool { return len(id.Name) > 6 && id.Name[:6] == "value#" }

func (p *spelling) variable(id *ast.Ident, t types.Type) ast.Stmt {
	return &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: id.Pos(), Tok: token.VAR, Specs: []ast.Spec{
		&ast.ValueSpec{Names: []*ast.Ident{{Name: id.Name, NamePos: id.Pos()}}, Type: p.typ(t, id.Pos())}}}}
}

func call(fun ast.Expr, args ...ast.Expr) *ast.CallExpr {
	return &ast.CallExpr{Fun: fun, Lparen: fun.Pos(), Args: args, Rparen: fun.Pos()}
}

func signature(in, out []types.Type, variadic bool) *types.Signature {
	tuple := func(list []types.Type) *types.Tuple {
		vars := make([]*types.Var, len(list))
		for i, t := range list {
			vars[i] = types.NewParam(token.NoPos, nil, "", t)
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, tuple(in), tuple(out), variadic)
}
