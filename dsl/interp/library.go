package interp

import (
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strings"

	"unfold/dsl/interp/std"
)

//go:embed all:golib
var golib embed.FS

// A library imports compiled packages, and from source those whose functions
// are generic, which no table of compiled values can hold, and those that are
// not built in but found beside the notebook or in the module cache.
type library struct {
	s       *Session
	made    map[string]*types.Package
	loading map[string]bool // from source, at the moment
}

// Import implements types.Importer. A package of the library is a whole, or,
// where it has a compiled part, adds to that.
func (l *library) Import(p string) (*types.Package, error) {
	if pkg := l.made[p]; pkg != nil {
		return pkg, nil
	}
	src, err := golib.ReadFile(whole(p))
	if err != nil {
		return l.compiled(p)
	}
	pkg, err := l.load(p, src)
	if err != nil {
		return nil, err
	}
	l.made[p] = pkg
	for _, t := range std.Instances {
		if t.PkgPath() == p {
			l.s.tables.Type(t)
		}
	}
	return pkg, nil
}

// whole is the file of golib with all of a package.
func whole(p string) string { return "golib/" + p + "/" + path.Base(p) + ".go.txt" }

// compiled imports a package that is built in, or else its source.
func (l *library) compiled(p string) (*types.Package, error) {
	pkg, missing := l.s.tables.Import(p)
	if missing == nil {
		l.made[p] = pkg
		return pkg, l.extend(pkg)
	}
	if p == "C" {
		return nil, errors.New("import \"C\" needs a C compiler, which cells do without")
	}
	at, found := locate(p)
	first, _, _ := strings.Cut(p, "/")
	switch {
	case !found && !strings.Contains(first, "."): // a misspelt package of Go's own, most likely
		return nil, missing
	case !found:
		return nil, fmt.Errorf("%w, and its source is in no vendor directory or module cache", missing)
	}
	pkg, err := l.interpret(at)
	if err == nil {
		l.made[p] = pkg
	}
	return pkg, err
}

// generic is a generic type of a package that is wholly from golib, or nil. A
// compiled package cannot be had here: it may be the one being described.
func (l *library) generic(p, name string) *types.Named {
	if _, err := golib.ReadFile(whole(p)); err != nil {
		return nil
	}
	pkg, err := l.Import(p)
	if err != nil {
		return nil
	}
	obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	named, _ := obj.Type().(*types.Named)
	return named
}

// extend adds to a compiled package what is generic of it.
func (l *library) extend(pkg *types.Package) error {
	src, err := golib.ReadFile("golib/" + pkg.Path() + "/generic.go.txt")
	if err != nil {
		return nil // nothing to add
	}
	more, err := l.load(pkg.Path(), src)
	if err != nil {
		return err
	}
	for _, name := range more.Scope().Names() {
		if obj := more.Scope().Lookup(name); obj.Exported() {
			pkg.Scope().Insert(obj)
		}
	}
	return nil
}

// load type-checks source and keeps the declarations of its generics.
func (l *library) load(p string, src []byte) (*types.Package, error) {
	s := l.s
	f, err := s.files.parse(p, string(src))
	if err != nil {
		return nil, err
	}
	pkg := types.NewPackage(p, f.Name.Name)
	conf := types.Config{Importer: l, GoVersion: goVersion}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	if err := types.NewChecker(&conf, s.files.FileSet, pkg, info).Files([]*ast.File{f}); err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		file := s.files.File(fn.Pos())
		it := &item{
			kind: declaration, cell: p, at: token.Position{Filename: p, Line: file.Line(fn.Pos()), Column: 1},
			source: string(src[file.Offset(fn.Pos()):file.Offset(fn.End())]),
		}
		s.generics[info.Defs[fn.Name]] = generic{item: it, home: pkg}
	}
	return pkg, nil
}
