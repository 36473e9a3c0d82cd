package dsl_test

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

func TestRulesOfATree(t *testing.T) {
	s := newSession(t)
	whole := eval(t, s, "rules("+small+" | cart)").(*figure.Sheet)
	if len(whole.Rows) < 2 || whole.Columns[1] != "then" || !strings.ContainsAny(whole.Rows[0][0].Text, "≤>") {
		t.Errorf("%+v", whole)
	}
	other := eval(t, s, "rules("+small+" | cv(4) | cart, 2)").(*figure.Sheet)
	first := eval(t, s, "rules("+small+" | cv(4) | cart)").(*figure.Sheet)
	if other.CSV() == first.CSV() {
		t.Error("two folds have the same rules")
	}
}

func TestRulesRefuse(t *testing.T) {
	s := newSession(t)
	for _, c := range []struct{ code, want string }{
		{"rules(" + small + " | knn)", "does not predict by one tree"},
		{"rules(" + small + " | cv(3) | cart, 4)", "give one from 1 to 3"},
		{"rules(" + small + " | isomap(k=500) | krr | cart)", "k = 500"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}
