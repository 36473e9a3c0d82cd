package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"unfold/dsl/assist"
	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/generator"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
	"unfold/engine/protocol"
	"unfold/engine/quality"
	"unfold/kernel/render"
	"unfold/kernel/terminal"
	"unfold/stdlib"
)

var update = flag.Bool("update", false, "write docs/stages.md anew")

// documents are the texts of the project, by path.
func documents(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			t.Fatalf("no document %s: %v", pattern, err)
		}
		for _, file := range files {
			texts[file] = read(t, file)
		}
	}
	return texts
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fence is a fenced block: its language, and what stands in it.
var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// blocks are the fenced blocks of a document in a language.
func blocks(text, language string) (found []string) {
	for _, m := range fence.FindAllStringSubmatch(text, -1) {
		if m[1] == language {
			found = append(found, m[2])
		}
	}
	return found
}

// block is the one block of a document, in Go, that has some words.
func block(t *testing.T, file, has string) string {
	t.Helper()
	found := slices.DeleteFunc(blocks(read(t, file), "go"), func(b string) bool { return !strings.Contains(b, has) })
	if len(found) != 1 {
		t.Fatalf("%s has %d blocks with %q", file, len(found), has)
	}
	return found[0]
}

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
		"alcohol,ash,class":    "wine iris glass train test",
		"length,beam,response": "yacht",
		"x,a,b":                "two",
	} {
		var rows strings.Builder
		for i := range 60 {
			last := fmt.Sprintf("%d.5", i%11)
			if strings.HasSuffix(head, "class") {
				last = string(rune('a' + i%3))
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

// TestNumbersOfSpeedAreMeasured holds the tables of workloads to the cells of
// engine/bench/RESULTS.md.
func TestNumbersOfSpeedAreMeasured(t *testing.T) {
	measured := rowsOf(read(t, "engine/bench/RESULTS.md"))
	for _, file := range []string{"README.md", "docs/speed.md"} {
		told := rowsOf(read(t, file))
		if len(told) < 5 {
			t.Errorf("%s tells of %d workloads", file, len(told))
		}
		for workload, cells := range told {
			for column, text := range cells {
				if got := measured[workload][column]; got != text {
					t.Errorf("%s: %s: %s is %q, measured is %q", file, workload, column, text, got)
				}
			}
		}
	}
}

// rowsOf are the rows of a document's first table, whose first column is
// "workload", by what stands there; the cells by their column.
func rowsOf(text string) map[string]map[string]string {
	_, table, _ := strings.Cut(text, "\n| workload ")
	table, _, _ = strings.Cut("| workload "+table, "\n\n")
	rows := map[string]map[string]string{}
	var head []string
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if head == nil {
			head = cells
		} else if !strings.HasPrefix(cells[0], "---") {
			row := map[string]string{}
			for i, cell := range cells {
				row[head[i]] = cell
			}
			rows[cells[0]] = row
		}
	}
	return rows
}

// TestReadmeListsEveryStage keeps the list of stages whole.
func TestReadmeListsEveryStage(t *testing.T) {
	listed := map[string][]string{}
	role := ""
	for line := range strings.Lines(blocks(read(t, "README.md"), "")[0]) {
		words := strings.Fields(line)
		if !strings.HasPrefix(line, " ") {
			role, words = words[0], words[1:]
		}
		listed[role] = append(listed[role], words...)
	}
	for _, role := range engine.Roles() {
		got, want := listed[role.String()], stdlib.Catalogue().Names(role)
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: the README lists %v, the catalogue has %v", role, got, want)
		}
	}
}

// TestStagesAreDocumented compares docs/stages.md with the catalogue.
func TestStagesAreDocumented(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Stages\n\n<!-- Generated by: go test . -run TestStagesAreDocumented -update. Edit the declarations instead. -->\n")
	for _, role := range engine.Roles() {
		fmt.Fprintf(&page, "\n%s:", role)
		for _, name := range stdlib.Catalogue().Names(role) {
			fmt.Fprintf(&page, " [%s](#%s)", name, name)
		}
		page.WriteString("\n")
	}
	for _, role := range engine.Roles() {
		fmt.Fprintf(&page, "\n## %s\n", role)
		for _, name := range stdlib.Catalogue().Names(role) {
			stage, _ := stdlib.Catalogue().Lookup(name)
			fmt.Fprintf(&page, "\n### %s\n\n%s", name, assist.Describe(stage).Markdown)
		}
	}
	if *update {
		if err := os.WriteFile("docs/stages.md", []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if read(t, "docs/stages.md") != page.String() {
		t.Error("docs/stages.md is not what stages declare: go test . -run TestStagesAreDocumented -update")
	}
}

// link is where a document points to.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinksResolve finds the files and headings that documents link to.
func TestLinksResolve(t *testing.T) {
	seen := 0
	for file, text := range documents(t, "*.md", "docs/*.md", "engine/bench/*.md", "kernel/kerneltest/*.md") {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			path, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			seen++
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(target); err != nil || anchor != "" && !slices.Contains(anchors(read(t, target)), anchor) {
				t.Errorf("%s links to %s, which is not there", file, m[1])
			}
		}
	}
	if seen < 20 {
		t.Errorf("looked at %d links only", seen)
	}
}

// anchors are what links to headings of a document end in.
func anchors(text string) (found []string) {
	for line := range strings.Lines(fence.ReplaceAllString(text, "")) {
		if title := strings.TrimLeft(line, "#"); title != line {
			found = append(found, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
					return unicode.ToLower(r)
				}
				return -1
			}, strings.TrimSpace(title)))
		}
	}
	return found
}

// TestDocumentsAreShort: the README is read in two minutes, and no line runs
// beyond a page, tables aside, which have their columns.
func TestDocumentsAreShort(t *testing.T) {
	if n := strings.Count(read(t, "README.md"), "\n"); n > 120 {
		t.Errorf("the README has %d lines", n)
	}
	for file, text := range documents(t, "*.md", "docs/*.md") {
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimSpace(line)); n > 120 && !strings.HasPrefix(line, "|") && file != "docs/stages.md" {
				t.Errorf("%s: %d columns: %s", file, n, line)
			}
		}
	}
}

// TestDocumentsHaveTheLibraryExample compares the documents' program with the
// body of the example below, which the tests run.
func TestDocumentsHaveTheLibraryExample(t *testing.T) {
	_, body, _ := strings.Cut(read(t, "readme_test.go"), "func Example"+"_library() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	want := strings.ReplaceAll("\n"+strings.TrimSuffix(body, "\n"), "\n\t", "\n")
	if got := block(t, "docs/language.md", "engine.Pipe("); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("the example is\n%s\nthe document has\n%s", want, got)
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
