package syntax_test

import (
	"flag"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"unfold/dsl/lower"
	"unfold/dsl/syntax"
)

var update = flag.Bool("update", false, "rewrite the cases of testdata")

// words is a toy language.
type words struct{ stages, names string }

func (w words) IsStage(name string) bool { return strings.Contains(" "+w.stages+" ", " "+name+" ") }
func (w words) IsGo(name string) bool    { return strings.Contains(" "+w.names+" ", " "+name+" ") }

var toy = words{
	stages: "load data waveform scale warp isomap krr grnn svm knn cv holdout accuracy scatter stack",
	names:  "show explain compare p fmt os rows label f a b",
}

func TestFormatCases(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "format.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, out := archive.Files[i], &archive.Files[i+1]
		t.Run(strings.TrimSuffix(in.Name, ".uf"), func(t *testing.T) {
			got, err := syntax.Format("a.uf", string(in.Data), toy)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				out.Data = []byte(got)
			} else if got != string(out.Data) {
				t.Errorf("got\n%swant\n%s", got, out.Data)
			}
			checkFormatted(t, string(in.Data), got)
		})
	}
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", "format.txtar"), txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkFormatted holds a formatted text against what formatting promises: the
// same meaning, the same comments, and nothing left to change.
func checkFormatted(t *testing.T, src, formatted string) {
	t.Helper()
	again, err := syntax.Format("a.uf", formatted, toy)
	if err != nil {
		t.Errorf("the formatted text has findings: %v\n%s", err, formatted)
	} else if again != formatted {
		t.Errorf("formatted again\n%sit becomes\n%s", formatted, again)
	}
	before, after := meaning(src), meaning(formatted)
	if before != after {
		t.Errorf("the meaning changed from\n%s\nto\n%s", before, after)
	}
	if a, b := comments(src), comments(formatted); a != b {
		t.Errorf("comments %q became %q", a, b)
	}
}

var (
	position = regexp.MustCompile(`/\*line[^*]*\*/`)
	trailing = regexp.MustCompile(` , ([)}\]])`)
	spare    = regexp.MustCompile(`;( ;)+|; ([)}])|^; |;? ?$`)
)

// meaning is the tokens of the lowered text, without what only places it.
func meaning(src string) string {
	c, found := syntax.Parse("a.uf", src, toy)
	if len(found) > 0 {
		return found.Error()
	}
	text, _ := lower.Lower(c, 0)
	text = position.ReplaceAllString(text, "")
	var words []string
	eachToken(text, 0, func(kind token.Token, literal string) {
		if kind == token.SEMICOLON {
			literal = ";"
		} else if literal == "" {
			literal = kind.String()
		}
		words = append(words, literal)
	})
	joined := trailing.ReplaceAllString(strings.Join(words, " "), " $1")
	return spare.ReplaceAllStringFunc(joined, func(s string) string {
		if s = strings.Trim(s, "; "); s != "" {
			return s
		}
		return ";"
	})
}

func comments(src string) string {
	var all []string
	eachToken(src, scanner.ScanComments, func(kind token.Token, literal string) {
		if kind == token.COMMENT {
			all = append(all, strings.Join(strings.Fields(literal), " "))
		}
	})
	return strings.Join(all, "\n")
}

func eachToken(text string, mode scanner.Mode, visit func(token.Token, string)) {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, []byte(text), func(token.Position, string) {}, mode)
	for {
		_, kind, literal := s.Scan()
		if kind == token.EOF {
			return
		}
		visit(kind, literal)
	}
}

// TestCanonicalTextStays formats what is canonical already.
func TestCanonicalTextStays(t *testing.T) {
	for _, text := range []string{
		"load\n",
		"load | svm\n",
		"load(\"wine.csv\", label=\"class\") | scale | isomap(k=3..15 by 2) | krr(1e-6..1 log 7) | knn([1])\n",
		"x := 3\n\n// shown\nload | svm(x)\n",
		"load(\"a\") // one\n\t| scale // two\n\t// three\n\t| svm // four\n",
		"for _, name := range []string{\"iris\"} {\n\tshow(load(name) | cv(10) | p)\n}\n",
		"",
	} {
		got, err := syntax.Format("a.uf", text, toy)
		if err != nil || got != text {
			t.Errorf("%q became %q (%v)", text, got, err)
		}
	}
}

func TestFormatLeavesFaultyTextAlone(t *testing.T) {
	for _, text := range []string{"load |", "load | isomap(k=)", "x := := 3", "load(\"a", "%cd /x"} {
		got, err := syntax.Format("a.uf", text, toy)
		if err == nil || got != text {
			t.Errorf("%q became %q (%v)", text, got, err)
		}
	}
}

// TestFormatIsLinear formats calls inside calls, which would take for ever if
// each level were written twice.
func TestFormatIsLinear(t *testing.T) {
	const depth = 60
	text := strings.Repeat("stack(", depth) + "svm" + strings.Repeat(")", depth) + "\n"
	for range 3 {
		got, err := syntax.Format("a.uf", text, toy)
		if err != nil || got != text {
			t.Fatalf("became %s (%v)", got, err)
		}
	}
}
