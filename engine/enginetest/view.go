package enginetest

import (
	"context"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
)

// Views tests that each view makes a figure which can be drawn and which
// speaks for itself, of reports with and without held rows.
func Views(t *testing.T, c *engine.Catalogue) {
	each(t, c, engine.ViewRole, func(t *testing.T, s *engine.Stage) {
		m := defaultMethod(t, s).(engine.Viewer)
		for _, steps := range [][]any{nil, {hold{}}} {
			r := reportFor(t, s.Needs, 80, steps...)
			f, err := m.View(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if f == nil {
				t.Fatal("no figure of a report that has all it needs")
			}
			if f.Name != s.Name {
				t.Errorf("the figure is named %q", f.Name)
			}
			Figure(t, f)
			testCancelled(t, "View", func(ctx context.Context) error { _, err := m.View(ctx, r); return err })
		}
		for _, n := range []int{1, 2, 3} {
			r := reportFor(t, s.Needs, n)
			mustSurvive(t, func() error { _, err := m.View(t.Context(), r); return err })
		}
	})
}

// Figure tests that a figure is sound: words for reader and listener, lists
// that belong together of one length, finite numbers, groups that have names.
func Figure(t *testing.T, f *figure.Figure) {
	t.Helper()
	if f.Title == "" || f.Caption == "" || f.X.Label == "" || f.Y.Label == "" {
		t.Errorf("title %q, caption %q, axes %q and %q: all must be told", f.Title, f.Caption, f.X.Label, f.Y.Label)
	}
	if !strings.ContainsAny(f.Alt, "0123456789") || strings.Contains(f.Alt, "NaN") {
		t.Errorf("alt %q has no numbers, or broken ones", f.Alt)
	}
	for _, part := range f.Leaves() {
		testLayers(t, part)
	}
}

// testLayers tests what is drawn.
func testLayers(t *testing.T, f *figure.Figure) {
	t.Helper()
	if len(f.Layers) == 0 {
		t.Error("nothing is drawn")
	}
	for _, l := range f.Layers {
		switch l := l.(type) {
		case figure.Points:
			testPoints(t, f, l)
		case figure.Line:
			testLists(t, "line "+l.Name, len(l.X), l.X, l.Y)
		case figure.Segments:
			testLists(t, "segments "+l.Name, len(l.X0), l.X0, l.Y0, l.X1, l.Y1)
			if l.Shade != nil {
				testLists(t, "shades of "+l.Name, len(l.X0), l.Shade)
			}
		case figure.Bars:
			testLists(t, "bars "+l.Name, len(l.Y), l.Low, l.High, l.Y)
		case figure.Band:
			testLists(t, "band "+l.Name, len(l.X), l.X, l.Low, l.High)
		case figure.Images:
			testImages(t, f, l)
		case figure.Names:
			testLists(t, "names", len(l.Texts), l.X, l.Y)
		case figure.Cells:
			testCells(t, f, l)
		case figure.Nodes:
			testNodes(t, f, l)
		case figure.Areas:
			testLists(t, "areas", len(l.X0), l.X0, l.Y0, l.X1, l.Y1)
			if len(l.Class) != len(l.X0) && len(l.Shade) != len(l.X0) {
				t.Errorf("%d areas, %d classes, %d shades", len(l.X0), len(l.Class), len(l.Shade))
			}
		}
	}
}

func testPoints(t *testing.T, f *figure.Figure, p figure.Points) {
	t.Helper()
	what := "points " + p.Name
	testLists(t, what, len(p.X), p.X, p.Y)
	if p.Shade != nil {
		testLists(t, what, len(p.X), p.Shade)
	}
	if p.Class != nil && len(p.Class) != len(p.X) || p.Rows != nil && len(p.Rows) != len(p.X) {
		t.Errorf("%s: %d of them, but %d classes and %d rows", what, len(p.X), len(p.Class), len(p.Rows))
	}
	for _, c := range p.Class {
		if c < 0 || c >= len(f.Classes) {
			t.Fatalf("%s: class %d of %d", what, c, len(f.Classes))
		}
	}
}

// testImages tests that pictures have their pixels, and points no other pictures.
func testImages(t *testing.T, f *figure.Figure, m figure.Images) {
	t.Helper()
	for i, pixels := range m.Pixels {
		if len(pixels) != m.Width*m.Height {
			t.Errorf("picture %d of %d×%d has %d pixels", i, m.Width, m.Height, len(pixels))
		}
	}
	for _, l := range f.Layers {
		p, _ := l.(figure.Points)
		if p.Images != nil && len(p.Images) != len(p.X) {
			t.Errorf("points %s: %d of them, but %d pictures", p.Name, len(p.X), len(p.Images))
		}
		for _, at := range p.Images {
			if at < -1 || at >= len(m.Pixels) {
				t.Fatalf("points %s: picture %d of %d", p.Name, at, len(m.Pixels))
			}
		}
	}
}

// testNodes tests that nodes are a tree: each below an earlier one but the root, with
// something said of it.
func testNodes(t *testing.T, f *figure.Figure, l figure.Nodes) {
	t.Helper()
	n := len(l.Parent)
	if n == 0 || len(l.Test) != n || len(l.Answer) != n || len(l.Text) != n || len(l.Tips) != n || len(l.Closed) != n || l.Class != nil && len(l.Class) != n {
		t.Fatalf("%d nodes, %d tests, %d answers, %d texts, %d classes, %d tips", n, len(l.Test), len(l.Answer), len(l.Text), len(l.Class), len(l.Tips))
	}
	inner := make([]bool, n)
	for i, above := range l.Parent {
		if above >= i || above < 0 && i > 0 {
			t.Fatalf("node %d stands below %d", i, above)
		}
		if above >= 0 {
			inner[above] = true
		}
	}
	for i := range n {
		if (l.Text[i] == "") != inner[i] || (l.Test[i] == "" || l.Answer[i] == "") != (i == 0) || l.Tips[i] == "" {
			t.Errorf("node %d is reached by %q, says %q, and of it %q is said", i, l.Test[i]+" "+l.Answer[i], l.Text[i], l.Tips[i])
		}
		if l.Class != nil && (l.Class[i] < 0 || l.Class[i] >= len(f.Classes)) {
			t.Errorf("node %d has class %d of %d", i, l.Class[i], len(f.Classes))
		}
	}
}

func testCells(t *testing.T, f *figure.Figure, c figure.Cells) {
	t.Helper()
	if len(c.Values) != len(c.Shade) || f.Y.Labels != nil && len(c.Values) != len(f.Y.Labels) {
		t.Fatalf("%d rows of cells, %d of shades, %d labels", len(c.Values), len(c.Shade), len(f.Y.Labels))
	}
	least := 0.0
	if c.Signed {
		least = -1
	}
	for i := range c.Values {
		if len(c.Values[i]) != len(c.Values[0]) || len(c.Shade[i]) != len(c.Values[0]) {
			t.Fatalf("row %d has %d cells and %d shades, row 0 %d cells", i, len(c.Values[i]), len(c.Shade[i]), len(c.Values[0]))
		}
		for j, v := range c.Shade[i] {
			if blank := math.IsNaN(c.Values[i][j]); math.IsInf(c.Values[i][j], 0) || v < least || v > 1 || math.IsNaN(v) && !blank {
				t.Fatalf("a cell of %v has shade %v", c.Values[i][j], v)
			}
		}
	}
}

// testLists tests that all lists have n finite numbers.
func testLists(t *testing.T, what string, n int, lists ...[]float64) {
	t.Helper()
	for _, list := range lists {
		if len(list) != n {
			t.Fatalf("%s: lists of %d and %d numbers", what, n, len(list))
		}
		for _, v := range list {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%s: a number is %v", what, v)
			}
		}
	}
}
