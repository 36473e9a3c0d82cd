package core

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A function being lowered.
type function struct {
	named   bool     // its results have names
	results []string // those names, or new ones where it needs them
	defers  string   // variable with its deferred calls, if it has any
	caught  string   // variable with the panic it may recover from
	entry   bool     // it must ask for that on entry
}

// begin prepares a function for its rewriting: one that defers, or leaves from
// within a loop over an iterator, gets names for its results.
func (l *lowering) begin(ftype *ast.FuncType, body *ast.BlockStmt, deferredBy string) {
	NameParameters(ftype)
	f := &function{named: ftype.Results != nil && len(ftype.Results.List[0].Names) > 0}
	if defersCalls(body) {
		f.defers = l.Unique("d#")
	}
	if recovers(body) {
		if f.caught = deferredBy; deferredBy == "" {
			f.caught, f.entry = l.Unique("p#"), true
		}
	}
	if (f.defers != "" || l.rangesFunc(body)) && ftype.Results != nil {
		f.results = l.nameResults(ftype.Results)
	}
	l.functions = append(l.functions, f)
}

// deferringCell gives the cell itself what its statements need.
func (l *lowering) deferringCell(body *ast.BlockStmt) {
	f := l.functions[0]
	if f.defers == "" && defersCalls(body) {
		f.defers = l.Unique("d#")
	}
	if f.caught == "" && recovers(body) {
		f.caught, f.entry = l.Unique("p#"), true
	}
}

func (l *lowering) nameResults(list *ast.FieldList) (names []string) {
	for _, f := range list.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{{Name: "_", NamePos: f.Pos()}}
		}
		for i, id := range f.Names {
			name := l.Unique("r#")
			if v := l.info.Defs[id]; v != nil {
				l.renamed[v] = name
			}
			f.Names[i] = &ast.Ident{Name: name, NamePos: id.Pos()}
			names = append(names, name)
		}
	}
	return names
}

// end completes a function's body.
func (l *lowering) end(body *ast.BlockStmt) {
	f := l.functions[len(l.functions)-1]
	l.functions = l.functions[:len(l.functions)-1]
	b := l.at(token.NoPos) // no frame of the reader's
	if f.defers != "" {
		inner := &ast.FuncLit{Type: &ast.FuncType{Func: b.pos, Params: &ast.FieldList{Opening: b.pos, Closing: b.pos}},
			Body: &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List, Rbrace: body.Rbrace}}
		run := l.Unique("f#")
		body.List = []ast.Stmt{
			b.define(f.defers, b.apply(b.hook("Defers"))),
			b.define(run, inner),
			&ast.ExprStmt{X: b.apply(b.hook("RunDefers"), b.id(f.defers), b.id(run))},
			b.ret(),
		}
	}
	if f.entry {
		body.List = append([]ast.Stmt{b.define(f.caught, b.apply(b.hook("PanicOf")))}, body.List...)
	}
}

// returned makes a return of a function whose results have names.
func (l *lowering) returned(n *ast.ReturnStmt) ast.Stmt {
	f := l.functions[len(l.functions)-1]
	b := l.at(n.Pos())
	var first []ast.Stmt
	if (f.named || f.results != nil) && len(n.Results) > 1 { // all are evaluated before any is set
		for i, x := range n.Results {
			if !constantLike(x) {
				name := l.temp()
				first = append(first, b.define(name, x))
				n.Results[i] = b.id(name)
			}
		}
	}
	switch {
	case len(f.results) == 0 && first == nil, len(n.Results) == 0:
		return nil
	case len(f.results) == 0:
		return b.block(append(first, b.ret(n.Results...))...)
	}
	if types := l.results[len(l.results)-1]; len(n.Results) == len(f.results) {
		for i, x := range n.Results {
			if _, call := x.(*ast.CallExpr); call && isFunction(types.At(i).Type()) {
				name := l.temp()
				first = append(first, b.define(name, x))
				n.Results[i] = b.id(name)
			}
		}
	}
	if len(n.Results) == len(f.results) {
		for i, name := range f.results {
			first = append(first, b.assign(name, n.Results[i]))
		}
		return b.block(append(first, b.ret())...)
	}
	assign := &ast.AssignStmt{TokPos: b.pos, Tok: token.ASSIGN, Rhs: n.Results}
	for _, name := range f.results {
		assign.Lhs = append(assign.Lhs, b.id(name))
	}
	return b.block(append(first, assign, b.ret())...)
}

