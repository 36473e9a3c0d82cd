package syntax_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unfold/dsl/cell"
	"unfold/dsl/syntax"
)

// TestPendingAgreesWithGo cuts programs of Go's own library, and the bodies of
// their functions as cells, where any of their words end. What is left is
// complete if Go's parser reads it, incomplete if it reads it with the rest on
// the next line, and else what the parser says of the place of its fault.
func TestPendingAgreesWithGo(t *testing.T) {
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no sources of Go's library here:", err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	counts := map[cell.Completeness]int{}
	total, wrong := 0, 0
	try := func(src string, wrap [2]string) {
		ends := wordEnds(src)
		for range min(12, len(ends)) {
			cut := ends[random.IntN(len(ends))]
			want := oracle(src[:cut], src[cut:], wrap)
			got, _ := syntax.Pending(src[:cut], nil)
			total++
			counts[want]++
			if got != want {
				if wrong++; wrong < 10 {
					t.Errorf("%v, want %v, of\n%s", got, want, tail(src[:cut]))
				}
			}
		}
	}
	for _, dir := range []string{"bufio", "encoding/json", "fmt", "go/printer", "go/types", "io", "maps", "math/big", "net/http", "reflect", "slices", "sort", "strings", "time"} {
		names, _ := filepath.Glob(filepath.Join(root, dir, "*.go"))
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(src) > 60_000 {
				continue // as cells never are
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if total < 2_500 {
				try(string(src[f.Package-f.FileStart:]), [2]string{})
			}
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && total < 10_000 {
					try(string(src[fn.Body.Lbrace-f.FileStart+1:fn.Body.Rbrace-f.FileStart]), [2]string{"package p; func _() {", "\n}"})
				}
			}
		}
	}
	t.Logf("%d prefixes: %d complete, %d incomplete, %d invalid; %d told wrongly",
		total, counts[cell.Complete], counts[cell.Incomplete], counts[cell.Invalid], wrong)
	if total < 10_000 || wrong > 0 {
		t.Errorf("%d prefixes, %d told wrongly", total, wrong)
	}
}

// oracle says what a text is whose rest is known.
func oracle(src, rest string, wrap [2]string) cell.Completeness {
	parse := func(text string) error {
		_, err := parser.ParseFile(token.NewFileSet(), "p", text, parser.SkipObjectResolution)
		return err
	}
	text := wrap[0] + src
	err := parse(text + wrap[1])
	if err == nil {
		return cell.Complete
	}
	if parse(text+"\n"+rest+wrap[1]) == nil {
		return cell.Incomplete
	}
	var list scanner.ErrorList
	if err = parse(text + "\n"); errors.As(err, &list) && list[0].Pos.Offset <= len(text) {
		return cell.Invalid // the line cannot end here
	}
	return cell.Incomplete
}

// wordEnds lists the offsets behind every word and sign, and after some of
// them the places inside.
func wordEnds(src string) (ends []int) {
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, []byte(src), nil, 0)
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return ends
		}
		if literal == "" {
			literal = kind.String()
		}
		end := file.Offset(pos) + len(literal)
		if end <= len(src) && !(kind == token.SEMICOLON && literal == "\n") {
			ends = append(ends, end)
		}
		if kind == token.STRING && len(literal) > 3 {
			ends = append(ends, end-2)
		}
	}
}

func tail(text string) string {
	lines := strings.Split(text, "\n")
	return fmt.Sprintf("... (%d lines)\n%s", len(lines), strings.Join(lines[max(0, len(lines)-12):], "\n"))
}
