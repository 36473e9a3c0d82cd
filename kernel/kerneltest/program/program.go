// Package program helps to test the program as its users meet it: it builds it
// once for a package of tests ([Main]), runs its commands ([Run]), registers
// it with the Jupyter that is installed ([Jupyter]), starts it as a kernel in a
// process of its own ([Start]) and works in Jupyter's console ([OpenConsole]).
// A test whose needs are not met is skipped and says what is missing.
package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// built is the program under test, there while the tests of [Main] run.
var built string

// Main builds the program, runs the tests and ends the process: a TestMain. A program
// that UNFOLD_TEST_PROGRAM names is taken as it is: install/test builds one for all
// packages.
func Main(m *testing.M) {
	os.Exit(main(m))
}

func main(m *testing.M) int {
	if built = os.Getenv("UNFOLD_TEST_PROGRAM"); built != "" {
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "unfold")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	built = filepath.Join(folder, "unfold")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", built, "unfold").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// Path is the program under test.
func Path() string { return built }

// Run runs a command and returns what it prints; the test ends if it fails.
func Run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Env = append(os.Environ(), env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// Long reports whether the tests may take their time, which UNFOLD_LONG in the
// environment allows.
func Long() bool { return os.Getenv("UNFOLD_LONG") != "" }

// Artefacts is the folder for what a test leaves to look at: build at the root
// of the module, if UNFOLD_ARTIFACTS does not name another.
func Artefacts(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("UNFOLD_ARTIFACTS")
	if folder == "" {
		module := Run(t, nil, "go", "env", "GOMOD")
		folder = filepath.Join(filepath.Dir(strings.TrimSpace(module)), "build")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}
