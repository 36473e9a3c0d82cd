package rules

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unfold/rules/document"
)

// TestContributingAddsAMethodInOneFile builds the catalogue with the guide's
// method and its test laid over the tree, and runs the test and the contract
// suites: one file is all that a method takes.
func TestContributingAddsAMethodInOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("long: builds the catalogue anew")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, added := t.TempDir(), map[string]string{}
	for name, has := range map[string]string{"cityblock.go": "type Cityblock struct", "cityblock_test.go": "func TestCityblock"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(document.Block(t, "CONTRIBUTING.md", has)), 0o644); err != nil {
			t.Fatal(err)
		}
		added[filepath.Join(here, "engine", "stage", "metric", name)] = file
	}
	overlay, err := json.Marshal(map[string]any{"Replace": added})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", file, "-run", "TestContracts//cityblock|TestCityblock", "-v", "./stdlib", "./engine/stage/metric").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "PASS: TestCityblock") || !strings.Contains(string(out), "/cityblock") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestContributingQuotesACostAndAMap compares the guide's cost and map with the
// files that the tests of package pairwise run.
func TestContributingQuotesACostAndAMap(t *testing.T) {
	for name, has := range map[string]string{"huber_test.go": "type huber struct", "scaling_test.go": "type scaling struct"} {
		source := document.Read(t, filepath.Join("engine", "fit", "pairwise", name))
		_, body, _ := strings.Cut(source, "\n)\n\n") // behind its imports
		if got := document.Block(t, "CONTRIBUTING.md", has); got != body {
			t.Errorf("%s is\n%s\nthe guide has\n%s", name, body, got)
		}
	}
}
