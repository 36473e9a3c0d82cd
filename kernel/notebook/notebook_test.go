package notebook

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTripKeepsEveryByte(t *testing.T) {
	want, err := os.ReadFile("testdata/plain.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	n, err := Read(strings.NewReader(string(want)))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := n.Write(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestReadUnderstands(t *testing.T) {
	n, err := ReadFile("testdata/plain.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	c := n.Cells[1]
	if c.ID != "sum" || c.Count != 3 || c.Source != "1 + 2" || !c.tagged("keep") || len(c.Outputs) != 3 {
		t.Errorf("cell read as %+v", c)
	}
	if c.Outputs[0].Text != "one\ntwo" || c.Outputs[1].Data["text/html"] != "<b>3</b>\n<i>4</i>" {
		t.Errorf("outputs read as %+v", c.Outputs)
	}
	if n.Language() != "go" {
		t.Errorf("language %q", n.Language())
	}
}

func TestOldNotebooksGetStableIDs(t *testing.T) {
	const old = `{"nbformat": 4, "nbformat_minor": 2, "metadata": {}, "cells": [
		{"cell_type": "code", "metadata": {}, "source": "x", "outputs": [], "execution_count": null},
		{"cell_type": "code", "metadata": {}, "source": "x", "outputs": [], "execution_count": null}]}`
	var texts [2]string
	for i := range texts {
		n, err := Read(strings.NewReader(old))
		if err != nil {
			t.Fatal(err)
		}
		if n.Cells[0].ID == n.Cells[1].ID || n.Cells[0].ID == "" {
			t.Fatalf("ids %q and %q", n.Cells[0].ID, n.Cells[1].ID)
		}
		var b strings.Builder
		if err := n.Write(&b); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Error("ids differ between two readings")
	}
}

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":      {`load | svm`, "not a notebook"},
		"old format":   {`{"nbformat": 3, "worksheets": []}`, "nbformat 3; convert it with"},
		"no source":    {`{"nbformat": 4, "cells": [{"cell_type": "code"}]}`, `cell 1: "source" is missing`},
		"odd source":   {`{"nbformat": 4, "cells": [{"cell_type": "code", "source": [1]}]}`, `cell 1: "source" is a list, not text`},
		"odd output":   {`{"nbformat": 4, "cells": [{"cell_type": "code", "source": "", "outputs": [{"output_type": "pyout"}]}]}`, `cell 1: output 1: unknown output_type "pyout"`},
		"odd cells":    {`{"nbformat": 4, "cells": {}}`, `"cells" is an object, not a list`},
		"odd metadata": {`{"nbformat": 4, "metadata": 1, "cells": []}`, `"metadata" is 1 where an object should be`},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q in it", name, err, c.want)
		}
	}
}

// TestJupyterAccepts lets the reference implementation of the format judge
// what Write writes.
func TestJupyterAccepts(t *testing.T) {
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import nbformat").Run() != nil {
		t.Skip(python + " has no nbformat; install python3-nbformat")
	}
	n := FromCells("show(1)", "tell()", "fail()")
	n.Cells = append(n.Cells, &Cell{Kind: Markdown, Source: "*prose*"}, &Cell{Kind: Raw, Source: "raw"})
	r := Runner{Language: toy{}, Renderer: toy{}, KeepGoing: true}
	if err := r.Run(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	name := t.TempDir() + "/run.ipynb"
	if err := n.WriteFile(name); err != nil {
		t.Fatal(err)
	}
	const judge = `
import sys, nbformat
text = open(sys.argv[1], encoding="utf-8").read()
notebook = nbformat.reads(text, as_version=4)
nbformat.validate(notebook)
sys.exit(0 if nbformat.writes(notebook) + "\n" == text else "Jupyter would lay the file out otherwise")`
	if out, err := exec.Command(python, "-c", judge, name).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func FuzzRead(f *testing.F) {
	seed, err := os.ReadFile("testdata/plain.ipynb")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(seed))
	f.Add(`{"nbformat":4,"cells":[{"cell_type":"code","source":["a\n","b"],"id":"x","outputs":[{"output_type":"stream","name":"stdout","text":""}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var once, twice strings.Builder
		if err := n.Write(&once); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(once.String()))
		if err != nil {
			t.Fatalf("what was written is refused: %v", err)
		}
		if err := again.Write(&twice); err != nil {
			t.Fatal(err)
		}
		if once.String() != twice.String() {
			t.Errorf("not stable:\n%s\n%s", once.String(), twice.String())
		}
	})
}
