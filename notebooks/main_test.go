// Package notebooks holds the project's notebooks. Its tests run each of them
// anew, by the program itself and through Jupyter, and compare what comes out
// with what is committed.
package notebooks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// quickstart is the notebook that a new user opens first.
const quickstart = "00-quickstart.ipynb"

// unfold is the program under test, built once.
var unfold string

func TestMain(m *testing.M) {
	os.Exit(built(m.Run))
}

// built runs f while the program lies in a temporary folder.
func built(f func() int) int {
	folder, err := os.MkdirTemp("", "unfold")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	unfold = filepath.Join(folder, "unfold")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", unfold, "..")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the program: %v\n%s", err, out)
		return 1
	}
	return f()
}

// run runs a command and returns what it prints; the test ends if it fails.
func run(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Env = append(os.Environ(), env...)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// python is the interpreter of the distribution, which has its Jupyter; one
// earlier on PATH may be another.
const python = "/usr/bin/python3"

// jupyter returns the distribution's Jupyter, and an environment in which the
// program is registered with it and which leaves nothing behind. The test is
// skipped where a Python module that it needs is missing.
func jupyter(t *testing.T, modules ...string) (command string, env []string) {
	t.Helper()
	for _, module := range append(modules, "jupyter_client") {
		if err := exec.Command(python, "-c", "import "+module).Run(); err != nil {
			t.Skipf("%s cannot import %s (%v); install/test installs it", python, module, err)
		}
	}
	home := t.TempDir()
	env = []string{
		"HOME=" + home,
		"IPYTHONDIR=" + filepath.Join(home, "ipython"),
		"JUPYTER_DATA_DIR=" + filepath.Join(home, "data"),
		"JUPYTER_CONFIG_DIR=" + filepath.Join(home, "config"),
		"JUPYTER_RUNTIME_DIR=" + filepath.Join(home, "runtime"),
		"XDG_STATE_HOME=" + filepath.Join(home, "state"),
		"PYDEVD_DISABLE_FILE_VALIDATION=1",
	}
	run(t, env, unfold, "install", "--user")
	return "/usr/bin/jupyter", env
}

// artefacts is the folder for what a test leaves to look at.
func artefacts(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("UNFOLD_ARTIFACTS")
	if folder == "" {
		folder = filepath.Join("..", "build")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}
