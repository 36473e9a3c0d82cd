package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// load describes the packages of the patterns, in the order of their paths,
// from what the compiler has exported of them.
func load(skip *regexp.Regexp, patterns []string) ([]*types.Package, error) {
	paths, err := list("{{.ImportPath}}", patterns...)
	if err != nil {
		return nil, err
	}
	exports, err := list("{{.ImportPath}}={{.Export}}", append([]string{"-export", "-deps"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	file := map[string]string{}
	for _, line := range exports {
		path, name, _ := strings.Cut(line, "=")
		file[path] = name
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		name := file[path]
		if name == "" { // as packages of the standard library see their vendored ones
			name = file["vendor/"+path]
		}
		return os.Open(name)
	})
	var pkgs []*types.Package
	for _, path := range paths {
		if hidden(path) || skip.MatchString(path) {
			continue
		}
		pkg, err := from.Import(path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		pkgs = append(pkgs, pkg)
	}
	return pkgs, nil
}

// hidden reports whether other modules cannot import a path.
func hidden(path string) bool {
	return strings.HasPrefix(path, "vendor/") || strings.HasSuffix(path, "/internal") || strings.Contains(path, "internal/")
}

func list(format string, args ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list", "-f", format}, args...)...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("go list: %s", bytes.TrimSpace(failed.Stderr))
	}
	return strings.Fields(string(out)), err
}
