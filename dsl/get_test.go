package dsl_test

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// proxyOf is a folder that the go command takes for a proxy, with one module of one
// file.
func proxyOf(t *testing.T, module, version, source string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var archive bytes.Buffer
	files := zip.NewWriter(&archive)
	for name, text := range map[string]string{"go.mod": "module " + module + "\n", "it.go": source} {
		w := must(files.Create(module + "@" + version + "/" + name))
		must(w.Write([]byte(text)))
	}
	if err := files.Close(); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list": version + "\n", version + ".info": `{"Version":"` + version + `"}`, version + ".mod": "module " + module + "\n", version + ".zip": archive.String(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestGetFetchesModules for the cells that import them, with a go.mod and without.
func TestGetFetchesModules(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	for name, module := range map[string]string{"without a go.mod": "", "with one": "module mine\n"} {
		t.Run(name, func(t *testing.T) {
			proxy := proxyOf(t, "example.com/cake", "v1.2.0", "package cake\n\n// Bake bakes.\nfunc Bake() string { return \"a cake\" }\n")
			t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy))
			t.Setenv("GOMODCACHE", t.TempDir())
			for name, value := range map[string]string{"GOFLAGS": "-modcacherw", "GONOSUMDB": "*", "GONOSUMCHECK": "1", "GOSUMDB": "off", "GOWORK": "off", "GOTOOLCHAIN": "local"} {
				t.Setenv(name, value)
			}
			t.Setenv("UNFOLD_MODULES", "")
			newer := filepath.Join(os.Getenv("GOMODCACHE"), "example.com", "cake@v1.9.0") // fetched for others
			t.Chdir(t.TempDir())
			if module != "" {
				if err := os.WriteFile("go.mod", []byte(module), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			s := newSession(t)
			if got := said(t, s, `import "example.com/cake"`); !strings.Contains(got, "%get example.com/cake fetches it") {
				t.Errorf("the remedy of an import that is not there is missing:\n%s", got)
			}
			if err := os.MkdirAll(newer, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(newer, "it.go"), []byte("package cake\n\nfunc Bake() string { return \"another\" }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := said(t, s, "%get example.com/cake@v1.2.0\nimport \"example.com/cake\"\ncake.Bake()"); !strings.HasSuffix(got, "= a cake\n") {
				t.Errorf("the cell says\n%s", got)
			}
			if written, _ := os.ReadFile("go.mod"); module != "" && !strings.Contains(string(written), "example.com/cake v1.2.0") {
				t.Errorf("go.mod is\n%s", written)
			}
		})
	}
	s := newSession(t)
	for code, want := range map[string]string{"%get": "no module is named", "%get -u x": "it takes modules only"} {
		if got := said(t, s, code); !strings.Contains(got, want) {
			t.Errorf("%s says\n%s", code, got)
		}
	}
}
