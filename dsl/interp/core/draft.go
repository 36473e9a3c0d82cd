package core

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
)

// A draft is what has been made of a cell so far.
type draft struct {
	decls   []ast.Decl            // variables
	first   []ast.Stmt            // what the cell does before anything else
	body    []ast.Stmt            // what it does
	needs   map[string]bool       // packages mentioned
	thunks  map[*ast.FuncLit]bool // literals that are deferred
	news    []string              // names that the interpreter has not seen before
	undo    []func()
	refusal *Refusal
}

// once marks a key for what the interpreter is about to be told under a name,
// and reports whether it was not marked before. Who takes the program back
// unmarks it.
func (o *draft) once(marked map[string]bool, key, name string) bool {
	if marked[key] {
		return false
	}
	marked[key] = true
	o.news = append(o.news, name)
	o.undo = append(o.undo, func() { delete(marked, key) })
	return true
}

// imports declares the packages that the interpreter has not been shown yet,
// each under one name for the whole session.
func (o *draft) imports(session *Lowerer, b place) ast.Decl {
	var specs []ast.Spec
	for path := range o.needs {
		if !o.once(session.imported, path, alias(path)+"/_") { // as the interpreter enters it for all files, see mirror
			continue
		}
		quoted := &ast.BasicLit{Kind: token.STRING, ValuePos: b.pos, Value: strconv.Quote(path)}
		specs = append(specs, &ast.ImportSpec{Name: b.id(alias(path)), Path: quoted})
	}
	if specs == nil {
		return nil
	}
	return &ast.GenDecl{TokPos: b.pos, Tok: token.IMPORT, Lparen: b.pos, Specs: specs, Rparen: b.pos}
}

// alias is the interpreter's name for a package. It contains what no Go name
// does, so that no variable can hide it.
func alias(path string) string {
	b := []byte("import#" + path)
	for i, c := range b {
		if c == '/' || c == '.' {
			b[i] = '#'
		}
	}
	return string(b)
}

func (o *draft) fail(pos token.Pos, format string, args ...any) {
	o.refuse(pos, "", format, args...)
}

// refuse is fail with a remedy. The first problem stands.
func (o *draft) refuse(pos token.Pos, remedy, format string, args ...any) {
	if o.refusal == nil {
		o.refusal = &Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), Remedy: remedy}
	}
}
