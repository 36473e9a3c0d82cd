package packages

import (
	"go/ast"
	"go/token"
	"go/types"

	"unfold/dsl/interp/golib"
)

// A Generic is the declaration of a generic function or method of a package.
type Generic struct {
	Home   *types.Package // where its names mean something
	At     token.Position
	Source string
}

// genericType is a generic type of a package that is generic throughout, or nil.
// A compiled package cannot be had here: it may be the one being described.
func (im *Importer) genericType(path, name string) *types.Named {
	if _, ok := golib.Whole(path); !ok {
		return nil
	}
	pkg, err := im.Import(path)
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
func (im *Importer) extend(pkg *types.Package) error {
	src, ok := golib.Part(pkg.Path())
	if !ok {
		return nil
	}
	more, err := im.load(pkg.Path(), src)
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

// load type-checks source and tells the session of its generic functions.
func (im *Importer) load(path string, src []byte) (*types.Package, error) {
	f, err := im.session.Parse(path, string(src))
	if err != nil {
		return nil, err
	}
	pkg := types.NewPackage(path, f.Name.Name)
	conf := types.Config{Importer: im, GoVersion: GoVersion}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	if err := types.NewChecker(&conf, im.session.Files, pkg, info).Files([]*ast.File{f}); err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			file := im.session.Files.File(fn.Pos())
			im.session.Generic(info.Defs[fn.Name], Generic{
				Home:   pkg,
				At:     token.Position{Filename: path, Line: file.Line(fn.Pos()), Column: 1},
				Source: string(src[file.Offset(fn.Pos()):file.Offset(fn.End())]),
			})
		}
	}
	return pkg, nil
}
