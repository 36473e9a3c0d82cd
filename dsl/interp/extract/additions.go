package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// release is the Go release of this program, without its patch: go1.27.
func release() string {
	return strings.Join(strings.SplitN(runtime.Version(), ".", 3)[:2], ".")
}

// laterSuffix ends the names of what is written beside the tables of an
// earlier release: _go127.
func laterSuffix() string { return "_" + strings.ReplaceAll(release(), ".", "") }

// beyond leaves of a table what the file of an earlier release lacks or says
// otherwise. A wrapper that has changed goes under a new name with its entry.
func (t *table) beyond(file string) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	t.suffix = laterSuffix()
	wrappers := t.wrappers
	t.wrappers = map[string]string{}
	renamed := map[string]string{}
	for typ, text := range wrappers {
		formatted, err := format.Source([]byte(text))
		if err != nil {
			return err
		}
		if !bytes.Contains(old, bytes.TrimSpace(formatted)) {
			renamed[typ] = typ + t.suffix
			t.wrappers[typ+t.suffix] = rename(text, typ, t.suffix)
		}
	}
	var kept []string
	for _, e := range t.entries {
		same := bytes.Contains(old, []byte(e))
		for typ := range renamed {
			if strings.Contains(e, "(*"+typ+")") {
				e, same = rename(e, typ, t.suffix), false
			}
		}
		if !same {
			kept = append(kept, e)
		}
	}
	t.entries = kept
	return nil
}

// rename gives a wrapper another name wherever a text declares or mentions it.
func rename(text, typ, suffix string) string {
	return strings.NewReplacer(
		"type "+typ+" ", "type "+typ+suffix+" ",
		"(w "+typ+")", "(w "+typ+suffix+")",
		"(*"+typ+")", "(*"+typ+suffix+")",
	).Replace(text)
}

const laterText = `// Additions holds what Library lacks, and what it says otherwise, of the
// release that this program is built with: tables by import path and package
// name.
var Additions = map[string][]entry{
%s}
`

// constraint is the line that builds a file with its release and later ones.
func constraint() string { return fmt.Sprintf("//go:build %s\n\n", release()) }
