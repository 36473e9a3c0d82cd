package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// mutable are the package-level variables under engine that may change after
// the program has started, and why.
var mutable = map[string]string{
	"unfold/engine.declared":                    "the stages by type, which init functions declare",
	"unfold/engine/codec.registered":            "the types of learned values, which init functions register and the first use freezes",
	"unfold/engine/internal/simd.current":       "the vector instructions in use, which tests and benchmarks lower; bits are the same",
	"unfold/engine/internal/memory.system":      "what the system has free, read at most every 20 ms; it decides how much is kept",
	"unfold/engine/stage/dataset.standardInput": "what came through standard input, which can be read but once, for all that load it",
	"unfold/engine/memo.closed":                 "a channel that is closed from the start",
	"unfold/engine/linear/blas.used":            "whether the library that was asked for was called, for reports to tell",
}

// TestEngineKeepsNothing finds package-level variables of the engine that change
// after the program has started: what a run leaves behind belongs to who ran it.
// Tables are filled where they are declared, or by init.
func TestEngineKeepsNothing(t *testing.T) {
	seen, met := 0, map[string]bool{}
	for _, c := range module(t) {
		if c.room == "engine/bench" || c.within("engine/internal/simd/generate") {
			continue // commands
		}
		scope := c.Scope()
		for _, name := range scope.Names() {
			if v, ok := scope.Lookup(name).(*types.Var); ok && c.within("engine") {
				seen++
				if holdsState(v.Type()) {
					met[key(v)] = true
				}
			}
		}
		eachChange(c, func(v *types.Var, _ token.Pos) { met[key(v)] = true })
	}
	for name := range met {
		if mutable[name] == "" && strings.HasPrefix(name, "unfold/engine") {
			t.Errorf("%s changes after the program has started", name)
		}
	}
	for name := range mutable {
		if !met[name] {
			t.Errorf("%s does not change; take it off the list", name)
		}
	}
	if seen < 100 {
		t.Fatalf("looked at %d variables only", seen)
	}
}

// key is the full name of a variable.
func key(v *types.Var) string { return v.Pkg().Path() + "." + v.Name() }

// holdsState reports whether a type is made to change: locks, atomics and channels,
// or has a field of such a type. A pool is memory at rest, of which nobody reads what
// it holds, and a family is a list of stages, which reading freezes.
func holdsState(of types.Type) bool {
	if named, ok := types.Unalias(of).(*types.Named); ok && named.Obj().Pkg() != nil {
		if atRest(of) {
			return false
		}
		if path := named.Obj().Pkg().Path(); path == "sync" || path == "sync/atomic" {
			return true
		}
	}
	switch of := of.Underlying().(type) {
	case *types.Struct:
		for f := range of.Fields() {
			if holdsState(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return holdsState(of.Elem())
	case *types.Chan:
		return true
	case *types.Pointer:
		named, ok := types.Unalias(of.Elem()).(*types.Named)
		return ok && named.Obj().Pkg() != nil && strings.HasPrefix(named.Obj().Pkg().Path(), "unfold") && holdsState(named)
	}
	return false
}

// atRest reports whether a type is that of a pool or of a family.
func atRest(of types.Type) bool {
	named, ok := types.Unalias(of).(*types.Named)
	return ok && named.Obj().Pkg() != nil && slices.Contains([]string{"sync.Pool", "unfold/engine.Family"}, named.Obj().Pkg().Path()+"."+named.Obj().Name())
}

// eachChange tells of every place outside declarations and init where a variable
// of a package is written, or its address is taken.
func eachChange(c *code, tell func(*types.Var, token.Pos)) {
	written := func(e ast.Expr) {
		if v := rootOf(c, e); v != nil {
			tell(v, e.Pos())
		}
	}
	for _, file := range c.files {
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || f.Body == nil || f.Recv == nil && f.Name.Name == "init" {
				continue
			}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					if n.Tok != token.DEFINE {
						for _, e := range n.Lhs {
							written(e)
						}
					}
				case *ast.IncDecStmt:
					written(n.X)
				case *ast.RangeStmt:
					if n.Tok == token.ASSIGN {
						written(n.Key)
						written(n.Value)
					}
				case *ast.CallExpr:
					if name, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"delete", "clear", "copy"}, name.Name) {
						written(n.Args[0])
					}
					if method, ok := n.Fun.(*ast.SelectorExpr); ok && byPointer(c, method) {
						written(method.X)
					}
				}
				return true
			})
		}
	}
}

// byPointer reports whether a method call takes the address of what it is called
// on.
func byPointer(c *code, method *ast.SelectorExpr) bool {
	s := c.info.Selections[method]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, pointer := s.Obj().Type().(*types.Signature).Recv().Type().(*types.Pointer)
	_, already := s.Recv().Underlying().(*types.Pointer)
	return pointer && !already && !atRest(s.Recv())
}

// rootOf is the package's variable that an expression is, or is a part of.
func rootOf(c *code, e ast.Expr) *types.Var {
	for {
		switch of := e.(type) {
		case *ast.ParenExpr:
			e = of.X
		case *ast.StarExpr:
			e = of.X
		case *ast.IndexExpr:
			e = of.X
		case *ast.SliceExpr:
			e = of.X
		case *ast.SelectorExpr:
			if v, ok := c.info.Uses[of.Sel].(*types.Var); ok && !v.IsField() {
				return packageLevel(v)
			}
			e = of.X
		case *ast.Ident:
			v, _ := c.info.Uses[of].(*types.Var)
			return packageLevel(v)
		default:
			return nil
		}
	}
}

func packageLevel(v *types.Var) *types.Var {
	if v == nil || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}
