package workspace

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// Files are the texts that syntax trees of a session point into.
type Files struct {
	*token.FileSet
	text  map[*token.File]string // of the current cell
	fresh []*token.File          // parsed and not yet taken
}

func (f *Files) parse(name, src string) (*ast.File, error) {
	base := f.Base()
	parsed, err := parser.ParseFile(f.FileSet, name, src, parser.ParseComments|parser.AllErrors)
	if file := f.File(token.Pos(base)); file != nil {
		f.text[file] = src
		f.fresh = append(f.fresh, file)
	}
	return parsed, err
}

// Take returns the files that were parsed since it was called last, for whoever
// has to know the positions in them.
func (f *Files) Take() []*token.File {
	taken := f.fresh
	f.fresh = nil
	return taken
}

// forget drops files that nobody has taken.
func (f *Files) forget(files []*token.File) {
	for _, file := range files {
		if i := slices.Index(f.fresh, file); i >= 0 {
			f.fresh = slices.Delete(f.fresh, i, i+1)
			f.RemoveFile(file)
		}
	}
}

// width is the length of the token at a position of the current cell.
func (f *Files) width(pos token.Pos) int {
	file := f.File(pos)
	if file == nil {
		return 1
	}
	text, ok := f.text[file]
	if !ok {
		return 1
	}
	rest := text[file.Offset(pos):]
	var sc scanner.Scanner
	files := token.NewFileSet()
	sc.Init(files.AddFile("", -1, len(rest)), []byte(rest), nil, 0)
	_, tok, lit := sc.Scan()
	if lit != "" && lit != "\n" {
		return max(1, strings.IndexByte(lit+"\n", '\n'))
	}
	return max(1, len(tok.String()))
}
