package workspace

import (
	"go/ast"
	"strconv"

	"unfold/dsl/interp/packages"
)

// KeepImports lets the packages that a cell has found be imported although it is
// refused for another, which was not: people import in one cell what they use in
// all. It returns the paths of those kept. Where all are found it does nothing.
func (w *Workspace) KeepImports(name, src string) (paths []string) {
	w.discard()
	p := &Plan{w: w, Cell: name, scope: w.scope.overlay()}
	items, _, problems := parseCell(w.Files, name, src)
	if len(problems) > 0 {
		return nil
	}
	for _, it := range items {
		if it.kind == importing {
			p.imports(it)
		}
	}
	return p.KeepImports()
}

// KeepImports is the same for the plan of a cell that is refused.
func (p *Plan) KeepImports() (paths []string) {
	if !p.unfound || len(p.imported) == 0 {
		return nil
	}
	scope := p.w.scope.overlay()
	for _, imp := range p.imported {
		scope.use(imp.name, imp.path)
		paths = append(paths, imp.path)
	}
	p.w.scope = scope
	return paths
}

// An imported package and the name that it has in a cell, which may be "." or
// "_".
type imported struct{ name, path string }

func (p *Plan) imports(it *item) {
	for _, d := range it.decls {
		for _, spec := range d.(*ast.GenDecl).Specs {
			spec := spec.(*ast.ImportSpec)
			path, _ := strconv.Unquote(spec.Path.Value)
			pkg, err := p.w.Packages.Import(path)
			if err != nil {
				p.unfound = true
				at := p.w.Files.Position(spec.Path.Pos())
				remedy := packages.Absent(path)
				if remedy == "" {
					remedy = nearestPackage(path, p.w.Packages.Paths())
				}
				p.Problems = append(p.Problems, Problem{
					Name: at.Filename, Line: at.Line, Col: at.Column, EndCol: at.Column + len(spec.Path.Value),
					Message: err.Error(), Hint: remedy,
				})
				continue
			}
			name := pkg.Name()
			if spec.Name != nil {
				name = spec.Name.Name
			}
			p.scope.use(name, path)
			p.imported = append(p.imported, imported{name, path})
		}
	}
}
