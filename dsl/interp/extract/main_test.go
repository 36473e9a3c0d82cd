package main

import (
	"bytes"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"regexp"
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
			known := 0
			for _, d := range directives(t, file) {
				index, err := os.ReadFile(indexOf(d.later))
				if err == nil && bytes.HasPrefix(index, fmt.Append(nil, mark, " from ", release(), ".")) {
					known++
					if err := run(d.dest, d.skip, d.later, true, d.patterns); err != nil {
						t.Error(err)
					}
				}
			}
			if known == 0 {
				t.Skip("the tables are of another Go than ", release())
			}
		})
	}
}

// asked is what go generate asks of this program.
type asked struct {
	dest, skip string
	later      bool
	patterns   []string
}

// directives reads the arguments that go generate gives this program.
func directives(t *testing.T, file string) (all []asked) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`interp/extract -package (\w+) (?:-skip "(.*)" )?(-later )?(.*)`).FindAllSubmatch(text, -1) {
		d := asked{string(m[1]), string(m[2]), len(m[3]) > 0, strings.Fields(string(m[4]))}
		if d.skip == "" {
			d.skip = "^$"
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		t.Fatal("there is no directive")
	}
	return all
}

// What is like an entry or a wrapper of the tables in place is not written
// again; a wrapper that has changed is, under another name.
func TestLater(t *testing.T) {
	t.Chdir(t.TempDir())
	const old = "type _p_I struct {\n\tIValue any\n}\n\ntype _p_J struct {\n\tIValue any\n}\n\nvar _p = []entry{\n\t{\"A\", p.A},\n\t{\"_I\", (*_p_I)(nil)},\n\t{\"_J\", (*_p_J)(nil)},\n}\n"
	if err := os.WriteFile("p.go", []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	later := &table{pkg: types.NewPackage("p", "p"), names: map[string]string{"p": "p", "q": "q"}}
	later.entries = []string{"\t{\"A\", p.A},\n", "\t{\"B\", p.B},\n", "\t{\"_I\", (*_p_I)(nil)},\n", "\t{\"_J\", (*_p_J)(nil)},\n"}
	later.wrappers = map[string]string{
		"_p_I": "type _p_I struct {\n\tIValue any\n}\n\n",
		"_p_J": "type _p_J struct {\n\tIValue any\n\tWF func()\n}\n\nfunc (w _p_J) F() { w.WF() }\n\n",
	}
	if err := later.beyond("p.go"); err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll("import (\n\tp \"p\"\n)\n\nvar _p# = []entry{\n\t{\"B\", p.B},\n\t{\"_J\", (*_p_J#)(nil)},\n}\n\n"+
		"type _p_J# struct {\n\tIValue any\n\tWF func()\n}\n\nfunc (w _p_J#) F() { w.WF() }\n\n", "#", laterSuffix())
	if got := later.text(); got != want {
		t.Errorf("it writes\n%s\nwant\n%s", got, want)
	}
}
