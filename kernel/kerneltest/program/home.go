package program

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// A Home is all the folders that a kernel may leave files in.
type Home string

// NewHome makes empty folders.
func NewHome(t *testing.T) Home {
	t.Helper()
	h := Home(t.TempDir())
	for _, name := range []string{"tmp", "runtime", "data", "config", "state", "cache"} {
		if err := os.Mkdir(h.In(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// In is the path of one of them.
func (h Home) In(name string) string { return filepath.Join(string(h), name) }

// Env is the environment of who lives there.
func (h Home) Env() []string {
	return []string{
		"HOME=" + string(h), "IPYTHONDIR=" + h.In("config"), "TMPDIR=" + h.In("tmp"),
		"JUPYTER_RUNTIME_DIR=" + h.In("runtime"), "JUPYTER_DATA_DIR=" + h.In("data"), "JUPYTER_CONFIG_DIR=" + h.In("config"),
		"XDG_RUNTIME_DIR=" + h.In("runtime"), "XDG_DATA_HOME=" + h.In("data"), "XDG_CONFIG_HOME=" + h.In("config"),
		"XDG_STATE_HOME=" + h.In("state"), "XDG_CACHE_HOME=" + h.In("cache"),
		"UNFOLD_HISTORY=", "PYDEVD_DISABLE_FILE_VALIDATION=1",
	}
}

// Files lists all that is there but the history, which is meant to stay.
func (h Home) Files(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(string(h), func(path string, _ fs.DirEntry, err error) error {
		name, _ := filepath.Rel(string(h), path)
		if name != filepath.Join("state", "unfold") && name != filepath.Join("state", "unfold", "history.db") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
