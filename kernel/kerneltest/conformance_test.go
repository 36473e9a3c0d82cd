package kerneltest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"unfold/kernel"
)

// python is the interpreter that has the distribution's Jupyter.
const python = "/usr/bin/python3"

// serveToy in the environment makes the test binary a kernel.
const serveToy = "KERNELTEST_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serveToy) != "" {
		info := kernel.Info{Name: "toy", Version: "1", Banner: "a toy", Language: kernel.GoLanguage()}
		if err := kernel.Serve(context.Background(), os.Args[1], NewToy(), Plain{}, info); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// TestConformance runs jupyter_kernel_test against the toy kernel, or against
// the command in UNFOLD_KERNEL with the samples for Go; the command has
// {connection_file} where a kernelspec has it.
func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs Jupyter")
	}
	needPython(t, "jupyter_kernel_test")
	samples, argv, env := "toy.json", []string{os.Args[0], "{connection_file}"}, map[string]string{serveToy: "1"}
	if command := os.Getenv("UNFOLD_KERNEL"); command != "" {
		samples, argv, env = "go.json", strings.Fields(command), map[string]string{}
	}
	samples = cmp.Or(os.Getenv("UNFOLD_KERNEL_SAMPLES"), filepath.Join("testdata", samples))

	run := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "conformance.py"))
	run.Env = append(jupyterEnv(t, argv, env), "CONFORMANCE_KERNEL=undertest", "CONFORMANCE_SAMPLES="+samples)
	report, err := run.CombinedOutput()
	t.Logf("%s", report)
	if err != nil {
		t.Fatalf("the suite fails: %v", err)
	}
	// A test without a sample skips itself.
	for _, m := range regexp.MustCompile(`(?m)^(test_\w+) .*skipped`).FindAllSubmatch(report, -1) {
		t.Errorf("%s was skipped", m[1])
	}
}

// needPython skips the test where a Python module is missing.
func needPython(t *testing.T, module string) {
	t.Helper()
	if err := exec.Command(python, "-c", "import "+module).Run(); err != nil {
		t.Skipf("%s cannot import %s: %v", python, module, err)
	}
}

// jupyterEnv is an environment in which Jupyter finds one kernelspec more,
// named undertest, and otherwise leaves no trace outside the test.
func jupyterEnv(t *testing.T, argv []string, env map[string]string) []string {
	t.Helper()
	home := t.TempDir()
	spec := filepath.Join(home, "kernels", "undertest")
	if err := os.MkdirAll(spec, 0o755); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{
		"argv": argv, "display_name": "under test", "language": "go", "interrupt_mode": "message", "env": env,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(spec, "kernel.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(),
		"JUPYTER_PATH="+home, "JUPYTER_RUNTIME_DIR="+filepath.Join(home, "runtime"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(home, "config"), "IPYTHONDIR="+filepath.Join(home, "ipython"),
		"JUPYTER_PLATFORM_DIRS=1", "UNFOLD_HISTORY="+filepath.Join(home, "history.db"))
}
