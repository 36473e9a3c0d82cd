package lower

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"unfold/dsl/syntax"
)

var update = flag.Bool("update", false, "rewrite the cases of testdata")

// words is a toy language.
type words struct{ stages, names string }

func (w words) IsStage(name string) bool { return strings.Contains(" "+w.stages+" ", " "+name+" ") }
func (w words) IsGo(name string) bool    { return strings.Contains(" "+w.names+" ", " "+name+" ") }

var toy = words{
	stages: "load data waveform scale warp isomap krr grnn svm knn cv holdout accuracy scatter stack",
	names:  "show explain compare p fmt os rows label f",
}

var directive = regexp.MustCompile(`/\*line :\d+:\d+\*/`)

// TestCases holds the lowered text and the findings of the cells in testdata
// against what they were when somebody last looked at them.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			in, out := archive.Files[i], &archive.Files[i+1]
			t.Run(strings.TrimSuffix(in.Name, ".uf"), func(t *testing.T) {
				got := outcome(t, strings.TrimSuffix(string(in.Data), "\n")) + "\n"
				if *update {
					out.Data = []byte(got)
				} else if got != string(out.Data) {
					t.Errorf("got\n%swant\n%s", got, out.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// outcome is the findings of a cell or, where there are none, its Go text
// without directives. That must parse, and every word of the source that is
// still in it must be where it was.
func outcome(t *testing.T, src string) string {
	c, found := syntax.Parse("In[1]", src, toy)
	if err := found.Err(); err != nil {
		return strings.Join(found.Traceback(false), "\n")
	}
	text, _ := Lower(c, 0)
	parseGo(t, text)
	checkPlaces(t, src, text)
	return directive.ReplaceAllString(text, "")
}

func parseGo(t *testing.T, text string) *ast.File {
	t.Helper()
	for _, head := range []string{"package p;", "package p; func _() {"} {
		tail := strings.Repeat("\n}", strings.Count(head, "{"))
		if f, err := parser.ParseFile(token.NewFileSet(), "", head+text+tail, 0); err == nil {
			return f
		} else if tail != "" {
			t.Errorf("the lowered text is not Go: %v\n%s", err, text)
		}
	}
	return nil
}

// checkPlaces compares the position that Go sees of every identifier, and of
// the call that stands for a stage, with that of the word in the source.
func checkPlaces(t *testing.T, src, text string) {
	t.Helper()
	fset := token.NewFileSet()
	file := fset.AddFile("In[1]", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), nil, 0)
	lines := strings.Split(src, "\n")
	var ours token.Position // of the last name of the session's package
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			break
		}
		if kind != token.IDENT {
			continue
		}
		at := fset.Position(pos)
		if literal == Package {
			ours = at
			continue
		}
		if at.Filename != "In[1]" || at.Line > len(lines) {
			t.Errorf("%s is said to be at %v", literal, at)
			continue
		}
		switch literal {
		case "Stage":
			s.Scan() // (
			s.Scan() // the number
			s.Scan() // ,
			_, _, name := s.Scan()
			literal, at = strings.Trim(name, `"`), ours
		case "Pipe", "Named", "List", "Range", "LogRange", "Auto":
			continue // their line must be right, their column is nobody's
		}
		if line := lines[at.Line-1]; at.Column > len(line) || !strings.HasPrefix(line[at.Column-1:], literal) {
			t.Errorf("%s is said to be at %v, where the source has %q", literal, at, line)
		}
	}
	if a, b := strings.Count(src, "\n"), strings.Count(text, "\n"); a != b {
		t.Errorf("%d lines became %d", a+1, b+1)
	}
}

func TestSitesPointAtTheWords(t *testing.T) {
	src := "α := 3\nshow(load(\"ä\") | isomap(α, dim = 2+1) |\n\tkrr(lambda=1e-6..1 log 7))"
	c, found := syntax.Parse("In[1]", src, toy)
	if len(found) > 0 {
		t.Fatal(found)
	}
	text, sites := Lower(c, 40)
	var got []string
	lines := strings.Split(src, "\n")
	for _, s := range sites[1:] {
		cut := func(line, from, to int) string { return string([]rune(lines[line-1])[from-1 : to-1]) }
		got = append(got, cut(s.Span.Line, s.Span.Col, s.Span.EndCol))
		for _, a := range s.Args {
			got = append(got, a.Name+"="+cut(a.Span.Line, a.Span.Col, a.Span.EndCol))
		}
	}
	if want := `load,="ä",isomap,=α,dim=2+1,krr,lambda=1e-6..1 log 7`; strings.Join(got, ",") != want {
		t.Errorf("got %s", strings.Join(got, ","))
	}
	if p := sites[0].Span; p.Line != 2 || p.Col != 6 || p.EndLine != 3 || p.EndCol != 27 {
		t.Errorf("pipeline at %v", p)
	}
	if !strings.Contains(text, "uf__.Pipe(40, ") || !strings.Contains(text, `uf__.Stage(41, "load"`) {
		t.Errorf("the numbers do not begin at the base: %s", text)
	}
}
