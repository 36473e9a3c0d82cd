package dsl_test

import (
	"strings"
	"testing"
	"unfold/engine/figure"
)

func TestPanelsOfAComparison(t *testing.T) {
	s := newSession(t)
	f := eval(t, s, "panels(compare("+small+" | cv(4, inner=3), near=pca | knn(k=[1, 3, 9]), broken=isomap(k=500) | krr | knn, plain=pca | knn(1)), 0, 1)").(*figure.Figure)
	if len(f.Parts) != 3 {
		t.Fatalf("%d panels", len(f.Parts))
	}
	near, broken, plain := f.Parts[0], f.Parts[1], f.Parts[2]
	if near.Parts[0].Name != "curve" || near.Parts[1].Name != "scatter" || near.Parts[0].Y.High != 1 || plain.Parts[0].Name != "score" {
		t.Errorf("%q of %q beside %q", near.Parts[0].Name, near.Title, near.Parts[1].Name)
	}
	if !strings.Contains(broken.Title, "no result") || !strings.Contains(broken.Caption, "k = 500") {
		t.Errorf("%q: %q", broken.Title, broken.Caption)
	}
}

func TestPanelsRefuse(t *testing.T) {
	s := newSession(t)
	eval(t, s, "c := compare("+small+" | cv(4), a=knn, b=svm)\nsets := over("+files(t, 2)+") | cv(2)")
	for _, c := range []struct{ code, want string }{
		{"panels(c, 1, 0)", "no limits of scores"},
		{"panels(c, 1)", "give the lower and the upper one"},
		{"panels(compare(sets, a=knn))", "compare recipes on one data set"},
		{"panels(svm)", "panels"},
		{"panels(c, low=0)", "panels takes this argument by its position"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}
