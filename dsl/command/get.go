package command

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func init() {
	register(&Command{
		Name: "get", Usage: "%get module[@version] ...", Line: true, Unsettle: true,
		Summary: "fetches modules with go get, so that cells can import their packages; a go.mod here or above records the versions",
		Run:     runGet,
	})
}

// runGet fetches modules into the cache, where imports of cells are looked for. Where
// no go.mod stands here or above, a passing module asks for them, whose versions the
// environment of the session then keeps: cells import those, also after a crash.
func runGet(ctx context.Context, c *Call) (any, error) {
	if len(c.Words) == 0 {
		return nil, c.fault(Extent{}, "no module is named", "write %get github.com/google/uuid, or with a version, ...uuid@v1.6.0")
	}
	var modules []string
	for _, w := range c.Words {
		if strings.HasPrefix(w.Text, "-") {
			return nil, c.fault(w.Extent, "it takes modules only", "write !go get "+c.rest()+" for flags of go get")
		}
		modules = append(modules, w.Text)
	}
	if _, err := exec.LookPath("go"); err != nil {
		return nil, c.fault(Extent{}, "the go command is not installed, or not on the PATH", "install Go; %env tells the PATH")
	}
	if !insideModule() {
		dir, err := os.MkdirTemp("", "unfold-get-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		file := filepath.Join(dir, "go.mod")
		text := "module cells\n"
		for _, m := range strings.Fields(os.Getenv(modulesVariable)) {
			text += "require " + strings.Replace(m, "@", " ", 1) + "\n"
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return nil, err
		}
		if err := c.program(ctx, append([]string{"go", "-C", dir, "get"}, modules...)); err != nil {
			return nil, err
		}
		return nil, keepVersions(file)
	}
	return nil, c.program(ctx, append([]string{"go", "get"}, modules...))
}

// modulesVariable names the versions of modules where there is no go.mod, each as
// path@version.
const modulesVariable = "UNFOLD_MODULES"

// keepVersions keeps what a go.mod requires.
func keepVersions(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var kept []string
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(strings.TrimPrefix(line, "require "))
		if len(words) == 2 && strings.HasPrefix(words[1], "v") {
			kept = append(kept, words[0]+"@"+words[1])
		}
	}
	return os.Setenv(modulesVariable, strings.Join(kept, " "))
}

// insideModule reports whether there is a go.mod in the working folder or above.
func insideModule() bool {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return false
}
