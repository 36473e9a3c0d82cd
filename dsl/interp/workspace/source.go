package workspace

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"unfold/dsl/interp/packages"
)

// interpret loads a package from source as if a cell had declared it, in a
// scope of its own. It is lowered by the rules of cells, so that it means what
// the compiler would make of it, or is refused.
func (w *Workspace) interpret(src packages.Source) (*types.Package, error) {
	files, err := src.Files()
	if err != nil {
		return nil, err
	}
	outer := w.scope
	defer func() { w.scope = outer }()
	w.scope = newScope()
	w.scope.ours = outer.ours
	p := &Plan{w: w, Cell: src.Path, scope: w.scope.overlay(), current: map[*item]bool{}}
	name, err := p.readSource(src.Path, files)
	if err != nil {
		return nil, err
	}
	pkg := types.NewPackage(src.Path, name)
	for _, e := range p.scope.entries {
		if strings.Contains(e.Name, ".") {
			if e.generic() {
				w.generics[e.Object] = generic{item: e.decl, home: pkg}
			}
			continue
		}
		pkg.Scope().Insert(e.Object)
		if e.generic() && e.decl != nil {
			w.generics[e.Object] = generic{item: e.decl, home: pkg}
		}
	}
	var imports []*types.Package
	for _, path := range p.scope.imports {
		if imp, err := w.Packages.Import(path); err == nil {
			imports = append(imports, imp)
		}
	}
	pkg.SetImports(imports)
	pkg.MarkComplete()
	return pkg, w.opts.Initialise(p)
}

// readSource plans the declarations of files, and returns the package's name.
func (p *Plan) readSource(path string, files []string) (name string, err error) {
	u := &Unit{Declares: true}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		name = f.Name.Name
		for _, d := range f.Decls {
			it := itemOf(path, set, text, d)
			if ps := it.parse(p.w.Files); len(ps) > 0 {
				return "", Problems(ps)
			}
			if it.kind == importing {
				if err := p.importsOf(path, it); err != nil {
					return "", err
				}
				continue
			}
			p.w.items++
			it.seq = p.w.items
			p.current[it] = true
			u.items = append(u.items, it)
		}
	}
	if len(u.items) > 0 {
		p.add(u)
	}
	if len(p.Problems) > 0 {
		return "", fmt.Errorf("package %s cannot be interpreted: %w", path, Problems(p.Problems[:1]))
	}
	return name, nil
}

// importsOf brings the imports of a file into the scope of its package, which
// all files share.
func (p *Plan) importsOf(path string, it *item) error {
	for _, d := range it.decls {
		for _, spec := range d.(*ast.GenDecl).Specs {
			spec := spec.(*ast.ImportSpec)
			imported, _ := strconv.Unquote(spec.Path.Value)
			pkg, err := p.w.Packages.Import(imported)
			if err != nil {
				return fmt.Errorf("package %s cannot be interpreted: %w", path, err)
			}
			name := pkg.Name()
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if other := p.scope.imports[name]; other != "" && other != imported {
				return fmt.Errorf("package %s cannot be interpreted: its files call both %s and %s by the name %s", path, other, imported, name)
			}
			p.scope.use(name, imported)
		}
	}
	return nil
}

// itemOf is a declaration of a file as a piece of a cell.
func itemOf(path string, set *token.FileSet, text []byte, d ast.Decl) *item {
	at := set.Position(d.Pos())
	at.Filename = path + "/" + filepath.Base(at.Filename)
	it := &item{kind: declaration, origin: origin{path, string(text[set.Position(d.Pos()).Offset:set.Position(d.End()).Offset]), at}}
	if g, ok := d.(*ast.GenDecl); ok {
		switch g.Tok {
		case token.IMPORT:
			it.kind = importing
		case token.VAR:
			it.kind = statement
		}
	}
	return it
}
