package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"unfold/dsl/cell"
	"unfold/engine"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
	"unfold/rules/document"

	"github.com/alecthomas/kong"
)

// smaller are the same pipelines on fewer rows.
var smaller = strings.NewReplacer("load |", "load | sample(150) |", "parity |", "parity(n=80) |", "taijitu |", "taijitu(n=80) |")

// TestPipelinesOfDocumentsRun runs each line of a block of the language as a cell.
func TestPipelinesOfDocumentsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all pipelines of the documents")
	}
	texts := document.All(t, "README.md", "docs/*.md")
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
			for line := range strings.Lines(strings.Join(document.Blocks(text, "uf"), "")) {
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
	for file, text := range document.All(t, "*.md", "docs/*.md") {
		for line := range strings.Lines(strings.Join(document.Blocks(text, "sh"), "")) {
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

// TestOwnMethodRuns: the cell that registers a stage, and the sentence behind it.
func TestOwnMethodRuns(t *testing.T) {
	s, err := newSession(render.New(render.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	cells := []string{document.Block(t, "docs/language.md", "register("), "waveform(n=300) | scale | centroid(power=[1, 2]) | cv(5)"}
	if text := document.Read(t, "docs/language.md"); !strings.Contains(text, "`"+cells[1]+"`") {
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
