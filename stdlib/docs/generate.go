//go:build ignore

// Generate writes docs.zip: for every package that cells can import, a file
// with the declarations and the comments of what it exports. It reads sources
// with go/doc, so it needs the toolchain that the rest of the program does
// without. Run it by go generate after the Go version in go.mod, a module or
// the exported names of the engine change.
package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// patterns are the packages that are documented.
var patterns = []string{
	"std", "builtin",
	"gonum.org/v1/gonum/...",
	"gonum.org/v1/plot/...",
	"unfold/engine/...",
	"unfold/dsl", "unfold/kernel/display",
}

// pkg is what go list tells of a package.
type pkg struct {
	ImportPath, Dir, Name string
	GoFiles, CgoFiles     []string
}

func main() {
	log.SetFlags(0)
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	for _, p := range list() {
		sentence, text, err := describe(p)
		if err != nil {
			log.Fatalf("%s: %v", p.ImportPath, err)
		}
		w, err := archive.CreateHeader(&zip.FileHeader{Name: p.ImportPath, Comment: sentence, Method: zip.Deflate})
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("docs.zip", out.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}

// list asks the toolchain for the packages, less those nobody can import.
func list() (all []pkg) {
	command := exec.Command("go", append([]string{"list", "-e", "-json=ImportPath,Dir,Name,GoFiles,CgoFiles"}, patterns...)...)
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		log.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		parts := strings.Split(p.ImportPath, "/")
		tests := strings.HasPrefix(p.Name, "test") && p.Name != "testing" && len(parts) > 2
		if p.Name == "main" || tests || slices.Contains(parts, "internal") || slices.Contains(parts, "vendor") || slices.Contains(parts, "testdata") || slices.Contains(parts, "enginetest") {
			continue
		}
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b pkg) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	return all
}

// describe writes a package as records: a name, its declaration and its
// comment, apart by unit separators, each record behind a record separator.
// The first has no name and holds the comment of the package, whose first
// sentence is handed out too.
func describe(p pkg) (sentence, text string, err error) {
	w := &writer{files: token.NewFileSet()}
	var parsed []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		f, err := parser.ParseFile(w.files, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return "", "", err
		}
		parsed = append(parsed, f)
	}
	mode := doc.Mode(0)
	if p.ImportPath == "builtin" {
		mode = doc.AllDecls
	}
	d, err := doc.NewFromFiles(w.files, parsed, p.ImportPath, mode)
	if err != nil {
		return "", "", err
	}
	w.record("", "package "+d.Name, d.Doc)
	w.values(d.Consts, d.Vars)
	w.functions("", d.Funcs)
	for _, t := range d.Types {
		w.kind(t)
		w.values(t.Consts, t.Vars)
		w.functions("", t.Funcs)
		w.functions(t.Name+".", t.Methods)
	}
	return d.Synopsis(d.Doc), w.text.String(), nil
}

type writer struct {
	files *token.FileSet
	text  strings.Builder
}

func (w *writer) record(name, declaration, comment string) {
	fmt.Fprintf(&w.text, "\x1e%s\x1f%s\x1f%s", name, declaration, strings.TrimSpace(comment))
}

// print writes a piece of syntax without its comments.
func (w *writer) print(node any) string {
	var b strings.Builder
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 4}
	if err := config.Fprint(&b, token.NewFileSet(), node); err != nil {
		log.Fatal(err)
	}
	return b.String()
}

func (w *writer) functions(prefix string, list []*doc.Func) {
	for _, f := range list {
		decl := *f.Decl
		decl.Doc, decl.Body = nil, nil
		w.record(prefix+f.Name, w.print(&decl), f.Doc)
	}
}

// values writes constants and variables one by one, each with its own comment
// or, without one, that of its group.
func (w *writer) values(groups ...[]*doc.Value) {
	for _, v := range slices.Concat(groups...) {
		for _, s := range v.Decl.Specs {
			spec := s.(*ast.ValueSpec)
			comment := cmp.Or(spec.Doc.Text(), spec.Comment.Text(), v.Doc)
			for i, id := range spec.Names {
				one := &ast.ValueSpec{Names: []*ast.Ident{id}, Type: spec.Type}
				if i < len(spec.Values) && len(spec.Values) == len(spec.Names) {
					one.Values = []ast.Expr{spec.Values[i]}
				}
				text := v.Decl.Tok.String() + " " + w.print(one)
				if len(text) > 200 {
					text = text[:strings.IndexAny(text, "{=\n")] // a table: its name and type will do
				}
				w.record(id.Name, strings.TrimSpace(text), comment)
			}
		}
	}
}

// kind writes a type, and one by one its fields, or the methods it asks for.
func (w *writer) kind(t *doc.Type) {
	for _, s := range t.Decl.Specs {
		spec := s.(*ast.TypeSpec)
		if spec.Name.Name != t.Name {
			continue
		}
		fields := fieldsOf(spec.Type)
		var docs []string
		for _, f := range fields {
			docs = append(docs, cmp.Or(f.Doc.Text(), f.Comment.Text()))
			f.Doc, f.Comment = nil, nil
		}
		bare := *spec
		bare.Doc, bare.Comment = nil, nil
		w.record(t.Name, "type "+w.print(&bare), t.Doc)
		for i, f := range fields {
			for _, id := range f.Names {
				declaration := id.Name + " " + w.print(f.Type)
				if _, ok := spec.Type.(*ast.InterfaceType); ok {
					declaration = strings.Replace(declaration, " func", "", 1)
				}
				w.record(t.Name+"."+id.Name, declaration, docs[i])
			}
		}
	}
}

func fieldsOf(t ast.Expr) []*ast.Field {
	switch t := t.(type) {
	case *ast.StructType:
		return t.Fields.List
	case *ast.InterfaceType:
		return t.Methods.List
	}
	return nil
}
