package dsl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"unfold/dsl"
	"unfold/engine"
	"unfold/stdlib"
)

// TestSave hands on what a value gives: the report of a pipeline, a comparison
// as it is, and what stands in the way.
func TestSave(t *testing.T) {
	var saved any
	full := errors.New("the disk is full")
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{Save: func(v any, path string) error {
		if saved = v; path == "full" {
			return full
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	eval(t, s, fmt.Sprintf("save(%s | pca, \"a.csv\")", small))
	if _, ok := saved.(*engine.Report); !ok {
		t.Errorf("of a pipeline, a %T is saved", saved)
	}
	eval(t, s, fmt.Sprintf("save(compare(%s | cv(2), near=knn(1), far=knn(3)), \"a.tex\")", small))
	if _, ok := saved.(dsl.Result); !ok {
		t.Errorf("of a comparison, a %T is saved", saved)
	}
	eval(t, s, "save(3, \"a.txt\")")
	if saved != 3 {
		t.Errorf("of 3, %v is saved", saved)
	}
	if said := fail(t, s, "save(3, \"full\")"); !strings.Contains(said, full.Error()) {
		t.Errorf("error is %q", said)
	}
}

// TestSaveChecksTheNameFirst: nothing runs for a file that cannot be written.
func TestSaveChecksTheNameFirst(t *testing.T) {
	no := errors.New("end it in .csv")
	s, err := dsl.New(stdlib.Catalogue(), dsl.Options{
		Save:      func(any, string) error { t.Error("it is saved"); return nil },
		CheckSave: func(string) error { return no },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{`save(%s | columns("none"), "a.doc")`, `(%s | columns("none")).Save("a.doc")`} {
		if said := fail(t, s, fmt.Sprintf(code, small)); !strings.Contains(said, no.Error()) {
			t.Errorf("error is %q", said)
		}
	}
}
