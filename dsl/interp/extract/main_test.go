package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// The tables go stale when a package gains a name and nobody runs go generate.
func TestTablesAreCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles what the tables are of")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no Go toolchain")
	}
	for dir, file := range map[string]string{"../std": "std.go", "../../../stdlib/symbols": "symbols.go"} {
		t.Run(file, func(t *testing.T) {
			t.Chdir(dir)
			index, err := os.ReadFile(indexFile)
			if err != nil {
				t.Fatal(err)
			}
			minor := strings.Join(strings.SplitN(runtime.Version(), ".", 3)[:2], ".")
			if !bytes.HasPrefix(index, fmt.Append(nil, mark, " from ", minor, ".")) {
				t.Skip("the tables are of another Go than ", minor)
			}
			dest, skip, patterns := directive(t, file)
			if err := run(dest, skip, true, patterns); err != nil {
				t.Error(err)
			}
		})
	}
}

// directive reads the arguments that go generate gives this program.
func directive(t *testing.T, file string) (dest, skip string, patterns []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`interp/extract -package (\w+) (?:-skip "(.*)" )?(.*)`).FindSubmatch(text)
	if m == nil {
		t.Fatal("there is no directive")
	}
	if skip = string(m[2]); skip == "" {
		skip = "^$"
	}
	return string(m[1]), skip, strings.Fields(string(m[3]))
}
