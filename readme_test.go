package main

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
)

// smaller are the same pipelines on fewer rows.
var smaller = strings.NewReplacer("load |", "load | sample(150) |", "parity |", "parity(n=80) |", "taijitu |", "taijitu(n=80) |")

// TestPipelinesOfDocumentsRun runs each line of a block of the language as a cell.
func TestPipelinesOfDocumentsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all pipelines of the documents")
	}
	texts := documents(t, "README.md", "docs/*.md")
	dir := t.TempDir()
	t.Setenv("UNFOLD_DATA", dir)
	t.Chdir(dir)
	writeTables(t)
	for file, text := range texts {
		t.Run(file, func(t *testing.T) {
			draw := render.New(render.Options{Static: true})
			session, err := newSession(draw)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(strings.Join(blocks(text, "uf"), "")) {
				if _, err := session.Eval(context.Background(), smaller.Replace(line), terminal.NewOutput(draw)); err != nil {
					var failure cell.Failure
					errors.As(err, &failure)
					t.Errorf("%s\n%s", line, strings.Join(failure.Traceback(false), "\n"))
				}
			}
		})
	}
	for _, file := range []string{"figure.svg", "report.html", "table.tex"} {
		if _, err := os.Stat(file); err != nil {
			t.Error("what is saved is not there: ", err)
		}
	}
}

// writeTables writes the files that the documents load, with few rows.
func writeTables(t *testing.T) {
	t.Helper()
	for head, names := range map[string]string{
		"alcohol,ash,class":    "wine iris glass train test run1 run2",
		"length,beam,response": "yacht",
		"x,a,b":                "two",
		"x,y,class":            "half",
		"lat,long,height":      "towns",
		"weight,height,age":    "people",
	} {
		var rows strings.Builder
		for i := range 60 {
			last := fmt.Sprintf("%d.5", i%11)
			if strings.HasSuffix(head, "class") {
				last = string(rune('a' + i%3))
			}
			if names == "half" && i%2 == 1 {
				last = ""
			}
			fmt.Fprintf(&rows, "%d,%d,%s\n", 11+i%7, i%5, last)
		}
		for name := range strings.FieldsSeq(names) {
			if err := os.WriteFile(name+".csv", []byte(head+"\n"+rows.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// shellWord is a word of a command line, as far as the documents quote.
var shellWord = regexp.MustCompile(`'[^']*'|[^\s']+`)

// TestCommandsOfDocumentsExist parses the command lines of unfold, and finds the
// programs and packages of others.
func TestCommandsOfDocumentsExist(t *testing.T) {
	seen := 0
	for file, text := range documents(t, "*.md", "docs/*.md") {
		for line := range strings.Lines(strings.Join(blocks(text, "sh"), "")) {
			line, _, _ = strings.Cut(line, "#")
			words := shellWord.FindAllString(line, -1)
			for len(words) > 0 && strings.Contains(words[0], "=") { // variables
				words = words[1:]
			}
			if len(words) == 0 {
				continue
			}
			seen++
			if strings.TrimPrefix(words[0], "./") == "unfold" {
				parser := kong.Must(new(commands), kong.Name("unfold"))
				if _, err := parser.Parse(words[1:]); err != nil {
					t.Errorf("%s: %s: %v", file, line, err)
				}
				continue
			}
			for _, word := range words {
				path := strings.TrimSuffix(strings.TrimSuffix(word, "..."), "/")
				if (strings.HasPrefix(word, "./") || strings.HasSuffix(word, ".py")) && path != "." {
					if _, err := os.Stat(path); err != nil {
						t.Errorf("%s: %s: %v", file, line, err)
					}
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("looked at %d commands only", seen)
	}
}

// TestWordsOfTheKernelExist looks up the commands of cells and the variables of
// the environment.
func TestWordsOfTheKernelExist(t *testing.T) {
	var sources strings.Builder
	eachFile(t, func(file string) error {
		if !strings.HasSuffix(file, "_test.go") && !strings.Contains(file, "/std/") {
			sources.WriteString(read(t, file))
		}
		return nil
	})
	for file, text := range documents(t, "README.md", "CONTRIBUTING.md", "docs/*.md") {
		for _, m := range regexp.MustCompile("`%%?(\\w+)").FindAllStringSubmatch(text, -1) {
			if _, ok := command.Lookup(m[1]); !ok {
				t.Errorf("%s: there is no command %s", file, m[1])
			}
		}
		for _, name := range regexp.MustCompile(`UNFOLD_\w+`).FindAllString(text, -1) {
			if !strings.Contains(sources.String(), `"`+name) {
				t.Errorf("%s: nothing reads %s", file, name)
			}
		}
	}
}

// TestDocumentsHaveTheLibraryExample compares the documents' program with the
// body of the example below, which the tests run.
func TestDocumentsHaveTheLibraryExample(t *testing.T) {
	_, body, _ := strings.Cut(read(t, "readme_test.go"), "func Example"+"_library() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	program := block(t, "docs/language.md", "engine.Pipe(")
	if _, got, _ := strings.Cut(program, "func main() {\n"); got != body+"}\n" {
		t.Errorf("the example is\n%s\nthe document has\n%s", body, got)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "language.md", program, 0)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{} // packages, by the names that are used and nowhere declared
	for _, name := range file.Unresolved {
		missing[name.Name] = types.Universe.Lookup(name.Name) == nil
	}
	for _, spec := range file.Imports {
		name := path.Base(strings.Trim(spec.Path.Value, `"`))
		if !missing[name] {
			t.Errorf("the program of the document does not use %s", name)
		}
		missing[name] = false
	}
	for name, is := range missing {
		if is {
			t.Errorf("the program of the document does not import %s", name)
		}
	}
}

func Example_library() {
	p := engine.Pipe(
		&generator.Waveform{N: 5000, Seed: 1},
		&protocol.Holdout{Share: 0.3, Stratify: protocol.Stratified, Seed: 1},
		&prepare.Scale{},
		&predictor.KNN{K: 5},
		&quality.Accuracy{},
	)
	report, err := evaluate.Run(context.Background(), p, evaluate.Environment{})
	if err != nil {
		log.Fatal(err)
	}
	accuracy, _ := report.Score("accuracy")
	fmt.Printf("%.3f, 95%% from %.3f to %.3f\n", accuracy.Mean, accuracy.Low, accuracy.High)
	// Output:
	// 0.807, 95% from 0.787 to 0.826
}

// TestOwnMethodRuns: the cell that registers a stage, and the sentence behind it.
func TestOwnMethodRuns(t *testing.T) {
	s, err := newSession(render.New(render.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	cells := []string{block(t, "docs/language.md", "register("), "waveform(n=300) | scale | centroid(power=[1, 2]) | cv(5)"}
	if text := read(t, "docs/language.md"); !strings.Contains(text, "`"+cells[1]+"`") {
		t.Fatalf("the document does not say %s", cells[1])
	}
	var value any
	for _, code := range cells {
		if value, err = s.Eval(t.Context(), code, terminal.NewOutput(render.New(render.Options{}))); err != nil {
			t.Fatal(err)
		}
	}
	score := value.(*engine.Report).Scores[0]
	if score.Name != "accuracy" || score.Mean < 0.7 {
		t.Errorf("%s is %v, want 0.7 or more", score.Name, score.Mean)
	}
}
