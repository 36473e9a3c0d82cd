package view

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/figure"
)

// pictured returns the report of two folds with rows of 2×2 pixels: rows 10 and 12
// are equal.
func pictured() *engine.Report {
	r := report(2)
	r.Table = &engine.Table{
		X:     mat.NewDense(5, 4, []float64{0, 1, 2, 4, 4, 4, 4, 4, 0, 1, 2, 4, 0, 0, 0, 0, 1, 0, 0, 0}),
		Rows:  []int{10, 11, 12, 13, 14},
		Image: &engine.Picture{Width: 2, Height: 2, High: 4},
	}
	return r
}

// TestScatterShowsPictures: each point has the picture of its row, copies the same
// one, and words say so; a table of anything else has none.
func TestScatterShowsPictures(t *testing.T) {
	r := pictured()
	f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 2, X: "1", Y: "2"}}, r)
	training, held, m := enginetest.Layer[figure.Points](t, f, 0), enginetest.Layer[figure.Points](t, f, 1), enginetest.Layer[figure.Images](t, f, 2)
	for _, p := range []figure.Points{training, held} {
		for i, row := range p.Rows {
			want := map[int][]uint8{10: {0, 64, 128, 255}, 11: {255, 255, 255, 255}, 12: {0, 64, 128, 255}, 13: {0, 0, 0, 0}, 14: {64, 0, 0, 0}}[row]
			if got := m.Pixels[p.Images[i]]; !slices.Equal(got, want) {
				t.Errorf("row %d is shown as %v, want %v", row, got, want)
			}
		}
	}
	if len(m.Pixels) != 4 {
		t.Errorf("%d different pictures, want 4", len(m.Pixels))
	}
	if !strings.Contains(f.Caption, "pictures of 2×2 pixels") || !strings.Contains(f.Alt, "pictures of 2×2 pixels") || strings.Contains(f.Caption, "has those of") {
		t.Errorf("caption %q, alt %q", f.Caption, f.Alt)
	}
	r.Table.Image = nil
	if f := enginetest.Draw(t, &Scatter{Rows: 5000, Window: Window{Fold: 2, X: "1", Y: "2"}}, r); len(f.Layers) != 2 {
		t.Error("rows that are no pictures are shown as such")
	}
}

// TestPicturesShrink: large pictures are shown smaller, by the means of their
// pixels, at the right and lower edges of fewer.
func TestPicturesShrink(t *testing.T) {
	const side = 33
	table := &engine.Table{X: mat.NewDense(1, side*side, nil), Rows: []int{7}, Image: &engine.Picture{Width: side, Height: side, High: 1}}
	table.X.Set(0, 0, 1)           // one of four
	table.X.Set(0, side*side-1, 1) // alone in its corner
	m := newThumbnails(table)
	if n := m.number(7); n != 0 || m.Width != 17 || m.Height != 17 {
		t.Fatalf("picture %d of %d×%d", n, m.Width, m.Height)
	}
	if p := m.Pixels[0]; p[0] != 64 || p[1] != 0 || p[17*17-1] != 255 {
		t.Errorf("corners are %d and %d", p[0], p[17*17-1])
	}
	if m.number(8) != -1 {
		t.Error("a row that the table has not has a picture")
	}
}

// TestManyPicturesAreSampled: of many rows some have pictures, evenly spread, and
// the caption says how many.
func TestManyPicturesAreSampled(t *testing.T) {
	const n = 1600
	table := &engine.Table{X: mat.NewDense(n, 1, nil), Image: &engine.Picture{Width: 1, Height: 1, High: 1}}
	p := figure.Points{}
	for i := range n {
		table.Rows = append(table.Rows, i)
		p.X, p.Y, p.Rows = append(p.X, 0), append(p.Y, 0), append(p.Rows, i)
	}
	f := &figure.Figure{Layers: []figure.Layer{p}}
	addImages(f, table)
	shown := 0
	for i, picture := range enginetest.Layer[figure.Points](t, f, 0).Images {
		if picture >= 0 {
			shown++
		}
		if (picture >= 0) != (i%4 == 3) {
			t.Fatalf("row %d has picture %d", i, picture)
		}
	}
	if shown != mostImages || !strings.Contains(f.Caption, "those of 400 of the 1,600 rows") {
		t.Errorf("%d pictures; %s", shown, f.Caption)
	}
}
