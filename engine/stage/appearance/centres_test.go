package appearance_test

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/figure"
	"unfold/engine/stage/appearance"
)

// crowd has three points of each of so many classes, at x = 0, 1 and 9 beside the class.
func crowd(classes int) *figure.Figure {
	f := &figure.Figure{Name: "scatter"}
	p := figure.Points{}
	for c := range classes {
		f.Classes = append(f.Classes, fmt.Sprint("class ", c))
		for _, x := range []float64{0, 1, 9} {
			p.X, p.Y, p.Class, p.Rows = append(p.X, x), append(p.Y, float64(c)), append(p.Class, c), append(p.Rows, 10)
		}
	}
	f.Layers = []figure.Layer{p}
	return f
}

// TestManyClassesAreNamed at their medians; few are not, nor those that limits leave out.
func TestManyClassesAreNamed(t *testing.T) {
	for _, c := range []struct {
		classes, names int
		style          appearance.Style
	}{{8, 0, appearance.Style{}}, {11, 11, appearance.Style{}}, {11, 10, appearance.Style{YLim: []float64{0.5, 20}}}} {
		f, err := c.style.Apply(t.Context(), crowd(c.classes), table())
		if err != nil {
			t.Fatal(err)
		}
		names, _ := f.Layers[len(f.Layers)-1].(figure.Names)
		if len(names.Texts) != c.names {
			t.Fatalf("%d names of %d classes", len(names.Texts), c.classes)
		}
		if c.names > 0 && (names.X[0] != 1 || !strings.Contains(f.Caption, "medians")) {
			t.Errorf("the first name stands at %v, caption %q", names.X[0], f.Caption)
		}
	}
}

// TestManyGroupsHaveOthers: of thirty values the most frequent have looks, the rest are others.
func TestManyGroupsHaveOthers(t *testing.T) {
	of := table()
	f := crowd(30)
	p := f.Layers[0].(figure.Points)
	words := make([]string, 100)
	of.Rows, of.X = nil, mat.NewDense(100, 2, nil)
	for i := range words {
		words[i] = fmt.Sprint("word ", i%30)
		of.Rows = append(of.Rows, i)
	}
	for i := range p.Rows {
		p.Rows[i] = i
	}
	f.Layers = []figure.Layer{p}
	for want, style := range map[int]appearance.Style{24: {Color: words}, 8: {Color: words, Shape: words}} {
		g := *f
		got, err := style.Apply(t.Context(), &g, of)
		if err != nil {
			t.Fatal(err)
		}
		if last := got.Classes[len(got.Classes)-1]; len(got.Classes) != want || got.Others != last || !strings.HasSuffix(last, " others") {
			t.Errorf("%d groups, others are %q of %v", len(got.Classes), got.Others, got.Classes)
		}
	}
}
