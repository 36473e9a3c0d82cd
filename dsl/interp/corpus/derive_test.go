package corpus

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// pieces is into how many cells the body of main is cut.
const pieces = 3

// cut makes cells of a program: its imports, its other declarations, the body
// of main. It is nil for a program that says something else in cells: whose
// main defers, returns or jumps, or hides a name of the package.
func cut(source string) []string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		return nil
	}
	text := func(from, to token.Pos) string {
		return source[fset.Position(from).Offset:fset.Position(to).Offset]
	}
	taken := map[string]bool{}
	var imports, decls []string
	var body []ast.Stmt
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports = append(imports, text(d.Pos(), d.End()))
				continue
			}
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "main" {
				body = d.Body.List
				continue
			}
		}
		decls = append(decls, text(d.Pos(), d.End()))
	}
	for name := range file.Scope.Objects {
		taken[name] = true
	}
	for _, spec := range file.Imports {
		path := strings.Trim(spec.Path.Value, `"`)
		taken[path[strings.LastIndex(path, "/")+1:]] = true
	}
	var stmts []string
	for _, s := range body {
		if !portable(s, taken) {
			return nil
		}
		stmts = append(stmts, text(s.Pos(), s.End()))
	}
	var cells []string
	for _, part := range [][]string{imports, decls} {
		if len(part) > 0 {
			cells = append(cells, strings.Join(part, "\n\n"))
		}
	}
	for i := range pieces {
		part := stmts[len(stmts)*i/pieces : len(stmts)*(i+1)/pieces]
		if len(part) > 0 {
			cells = append(cells, strings.Join(part, "\n"))
		}
	}
	return cells
}

// portable reports whether a statement of main says the same in a cell.
func portable(s ast.Stmt, taken map[string]bool) bool {
	switch s := s.(type) {
	case *ast.DeferStmt, *ast.ReturnStmt:
		return false
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); ok && (taken[id.Name] || types.Universe.Lookup(id.Name) != nil) {
					return false
				}
			}
		}
	case *ast.DeclStmt:
		for _, spec := range s.Decl.(*ast.GenDecl).Specs {
			var names []*ast.Ident
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				names = spec.Names
			case *ast.TypeSpec:
				names = []*ast.Ident{spec.Name}
			}
			for _, id := range names {
				if taken[id.Name] || types.Universe.Lookup(id.Name) != nil {
					return false
				}
			}
		}
	}
	fine := true
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.DeferStmt:
			fine = false
		case *ast.BranchStmt:
			fine = fine && n.Tok != token.GOTO
		}
		return fine
	})
	return fine
}

// join makes a program of cells: declarations go to the top, statements into
// main. A var that says its type is declared at the top and set in main, so
// that functions can mention it.
func join(cells []string) string {
	var top, body strings.Builder
	imports := map[string]bool{}
	for _, c := range cells {
		for _, it := range items(c) {
			switch word, _, _ := strings.Cut(it, " "); {
			case word == "import":
				f, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+it, parser.ImportsOnly)
				if err != nil {
					continue
				}
				for _, spec := range f.Imports {
					name := ""
					if spec.Name != nil {
						name = spec.Name.Name + " "
					}
					imports["import "+name+spec.Path.Value+"\n"] = true
				}
			case word == "type" || word == "const" || declaresFunc(it):
				top.WriteString(it + "\n\n")
			case word == "var":
				name, set := variable(it)
				if name == "" {
					body.WriteString(it + "\n")
					continue
				}
				top.WriteString(name + "\n")
				body.WriteString(set + "\n")
			default:
				body.WriteString(it + "\n" + used(it))
			}
		}
	}
	return "package main\n\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "") + "\n" + top.String() + "func main() {\n" + body.String() + "}\n"
}

// variable takes `var x T = v` apart into `var x T` and `x = v`. The first is
// "" where no type is said.
func variable(decl string) (declared, set string) {
	left, right, assigned := strings.Cut(decl, " = ")
	words := strings.Fields(left)
	if len(words) < 3 || strings.HasPrefix(words[1], "(") || strings.HasSuffix(words[1], ",") {
		return "", ""
	}
	if assigned {
		set = words[1] + " = " + right
	}
	return left, set
}

// used mentions the names that a statement defines, since a program must use them.
func used(stmt string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+stmt+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, s := range f.Decls[0].(*ast.FuncDecl).Body.List {
		if s, ok := s.(*ast.AssignStmt); ok && s.Tok == token.DEFINE {
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); ok && id.Name != "_" {
					b.WriteString("_ = " + id.Name + "\n")
				}
			}
		}
	}
	return b.String()
}

// declaresFunc tells a declaration from the call of a literal.
func declaresFunc(item string) bool {
	if !strings.HasPrefix(item, "func ") {
		return false
	}
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+item, parser.SkipObjectResolution)
	return err == nil
}

// items cuts a cell at the ends of lines that end a statement.
func items(src string) (list []string) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var sc scanner.Scanner
	sc.Init(file, []byte(src), nil, 0)
	depth, start := 0, 0
	for {
		pos, tok, lit := sc.Scan()
		switch tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		}
		if tok == token.EOF || tok == token.SEMICOLON && lit == "\n" && depth == 0 {
			end := min(file.Offset(pos), len(src))
			if it := strings.TrimSpace(src[start:end]); it != "" {
				list = append(list, it)
			}
			start = end
		}
		if tok == token.EOF {
			return list
		}
	}
}
