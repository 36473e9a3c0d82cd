// Package erase rewrites checked Go so that it has no types of its own.
//
// In a program that cannot make types at run time (package mint says when), a
// value of a type that a cell declares has the type of its parts: a struct
// with its fields, a number, a slice. Only where such a value is in an
// interface its type must be known, so there it stands in a [Value], which
// carries it. A method becomes a function of its receiver; a call through an
// interface, an assertion and a case of a type switch ask the Value. What has
// been rewritten is Go again, which go/types checks anew, so that a fault of
// the rewriting is refused and never runs.
//
// What compiled code can see of a Value is what the reader would: package fmt
// prints it with the methods and names of its type, encoding/json its fields,
// errors are errors. A call that would show compiled code something else is
// refused, see argument.go.
//
// It imports no other package of the project. Start at [Eraser.Unit].
package erase

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strconv"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// A Host is the session that an Eraser works for.
type Host interface {
	// Runtime is the run-time type of one without types of cells.
	Runtime(types.Type) (reflect.Type, error)
	// Wrapper is the compiled type that gives its methods to a value in a
	// compiled interface, if there is one.
	Wrapper(*types.Named) (reflect.Type, bool)
	// Supply gives the interpreter a function that rewritten code calls.
	Supply(name string, fn reflect.Value)
	// Typecheck checks a file in the package of cells, in which the given
	// objects are declared.
	Typecheck(*ast.File, []types.Object) (*types.Info, []types.Error)
	// Named tells the interpreter's name of a declared object, "" for none.
	Named(types.Object) string
	// Name gives an object a name of the interpreter.
	Name(types.Object, string)
	// Instance is the interpreter's name of a generic function for its type
	// arguments, and Method that of a method.
	Instance(f *types.Func, args *types.TypeList, pos token.Pos) string
	Method(m *types.Func, pos token.Pos) string
	// Instantiate has the methods of an instance of a generic type made.
	Instantiate(t *types.Named, pos token.Pos)
}

// An Eraser rewrites the cells of a session.
type Eraser struct {
	forms
	// Host is at hand while a unit is rewritten, and after the first one.
	Host     Host
	home     *types.Package
	helpers  *types.Package
	helped   map[string]*types.Func // by what they do
	mu       sync.Mutex             // guards kinds
	kinds    typeutil.Map           // types.Type -> *Type
	looked   typeutil.Map           // types whose methods have been made
	wrappers sync.Map               // reflect.Type of those of compiled interfaces
	names    typeutil.Map           // form -> *types.TypeName
	objects  map[types.Object]types.Object
	count    int
}

// New is an Eraser for the package that all cells belong to. What rewritten code
// calls is imported from path.
func New(compiled func(*types.Named) (reflect.Type, bool), home *types.Package, path string) *Eraser {
	return &Eraser{
		forms: forms{compiled: compiled}, home: home, helpers: types.NewPackage(path, "erased"),
		helped: map[string]*types.Func{}, objects: map[types.Object]types.Object{},
	}
}

// A refusal says what cannot be rewritten, and where.
type refusal struct {
	pos     token.Pos
	message string
}

// A Refusal is why a cell cannot run without types of its own.
type Refusal struct {
	Pos     token.Pos
	Message string
}

func (r *Refusal) Error() string { return r.Message }

// A Unit is rewritten code.
type Unit struct {
	File    *ast.File
	Info    *types.Info
	Methods map[*types.Func]*types.Func // functions that were methods
	Became  map[ast.Stmt][]ast.Stmt     // what statements have become
}

