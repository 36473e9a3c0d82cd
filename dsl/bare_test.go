package dsl_test

import (
	"strings"
	"testing"

	"unfold/dsl"
	"unfold/dsl/interp"
	"unfold/dsl/interp/mint"
	"unfold/stdlib"
	"unfold/stdlib/symbols"
)

// A program built with a release of Go whose types it does not know runs cells
// with types of their own all the same, says once what differs, and refuses
// what it cannot do, by name and place.
func TestCellsWithoutTypes(t *testing.T) {
	const reason, remedy = "this program was built with go2.0", "build it anew"
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{
		Symbols: []interp.Library{symbols.Library},
		Prelude: stdlib.Prelude,
		Types:   func() error { return &mint.Unable{Reason: reason, Remedy: remedy} },
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ code, refused string }{
		{"1+1", ""},
		{"swissroll(n=200) | isomap(k=8)", ""},
		{"balance | sample(150) | svm", ""},
		{"isomap?", ""},
		{"x := 40\nadd := func(y int) int { x += y; return x }\nadd(2)", ""},
		{"type P struct{ x int }\nfunc (p P) Double() int { return 2 * p.x }", ""},
		{"x = 1\nvar d interface{ Double() int } = P{x}\nif d.Double() != 2 { panic(d) }", ""},
		{"x = 42", ""},
		{"func f() any { type local int; return local(3) }\nif _, ok := f().(int); ok { panic(\"a local type is an int\") }", ""},
		{"import \"reflect\"\nif reflect.TypeOf(P{1}).Name() != \"P\" { panic(\"another name\") }", ""},
		{"reflect.ValueOf(P{1})", "In[11]:1:17: this needs types made at run time"},
		{"any(\"a\").(int)", "interface conversion: interface {} is string, not int"},
		{"func Map[T, U any](list []T, f func(T) U) (made []U) { for _, x := range list { made = append(made, f(x)) }; return }\nMap([]int{1, 2}, func(n int) P { return P{n} })", ""},
	} {
		out := &memory{}
		_, err := s.Eval(t.Context(), c.code, out)
		note := out.text.String()
		if told := strings.Contains(note, "note: no types are made at run time: "+reason) && strings.Contains(note, "Remedy: "+remedy); told != (i == 0) {
			t.Errorf("%q: told: %q", c.code, note)
		}
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%q: %v", c.code, err)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%q: %v, want %s", c.code, err, c.refused)
		case strings.Contains(c.refused, "made at run time") && (!strings.Contains(err.Error(), reason) || !strings.Contains(err.Error(), remedy)):
			t.Errorf("%q: %v, without reason or remedy", c.code, err)
		}
	}
	if value, err := s.Eval(t.Context(), "x", &memory{}); err != nil || value != 42 {
		t.Errorf("after refused cells x is %v, %v", value, err)
	}
}
