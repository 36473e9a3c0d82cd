// Package packages is what cells can import: the tables of compiled packages,
// the standard library's among them; the source of generic functions; and
// packages in plain Go, from a vendor directory or the module cache.
//
// It imports gotypes, std and golib. Start at Importer.
package packages

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"unfold/dsl/interp/golib"
	"unfold/dsl/interp/gotypes"
	"unfold/dsl/interp/std"
)

// GoVersion is the language that cells and what they import are written in.
const GoVersion = "go1.26"

// A Session is what an importer asks of the session that it works for.
type Session struct {
	Files *token.FileSet
	// Parse adds a file to Files.
	Parse func(name, text string) (*ast.File, error)
	// Generic is told of each generic function whose source becomes known.
	Generic func(types.Object, Generic)
	// Interpret makes a package from its source.
	Interpret func(Source) (*types.Package, error)
}

// An Importer imports packages for go/types. It is not safe for concurrent use.
type Importer struct {
	Tables *gotypes.Importer // of compiled packages

	session Session
	made    map[string]*types.Package
	loading map[string]bool // from source, at the moment
}

// New makes an importer of the standard library and further libraries, of which
// a later one goes before an earlier.
func New(session Session, libraries ...gotypes.Library) *Importer {
	im := &Importer{
		Tables:  gotypes.New(append([]gotypes.Library{std.Library, std.Additions, system}, libraries...)...),
		session: session,
		made:    map[string]*types.Package{},
		loading: map[string]bool{},
	}
	im.Tables.Generic = im.genericType
	return im
}

// Import implements types.Importer. Source that comes with this program is of a
// whole package or, where there is a compiled part, adds to that.
func (im *Importer) Import(path string) (*types.Package, error) {
	if pkg := im.made[path]; pkg != nil {
		return pkg, nil
	}
	src, ok := golib.Whole(path)
	if !ok {
		return im.compiled(path)
	}
	pkg, err := im.load(path, src)
	if err != nil {
		return nil, err
	}
	im.made[path] = pkg
	for _, t := range std.Instances {
		if t.PkgPath() == path {
			im.Tables.Type(t)
		}
	}
	return pkg, nil
}

// compiled imports a package that is built in, or else its source.
func (im *Importer) compiled(path string) (*types.Package, error) {
	pkg, missing := im.Tables.Import(path)
	if missing == nil {
		im.made[path] = pkg
		return pkg, im.extend(pkg)
	}
	if path == "C" {
		return nil, errors.New("import \"C\" needs a C compiler, which cells do without")
	}
	src, found := find(path)
	first, _, _ := strings.Cut(path, "/")
	switch {
	case !found && !strings.Contains(first, "."): // a misspelt package of Go's own, most likely
		return nil, missing
	case !found:
		return nil, fmt.Errorf("%w, and its source is in no vendor directory or module cache", missing)
	}
	return im.interpret(src)
}

// interpret imports a package from source.
func (im *Importer) interpret(src Source) (*types.Package, error) {
	if im.loading[src.Path] {
		return nil, fmt.Errorf("package %s imports itself", src.Path)
	}
	im.loading[src.Path] = true
	defer delete(im.loading, src.Path)
	pkg, err := im.session.Interpret(src)
	if err == nil {
		im.made[src.Path] = pkg
	}
	return pkg, err
}