// Unit rewrites a file of cells, in place, and checks it again. What info says
// of it holds no longer. The method that a declaration is one of, if it does
// not say so itself, is told by method. The value of the statement final is shown.
func (e *Eraser) Unit(file *ast.File, info *types.Info, method func(*ast.FuncDecl) *types.Func, final ast.Stmt) (unit *Unit, err error) {
	p := &pass{Eraser: e, info: info, used: map[string]types.Object{}, methods: map[types.Object]string{}, renamed: map[*ast.Ident]types.Object{},
		final: final, became: map[ast.Stmt][]ast.Stmt{}, defined: map[types.Object]bool{}}
	for id, obj := range info.Defs {
		if obj != nil {
			p.defined[obj] = true
			p.renamed[id] = obj
		}
	}
	for _, obj := range info.Implicits {
		p.defined[obj] = true
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			unit, err = nil, &Refusal{r.pos, r.message}
		default:
			panic(r)
		}
	}()
	methods := p.file(file, method)
	objects := make([]types.Object, 0, len(p.used))
	for _, obj := range p.used {
		objects = append(objects, obj)
	}
	checked, errs := e.Host.Typecheck(file, objects)
	if len(errs) > 0 {
		return nil, &Refusal{errs[0].Pos, "this is not understood there: " + errs[0].Msg}
	}
	unit = &Unit{File: file, Info: checked, Became: p.became, Methods: map[*types.Func]*types.Func{}}
	for id, obj := range p.renamed {
		made := checked.Defs[id]
		if made == nil {
			continue
		}
		if name := e.Host.Named(obj); name != "" {
			e.Host.Name(made, name)
		}
		if m := methods[id]; m != nil {
			unit.Methods[made.(*types.Func)] = m
		}
	}
	return unit, nil
}

// A pass is the rewriting of one file.
type pass struct {
	*Eraser
	info    *types.Info
	final   ast.Stmt                    // whose value is shown
	used    map[string]types.Object     // what it mentions from outside
	defined map[types.Object]bool       // what it declares itself
	methods map[types.Object]string     // methods among these, by their new names
	renamed map[*ast.Ident]types.Object // declarations, by what they were
	became  map[ast.Stmt][]ast.Stmt
	results []*types.Tuple // of the functions around
	temps   int
}

func (p *pass) refuse(pos token.Pos, format string, args ...any) {
	panic(refusal{pos, fmt.Sprintf(format, args...)})
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
			sig := p.signatureOf(d)
			p.results = append(p.results, sig.Results())
			p.funcType(d.Type)
			if d.Body != nil {
				p.block(d.Body)
			}
			p.results = p.results[:len(p.results)-1]
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

func (e *Eraser) next() int {
	e.count++
	return e.count
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

// object is the name by which rewritten code means something that was declared
// by a cell.
func (p *pass) object(obj types.Object, pos token.Pos) *ast.Ident {
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
			made = types.NewFunc(obj.Pos(), p.home, name, p.form(withReceiver(obj.Signature())).(*types.Signature))
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

func (p *pass) mention(obj types.Object, pos token.Pos) *ast.Ident {
	p.used[obj.Name()] = obj
	return &ast.Ident{Name: obj.Name(), NamePos: pos}
}

// withReceiver is the signature of a method as a function of its receiver.
func withReceiver(sig *types.Signature) *types.Signature {
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
func (p *pass) typ(t types.Type, pos token.Pos) *ast.Ident {
	return p.spell(p.form(t), pos)
}

func (p *pass) spell(form types.Type, pos token.Pos) *ast.Ident {
	name, ok := p.names.At(form).(*types.TypeName)
	if !ok {
		name = types.NewTypeName(pos, p.home, "type#"+strconv.Itoa(p.next()), form)
		p.names.Set(form, name)
	}
	return p.mention(name, pos)
}

// constant is a known value, by the name of an entry made for it.
func (p *pass) constant(tv types.TypeAndValue, pos token.Pos) ast.Expr {
	return p.mention(types.NewConst(pos, p.home, "const#"+strconv.Itoa(p.next()), p.form(tv.Type), tv.Value), pos)
}

// helper is a function that rewritten code calls, made once for every key.
func (p *pass) helper(key string, sig *types.Signature, make func(reflect.Type) reflect.Value, pos token.Pos) ast.Expr {
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
