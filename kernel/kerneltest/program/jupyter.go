package program

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Python is the interpreter of the distribution, which has its Jupyter; one
// earlier on PATH may be another.
const Python = "/usr/bin/python3"

// Jupyter returns the distribution's Jupyter, and an environment in which the
// program is registered with it and which leaves nothing behind. The test is
// skipped where a Python module that it needs is missing.
func Jupyter(t *testing.T, modules ...string) (command string, env []string) {
	t.Helper()
	for _, module := range append(modules, "jupyter_client") {
		if err := exec.Command(Python, "-c", "import "+module).Run(); err != nil {
			t.Skipf("%s cannot import %s (%v); install/test installs it", Python, module, err)
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
	Run(t, env, Path(), "install", "--user")
	return "/usr/bin/jupyter", env
}
