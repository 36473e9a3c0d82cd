package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unfold/dsl/cell"
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

// block returns the fenced block of a document that begins with the given
// words, without its fences.
func block(t *testing.T, file, begins string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(text), "\n```") {
		_, body, _ := strings.Cut(part, "\n") // what follows the fence's own line
		if i%2 == 1 && strings.HasPrefix(body, begins) {
			return body
		}
	}
	t.Fatalf("%s has no block that begins with %q", file, begins)
	return ""
}

// TestReadmeSentencesRun runs the lines that show the language, and those that
// show evaluation, as cells.
func TestReadmeSentencesRun(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs the sentences of the README")
	}
	lines := block(t, "README.md", `load("wine.csv"`) + "\n" + block(t, "README.md", `load | scale | knn(k=1..15 by 2)`)
	dir := t.TempDir()
	var wine strings.Builder
	wine.WriteString("alcohol,ash,class\n")
	for i := range 60 {
		fmt.Fprintf(&wine, "%d,%d,%c\n", 11+i%7, i%5, 'a'+i%3)
	}
	if err := os.WriteFile(filepath.Join(dir, "wine.csv"), []byte(wine.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	draw := render.New(render.Options{Static: true})
	session, err := newSession(draw)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(lines) {
		line = strings.ReplaceAll(line, "load |", "load | sample(150) |") // the same words, sooner done
		line = strings.ReplaceAll(line, `"iris", "wine", "glass"`, "spiral(n=60), taijitu(n=60), waveform(n=60)")
		if _, err := session.Eval(context.Background(), line, terminal.NewOutput(draw)); err != nil {
			var failure cell.Failure
			errors.As(err, &failure)
			t.Errorf("%s\n%s", line, strings.Join(failure.Traceback(false), "\n"))
		}
	}
	if _, err := os.Stat("figure.svg"); err != nil {
		t.Error("r.Save wrote no figure: ", err)
	}
}

// TestReadmeListsEveryStage keeps the table of stages whole.
func TestReadmeListsEveryStage(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, role := range engine.Roles() {
		row := ""
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "| "+role.String()+" |") {
				row = line
			}
		}
		if got, want := strings.Count(row, "`")/2, len(stdlib.Catalogue().Names(role)); got != want {
			t.Errorf("%s: the README lists %d stages, the catalogue has %d", role, got, want)
		}
		for _, name := range stdlib.Catalogue().Names(role) {
			if !strings.Contains(row, "`"+name+"`") {
				t.Errorf("%s: %s is not in the README", role, name)
			}
		}
	}
}

// TestReadmeIsTheLibraryExample compares the README's program with the body of
// the example below, which the tests run.
func TestReadmeIsTheLibraryExample(t *testing.T) {
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func Example"+"_library() {\n")
	body, _, _ = strings.Cut(body, "\t// Output:")
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimPrefix(line, "\t"))
	}
	if want := block(t, "README.md", "p := engine.Pipe("); strings.TrimSpace(strings.Join(lines, "")) != strings.TrimSpace(want) {
		t.Errorf("the example is\n%s\nthe README has\n%s", strings.Join(lines, ""), want)
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

// TestContributingAddsAMethodInOneFile builds the catalogue with the guide's
// method laid over the tree and runs the contract suites on it: one file is
// all that a method takes.
func TestContributingAddsAMethodInOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("long: builds the catalogue anew")
	}
	dir := t.TempDir()
	method := filepath.Join(dir, "cityblock.go")
	if err := os.WriteFile(method, []byte(block(t, "CONTRIBUTING.md", "package metric")), 0o644); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "engine", "metric", "cityblock.go"): method}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", file, "-run", "TestContracts", "-v", "./stdlib").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "cityblock") {
		t.Errorf("%v\n%s", err, out)
	}
}
