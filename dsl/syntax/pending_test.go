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
		if state, indent := syntax.Pending(c.src); state != c.state || indent != c.indent {
			t.Errorf("%q: %v %q, want %v %q", c.src, state, indent, c.state, c.indent)
		}
	}
}
