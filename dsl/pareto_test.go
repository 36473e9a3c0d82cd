package dsl_test

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

func TestParetoOfAComparison(t *testing.T) {
	s := newSession(t)
	eval(t, s, "c := compare("+small+" | cv(4), plain=pca | knn(1), wide=knn, tree=cart(min=5))")
	for code, want := range map[string]string{
		"pareto(c)":                     "accuracy against dimensions",
		`pareto(c, "seconds")`:          "accuracy against seconds",
		"pareto(c, dimensions, f1)":     "f1 against dimensions",
		`pareto(c, accuracy, "leaves")`: "Not drawn: plain, wide, no leaves.",
	} {
		if f := eval(t, s, code).(*figure.Figure); !strings.Contains(f.Title+f.Caption, want) {
			t.Errorf("%s is %q, %s", code, f.Title, f.Caption)
		}
	}
}

// Over several data sets the numbers are means of means.
func TestParetoOfASurvey(t *testing.T) {
	s := newSession(t)
	eval(t, s, "sets := over("+files(t, 2)+") | cv(2)\nc := compare(sets, a=knn | accuracy | dimensions, b=svm | accuracy | dimensions)")
	for code, want := range map[string]string{
		"pareto(c)":            "accuracy against dimensions, 2 data sets",
		`pareto(c, "seconds")`: "means over 2 data sets",
	} {
		if f := eval(t, s, code).(*figure.Figure); !strings.Contains(f.Title+f.Caption, want) {
			t.Errorf("%s is %q, %s", code, f.Title, f.Caption)
		}
	}
}

func TestParetoRefuses(t *testing.T) {
	s := newSession(t)
	eval(t, s, "c := compare("+small+" | cv(4), a=knn, b=svm)\nsets := over("+files(t, 2)+") | cv(2)")
	for _, c := range []struct{ code, want string }{
		{"pareto(c, leaves)", `no recipe has a score "leaves"`},
		{"pareto(c, 3)", "is no criterion"},
		{"pareto(c, knn)", "is no criterion"},
		{"pareto(c, accuracy)", "both criteria are accuracy"},
		{"pareto(c, accuracy, f1, kappa)", "there are 3 criteria"},
		{"pareto(compare(sets, a=knn))", `no recipe has a score "dimensions"`}, // what many reports say is kept, not their rows
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}
