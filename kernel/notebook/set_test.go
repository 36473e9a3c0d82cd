package notebook

import (
	"strings"
	"testing"
)

// TestSet gives variables of cells other values.
func TestSet(t *testing.T) {
	for _, c := range []struct{ cell, set, want string }{
		{"k := 10\nload | knn(k)", "k=8", "k := 8\nload | knn(k)"},
		{"alpha, k, lambda := 0.5, f(1, 2), 1e-3", "k=8", "alpha, k, lambda := 0.5, 8, 1e-3"},
		{"alpha, k, lambda := 0.5, 7, 1e-3", "lambda=[1e-3, 1]", "alpha, k, lambda := 0.5, 7, [1e-3, 1]"},
		{"p := scale | knn(1)\nload | p", "p=svm", "p := svm\nload | p"},
		{`path := "iris"`, "path=wine", `path := "wine"`},
		{`path := "iris"`, `path="wine"`, `path := "wine"`},
		{`path := "iris"`, `path=a "b"`, `path := "a \"b\""`},
		{"var k int = 10; show(k)", "k=8", "var k int = 8; show(k)"},
		{"const k = 10 // neighbours", "k=8", "const k = 8 // neighbours"},
		{"for k := 1; k < 3; k++ {\n\tprintln(k)\n}\nk := 4", "k=8", "for k := 1; k < 3; k++ {\n\tprintln(k)\n}\nk := 8"},
		{"f := func() int { k := 1; return k }\nk := 2", "k=8", "f := func() int { k := 1; return k }\nk := 8"},
		{"x := []int{\n\t1,\n\t2,\n}", "x=nil", "x := nil"},
		{"load | knn(k)", "k=8", "k := 8\nload | knn(k)"},
		{"k := 1\nk = 2", "k=8", "k := 8\nk = 2"},
		{"k := 1\nk := 2", "k=8", "k := 8\nk := 2"},
	} {
		n := FromCells(c.cell)
		s, err := ParseSetting(c.set)
		if err == nil {
			err = n.Set(s)
		}
		if err != nil || n.Cells[0].Source != c.want {
			t.Errorf("%q with %s: %q, %v, want %q", c.cell, c.set, n.Cells[0].Source, err, c.want)
		}
	}
}

// TestSetFindsTheCell that gives the name its value, wherever it stands.
func TestSetFindsTheCell(t *testing.T) {
	n := FromCells("show(1)", "%%bash\nk := 3", "k := 10", "load | knn(k)")
	if err := n.Set(Setting{"k", "8"}); err != nil || n.Cells[2].Source != "k := 8" || n.Cells[1].Source != "%%bash\nk := 3" {
		t.Errorf("%v: %q, %q", err, n.Cells[1].Source, n.Cells[2].Source)
	}
}

// TestSetRefuses what sets nothing, and names that no cell has.
func TestSetRefuses(t *testing.T) {
	for _, text := range []string{"k", "=3", "3=k", "k=", "a b=1", "for=1"} {
		if s, err := ParseSetting(text); err == nil || !strings.Contains(err.Error(), "write name=value") {
			t.Errorf("%q is %v, %v", text, s, err)
		}
	}
	if err := FromCells("load | knn(k=5)").Set(Setting{"k", "2"}); err == nil || err.Error() != "no cell has a variable k to set" {
		t.Errorf("the name of an argument: %v", err)
	}
	err := FromCells("lambda := 1\nload | krr(lambda)").Set(Setting{"lamda", "2"})
	if err == nil || err.Error() != "no cell has a variable lamda to set; did you mean lambda?" {
		t.Error(err)
	}
}
