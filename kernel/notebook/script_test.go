package notebook

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadScript(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // kind:line:title:source
	}{
		"one cell":  {"load\n\t| svm\n", []string{"code:1::load\n\t| svm"}},
		"empty":     {"", nil},
		"two cells": {"x := 1\n// %%\n\ny := x\n", []string{"code:1::x := 1", "code:4::y := x"}},
		"titles":    {"// %% Data\nload\n// %%\n// %% Nothing\n", []string{"code:2:Data:load"}},
		"prose":     {"// %% [markdown]\n// # Title\n//\n// text\n// %%\nx", []string{"markdown:2::# Title\n\ntext", "code:6::x"}},
		"program":   {"#!/usr/bin/env -S unfold run\nx\r\ny\r\n", []string{"code:2::x\ny"}},
		"not marks": {" // %% in\n//%% in", []string{"code:1:: // %% in\n//%% in"}},
	} {
		n, err := ReadScript(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, cell := range n.Cells {
			title, _ := cell.Metadata["title"].(string)
			got = append(got, fmt.Sprintf("%s:%d:%s:%s", cell.Kind, cell.Line, title, cell.Source))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFailureInScriptTellsTheLine(t *testing.T) {
	n, err := ReadScript(strings.NewReader("say(a)\n// %%\nfail()\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = (&Runner{Language: toy{}, Renderer: toy{}}).Run(t.Context(), n)
	if err == nil || err.Error() != "cell 2, which begins at line 3: it fails" {
		t.Error(err)
	}
}
