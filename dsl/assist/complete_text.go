package assist

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/engine"
)

// completeText lists what the text of a string literal can be: the path of an
// import; words that a parameter allows, data and files, columns; and files,
// where a Go function takes their names.
func (a *Assistant) completeText(p *place, m *matches) {
	stage := a.stageOf(p)
	switch {
	case p.inImport():
		for _, path := range a.Go.Paths() {
			m.add(cell.Item{Text: path, Type: "module", Signature: a.Docs.Sentence(path)})
		}
	case stage != nil:
		a.completeArgument(stage, p, m)
	case a.function(p.callee).Datasets:
		if _, lister := a.Catalogue().Lister(); lister != nil {
			m.addDatasets(slices.Sorted(maps.Keys(lister.Collections())))
			m.addDatasets(lister.Names())
		}
		p.files(m)
	case len(a.function(p.callee).Options) > 0:
		m.add(lookItems(p.param)...)
	case a.takesFile(p):
		p.files(m)
	}
}

// completeArgument lists what the text of an argument of a stage can be.
func (a *Assistant) completeArgument(stage *engine.Stage, p *place, m *matches) {
	param := paramAt(stage, p)
	if param == nil {
		return
	}
	for _, word := range engine.Words(param.Rule) {
		if word == "" {
			continue // what is not given
		}
		m.add(cell.Item{Text: word, Type: "value"})
	}
	if param.Columns {
		a.completeColumn(stage, param, p, m)
		return
	}
	if param.Shared {
		m.add(lookItems(param.Name)...)
	}
	if lister, ok := stage.Make().(engine.Lister); ok && param.Name == engine.ParamsOf(stage.Make())[0].Name {
		m.addDatasets(lister.Names())
		p.files(m)
	}
}

// files puts files on the matches; the word then is the last part of the path.
func (p *place) files(m *matches) {
	items := command.Files(p.typed, false)
	if i := strings.LastIndexByte(p.typed, '/') + 1; i > 0 { // nothing but files has parts
		m.items, m.has = nil, nil
		p.start += i
		p.typed = p.typed[i:]
	}
	m.typed = p.typed
	m.add(items...)
}

// fileWords are how functions call a parameter that is the name of a file.
var fileWords = []string{"name", "file", "filename", "path", "dir", "root", "oldpath", "newpath", "oldname", "newname"}

// takesFile reports whether the literal is an argument of a Go function whose
// documented parameter is called as files are.
func (a *Assistant) takesFile(p *place) bool {
	if p.callee == "" {
		return false
	}
	begin := *p
	begin.start, begin.before = p.start-1, p.before
	callee := a.lookAt(begin, "").Callee
	if callee == nil {
		return false
	}
	declaration, _, _ := a.documentation(*callee)
	return slices.Contains(fileWords, parameterName(declaration, p.number))
}

// parameterName returns the name of a parameter of a declared function, counted
// from zero, or "".
func parameterName(declaration string, number int) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+declaration, parser.SkipObjectResolution)
	if err != nil || len(f.Decls) == 0 {
		return ""
	}
	fn, ok := f.Decls[0].(*ast.FuncDecl)
	if !ok {
		return ""
	}
	for _, field := range fn.Type.Params.List {
		if number < len(field.Names) {
			return strings.ToLower(field.Names[number].Name)
		}
		number -= len(field.Names)
	}
	return ""
}
