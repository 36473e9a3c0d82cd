package syntax_test

import (
	"testing"

	"unfold/dsl/cell"
	"unfold/dsl/syntax"
)

func TestPending(t *testing.T) {
	for _, c := range []struct {
		src    string
		state  cell.Completeness
		indent string
	}{
		{"", cell.Complete, ""},
		{"load", cell.Complete, ""},
		{"load | svm", cell.Complete, ""},
		{"load | svm // done", cell.Complete, ""},
		{"load | // more", cell.Incomplete, "\t"},
		{"load |", cell.Incomplete, "\t"},
		{"load |\n\n", cell.Incomplete, "\t"},
		{"load | isomap(k=7,", cell.Incomplete, "\t"},
		{"load | isomap(k=7", cell.Incomplete, "\t"},
		{"load | isomap(7", cell.Incomplete, "\t"},
		{"load | isomap(k", cell.Incomplete, "\t"},
		{"load | isomap(k=", cell.Incomplete, "\t"},
		{"load | isomap(k=[5, 7", cell.Incomplete, "\t\t"},
		{"load | isomap(\n\tk=[5, 7],\n\tdim=3..15 by 2\n)", cell.Complete, ""},
		{"load | krr(lambda=1e-6..1 log 7) | svm", cell.Complete, ""},
		{"load | warp(range=2)", cell.Complete, ""},
		{"compare(a, direct=svm, x=load | svm", cell.Incomplete, "\t"},
		{"load\n| svm", cell.Complete, ""},
		{"show(load |", cell.Incomplete, "\t\t"},
		{"p := load | isomap(k=7) |", cell.Incomplete, "\t"},
		{"print(1", cell.Invalid, ""}, // Go ends the line there
		{"print(1,", cell.Incomplete, "\t"},
		{"if x", cell.Incomplete, ""}, // a statement, and its condition in the next line
		{"return (x", cell.Invalid, ""},
		{"f(`a", cell.Incomplete, ""},
		{"if x {", cell.Incomplete, "\t"},
		{"if x {\n} else {", cell.Incomplete, "\t"},
		{"x = )", cell.Invalid, ""},
		{"type T struct {", cell.Incomplete, "\t"},
		{"func (t T) M() {", cell.Incomplete, "\t"},
		{"import (", cell.Incomplete, "\t"},
		{"import \"fmt\"\nx := 1\nfunc f() {}\nf()", cell.Complete, ""},
		{"a := 1; b := 2", cell.Complete, ""},
		{"package main\n\nfunc main() {", cell.Incomplete, "\t"},
		{"switch x {\ncase 1:", cell.Incomplete, "\t"},
		{"func f(a int, b,", cell.Incomplete, "\t"},
		{"x :=\r\n", cell.Incomplete, ""},
		{"s := \"𝄞\" +", cell.Incomplete, ""},
		{"load | isomap(k=3..", cell.Incomplete, "\t"},
		{"for i := range 3 {", cell.Incomplete, "\t"},
		{"for i := range 3 {\n\tshow(load |", cell.Incomplete, "\t\t\t"},
		{"for i := range 3 {\n}", cell.Complete, ""},
		{"x := 1 +", cell.Incomplete, ""},
		{"x :=", cell.Incomplete, ""},
		{"func f()", cell.Complete, ""},
		{"s := `a\nb", cell.Incomplete, ""},
		{"/* to be", cell.Incomplete, ""},
		{`load("iris`, cell.Invalid, ""},
		{"load)", cell.Invalid, ""},
		{"load(]", cell.Invalid, ""},
		{"i++", cell.Complete, ""},
		{"return", cell.Complete, ""},
	} {
		if state, indent := syntax.Pending(c.src, toy); state != c.state || indent != c.indent {
			t.Errorf("%q: %v %q, want %v %q", c.src, state, indent, c.state, c.indent)
		}
	}
}
