//go:build unix

package endtoend

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"unfold/kernel/kerneltest"
	"unfold/kernel/kerneltest/program"
)

// TestOtherRelease builds the program so that it takes the release of Go it is
// built with for one that it does not know. The layout of types is the one that
// it knows all the same, so cells have types of their own.
func TestOtherRelease(t *testing.T) {
	program.NeedTime(t)
	other := buildWith(t, "-ldflags=-X unfold/dsl/interp/mint.release=go1.99")
	c := kerneltest.Connect(t, program.StartBuild(t, other).Connection)
	tr := c.Run("type P struct{ x int }\nfunc (p P) String() string { return \"p\" }\nP{1}")
	if status, _, value, _ := tr.Outcome(); status != "ok" || tr.Text("stderr") != "" || tr.Result() != "p" {
		t.Errorf("a type: %s %s\n%s", status, value, tr)
	}
}

// buildWith builds the program.
func buildWith(t *testing.T, flag string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "unfold")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", flag, "-o", path, "unfold")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// TestWithoutMintedTypes builds the program so that it makes no types.
func TestWithoutMintedTypes(t *testing.T) {
	program.NeedTime(t)
	other := buildWith(t, "-tags=nomint")
	const remedy = "build it without that tag"

	t.Run("kernel", func(t *testing.T) {
		c := kerneltest.Connect(t, program.StartBuild(t, other).Connection)
		for i, each := range []struct{ code, shows string }{
			{"1+1", "2"},
			{"swissroll(n=200) | isomap(k=8)", "isomap"},
			{"isomap?", ""},
			{"import \"fmt\"\nfmt.Sprint(map[string]int{\"a\": 1})", "map[a:1]"},
		} {
			tr := c.Run(each.code)
			if status, _, value, _ := tr.Outcome(); status != "ok" || !strings.Contains(tr.Result(), each.shows) {
				t.Errorf("%s: %s %s\n%s", each.code, status, value, tr)
			}
			if told := strings.Contains(tr.Text("stderr"), remedy); told != (i == 0) {
				t.Errorf("%s: stderr says %q", each.code, tr.Text("stderr"))
			}
		}
		tr := c.Run("type P struct{ x int }\nfunc (p P) String() string { return \"p\" }\nP{1}")
		if status, _, value, _ := tr.Outcome(); status != "ok" || tr.Result() != "p" {
			t.Errorf("a type: %s %s\n%s", status, value, tr)
		}
		tr = c.Run("import \"reflect\"\nreflect.ValueOf(P{1})")
		if status, _, value, traceback := tr.Outcome(); status != "error" || !strings.Contains(strings.Join(append(traceback, value), "\n"), remedy) {
			t.Errorf("reflection on a value: %s %s %q", status, value, traceback)
		}
	})
	t.Run("setup", func(t *testing.T) {
		home := program.NewHome(t)
		if said := program.Run(t, home.Env(), other, "install", "--user"); !strings.Contains(said, "registered kernel") || !strings.Contains(said, remedy) {
			t.Errorf("install says\n%s", said)
		}
		doctor := exec.CommandContext(t.Context(), other, "doctor")
		doctor.Env = append(doctor.Environ(), home.Env()...)
		out, _ := doctor.CombinedOutput() // whether Jupyter is here is another matter
		if said := string(out); !strings.Contains(said, "note  types ") || !strings.Contains(said, remedy) {
			t.Errorf("doctor says\n%s", said)
		}
	})
}
