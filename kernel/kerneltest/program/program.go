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
	"sync"
	"testing"
)

// folder is where the program is built, there while the tests of [Main] run.
var folder string

// Main runs the tests and ends the process: a TestMain. The program is built when a test
// first asks for it.
func Main(m *testing.M) {
	os.Exit(main(m))
}

func main(m *testing.M) int {
	var err error
	if folder, err = os.MkdirTemp("", "unfold"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

// Path is the program under test: the one that UNFOLD_TEST_PROGRAM names, as install/test
// builds one for all packages, or one that is built now.
var Path = sync.OnceValue(func() string {
	if given := os.Getenv("UNFOLD_TEST_PROGRAM"); given != "" {
		return given
	}
	built := filepath.Join(folder, "unfold")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", built, "unfold").CombinedOutput(); err != nil {
		panic(fmt.Sprintf("building the program: %v\n%s", err, out))
	}
	return built
})

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

// NeedTime skips a test that the quick ones leave out.
func NeedTime(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: talks to the program as front ends do")
	}
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
