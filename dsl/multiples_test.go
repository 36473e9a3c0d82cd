package dsl_test

import (
	"strings"
	"testing"

	"unfold/engine/figure"
)

// titles are those of the panels.
func titles(f *figure.Figure) string {
	var all []string
	for _, part := range f.Parts {
		all = append(all, part.Title)
	}
	return strings.Join(all, "|")
}

// TestPanelsOfCostsAndMaps: a recipe is a row, a form a column, candidates are panels,
// and a measure is the number over each.
func TestPanelsOfCostsAndMaps(t *testing.T) {
	s := withToys(t)
	eval(t, s, "data := "+small+" | scale")
	for _, c := range []struct {
		code, want string
		across     int
	}{
		{"panels(data, plain=settle, first=settle(2), a=loose, b=tilt(30))", "plain, loose|plain, tilt(angle=30)|first, loose|first, tilt(angle=30)", 2},
		{"panels(data, settle, tilt(angle=[0, 90]), loose)", "settle, tilt|settle, tilt(angle=90)|settle, loose", 3},
		{"panels(data, settle(map=[loose, tilt], strength=[1, 2]))", "settle strength=1, loose|settle strength=1, tilt|settle strength=2, loose|settle strength=2, tilt", 2},
		{"panels(data | isomap(k=[8, 12, 16]))", "k=8|k=12|k=16", 3},
		{"panels(data, pca, mds, isomap(k=12) | krr)", "pca|mds|isomap | krr", 2},
		{"panels(data, pca, settle(map=[loose, tilt]))", "pca||settle, loose|settle, tilt", 2},
		{"panels(data, settle, tilt)", "settle", 1},
	} {
		f := eval(t, s, c.code).(*figure.Figure)
		if got := titles(f); got != c.want || f.Across != c.across {
			t.Errorf("%s\nhas the panels %s, %d across\nwant %s, %d", c.code, got, f.Across, c.want, c.across)
		}
		if !strings.HasPrefix(f.Alt, "trustworthiness of ") {
			t.Errorf("it says %s", f.Alt)
		}
	}
	f := eval(t, s, "panels(data, settle, loose, tilt(400), qnx)").(*figure.Figure)
	if !strings.Contains(f.Parts[1].Title, "no result") || !strings.Contains(f.Alt, "angle = 400 is more than once around") || !strings.HasPrefix(f.Alt, "qnx of 2 embeddings") {
		t.Errorf("%s: %s", f.Parts[1].Title, f.Alt)
	}
}

func TestPanelsOfCostsAndMapsRefuse(t *testing.T) {
	s := withToys(t)
	eval(t, s, "data := "+small)
	for _, c := range []struct{ code, want string }{
		{"panels(settle, loose)", "it needs data first"},
		{"panels(data)", "no recipe places rows"},
		{"panels(data, loose)", "no recipe places rows"},
		{"panels(data, svm, loose)", "svm places no rows"},
		{"panels(data, pca, loose)", "pca has no map that is an argument"},
		{"panels(data, settle(map=tilt), loose)", "settle has a map of its own, tilt(angle=0, steps=1)"},
		{"panels(data, settle, tilt, tilt(0))", "offered twice"},
		{"panels(data, settle, 3)", "3, an int is no recipe"},
		{"panels(data, data)", "is no recipe"},
		{"panels(data, settle(map=tilt(1..30), strength=1..30))", "panels are more than 100"},
		{"panels(data, settle, tilt(500), tilt(400))", "angle = 500 is more than once around"},
	} {
		if got := fail(t, s, c.code); !strings.Contains(flat(got), flat(c.want)) {
			t.Errorf("%s\ngave\n%s\nwant %q in it", c.code, got, c.want)
		}
	}
}