// deferStmt evaluates what a deferred call needs now and defers the rest.
func (l *lowering) deferStmt(d *ast.DeferStmt) ast.Stmt {
	f := l.functions[len(l.functions)-1]
	b := l.at(d.Pos())
	push := "Defer"
	if l.mayRecover[d] {
		push = "DeferNamed"
	}
	var list []ast.Stmt
	keep := func(x ast.Expr) ast.Expr {
		name := l.temp()
		list = append(list, b.define(name, x))
		return b.id(name)
	}
	call := &ast.CallExpr{Fun: d.Call.Fun, Lparen: b.pos, Ellipsis: d.Call.Ellipsis, Rparen: b.pos}
	switch fun := d.Call.Fun.(type) {
	case *ast.SelectorExpr:
		if id, ok := fun.X.(*ast.Ident); !ok || !isAlias(id) {
			recv := fun.X
			if l.byAddress[d.Call] {
				recv = &ast.UnaryExpr{OpPos: b.pos, Op: token.AND, X: recv}
			}
			call.Fun = &ast.SelectorExpr{X: keep(recv), Sel: fun.Sel}
		}
	case *ast.Ident:
		if types.Universe.Lookup(fun.Name) == nil {
			call.Fun = keep(fun)
		}
	default:
		call.Fun = keep(fun)
	}
	for _, a := range d.Call.Args {
		if !constantLike(a) {
			a = keep(a)
		}
		call.Args = append(call.Args, a)
	}
	lit := b.thunk(&ast.ExprStmt{X: call})
	l.thunks[lit] = true
	thunk := keep(lit)
	return b.block(append(list, &ast.ExprStmt{X: b.apply(b.hook(push), b.id(f.defers), thunk)})...)
}

// noteDefer remembers of a deferred call what its rewriting hides.
func (l *lowering) noteDefer(d *ast.DeferStmt) {
	switch fun := ast.Unparen(d.Call.Fun).(type) {
	case *ast.FuncLit:
		l.deferred[fun] = l.functions[len(l.functions)-1].defers
		l.thunks[fun] = true
		return
	case *ast.Ident:
		if _, builtin := l.info.Uses[fun].(*types.Builtin); builtin {
			return
		}
		l.mayRecover[d] = l.known(l.info.Uses[fun], fun.Name)
	case *ast.SelectorExpr:
		sel := l.info.Selections[fun]
		if sel == nil {
			return // of a package
		}
		if m := l.ownMethod(sel); m != nil {
			named, _ := types.Unalias(sel.Recv()).(*types.Named)
			l.mayRecover[d] = named == nil || l.known(m, named.Obj().Name()+"."+m.Name())
			return
		}
		l.noteCall(d.Call)
		l.mayRecover[d] = types.IsInterface(sel.Recv())
	default:
		l.mayRecover[d] = true
	}
}

// noteCall remembers whether a call to be made later takes the address of its
// compiled receiver.
func (l *lowering) noteCall(call *ast.CallExpr) {
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	if sel := l.info.Selections[fun]; sel != nil && sel.Kind() == types.MethodVal && l.ownMethod(sel) == nil {
		l.byAddress[call] = l.takesAddress(sel)
	}
}

// takesAddress reports whether a compiled method is called on the address of
// what stands before it.
func (l *lowering) takesAddress(sel *types.Selection) bool {
	_, wants := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return wants && !l.pointerAt(sel)
}

// known reports whether a function may call recover, as far as is known.
func (l *lowering) known(obj types.Object, name string) bool {
	if _, ok := obj.(*types.Func); !ok {
		return true
	}
	return l.world.MayRecover(name)
}

// defersCalls reports whether a function itself defers calls.
func defersCalls(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}

// rangesFunc reports whether a function itself loops over an iterator.
func (l *lowering) rangesFunc(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt:
			if t := l.info.TypeOf(n.X); t != nil {
				_, isFunc := t.Underlying().(*types.Signature)
				found = found || isFunc
			}
		}
		return !found
	})
	return found
}
