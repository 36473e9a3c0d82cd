package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/stage/predictor"
	"unfold/rules/document"
)

// TestBuildBringsStages makes a program of the document's example, and runs it.
func TestBuildBringsStages(t *testing.T) {
	if testing.Short() {
		t.Skip("it links the program")
	}
	cell := document.Block(t, "docs/language.md", "register(")
	body, _, _ := strings.Cut(cell, "\nregister(")
	folder := packageOf(t, "package mystages\n\n"+body+"\n\n"+document.Block(t, "docs/language.md", "func Stages()"))
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(t.TempDir(), "mystages")
	if err := (&buildCommand{Package: folder, Source: here, Output: made}).Run(); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"accuracy": {"run", "-e", "waveform(n=300) | scale | centroid(power=[1, 2]) | cv(5)"},
		"predicts the class whose mean row is nearest": {"doc", "centroid"},
	} {
		said, err := exec.CommandContext(t.Context(), made, args...).CombinedOutput()
		if err != nil || !strings.Contains(string(said), want) {
			t.Errorf("%v: %v, and says\n%s", args, err, said)
		}
	}
}

// TestBuildRefuses says what is wrong before anything is built.
func TestBuildRefuses(t *testing.T) {
	lone := t.TempDir()
	if err := os.WriteFile(filepath.Join(lone, "a.go"), []byte("package a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]buildCommand{
		"go mod init":                          {Package: lone},
		"is a program of its own":              {Package: packageOf(t, "package main\n\nfunc main() {}\n")},
		"name its folder by --source":          {Package: packageOf(t, "package mystages\n")},
		"is not the folder of unfold's source": {Package: packageOf(t, "package mystages\n"), Source: lone},
	} {
		if err := c.Run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// packageOf is the folder of a module with one file.
func packageOf(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	for file, text := range map[string]string{"go.mod": "module example.com/mystages\n\ngo 1.26\n", "stages.go": text} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestBroughtStagesAreGuarded: a program says what is wrong with a stage it was built with.
func TestBroughtStagesAreGuarded(t *testing.T) {
	if _, err := guardedOf([]engine.Stage{{Summary: "does nothing"}}); err == nil || !strings.Contains(err.Error(), "no New") {
		t.Error(err)
	}
	taken := engine.Stage{Summary: "predicts", New: func() engine.Method { return new(predictor.KNN) }}
	if _, err := guardedOf([]engine.Stage{taken}); err == nil || !strings.Contains(err.Error(), "knn is a stage already") {
		t.Errorf("a name that is taken: %v", err)
	}
	all, err := guardedOf(nil)
	if _, known := all.Lookup("isomap"); err != nil || !known {
		t.Errorf("isomap is known: %t, %v", known, err)
	}
}
