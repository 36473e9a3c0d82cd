package chart

import (
	"bytes"
	"fmt"
	"testing"
	"unfold/engine/figure"

	"gonum.org/v1/plot/vg"
)

// multiples returns panels of a curve beside a scatter, and one that is empty.
func multiples(panels int) *figure.Figure {
	fig := &figure.Figure{Name: "panels", Title: "curves beside scatters", Across: 3}
	for i := range panels {
		left, right := curve(), blobs(50, 3)
		left.X.Labels, left.Y.Low, left.Y.High = nil, 0, 1
		fig.Parts = append(fig.Parts, &figure.Figure{Title: fmt.Sprintf("recipe %d", i), Parts: []*figure.Figure{left, right}})
	}
	fig.Parts = append(fig.Parts, &figure.Figure{Title: "broken: no result", Caption: "k = 500 must be below 150"})
	return fig
}

// TestMultiplesGrowByRows draws more and more panels: as wide, and higher.
func TestMultiplesGrowByRows(t *testing.T) {
	looks := new(Looks)
	wide, high := Sheet{Figures: []*figure.Figure{multiples(2)}}.Size()
	if wide > 2*pairWidth+40 {
		t.Errorf("six figures side by side are %d pixels wide", wide)
	}
	for rows := 2; rows < 5; rows++ {
		s := Sheet{Figures: []*figure.Figure{multiples(3*rows - 1)}, Looks: looks}
		w, h := s.Size()
		if w != wide || h <= high {
			t.Errorf("%d rows are %d×%d, one row less %d×%d", rows, w, h, wide, high)
		}
		high = h
		data, err := PNG(s)
		img := decode(t, data, err)
		if b := img.Bounds(); b.Dx() != (3*w+1)/2 || b.Dy() != (3*h+1)/2 { // dots are rounded up
			t.Errorf("drawn %v, announced %d×%d", b, w, h)
		}
		for class := range 3 {
			if !has(img, Class(class).Fill) {
				t.Errorf("class %d is missing", class)
			}
		}
	}
}

// TestMultiplesStandAmongFigures puts them between single figures, which go two
// to a row.
func TestMultiplesStandAmongFigures(t *testing.T) {
	s := Sheet{Figures: []*figure.Figure{whole(), multiples(3), curve(), whole()}}
	type place struct{ x, y int }
	var at []place
	s.place(func(_ *figure.Figure, x, y, _, _ int) { at = append(at, place{x, y}) })
	_, high := s.SizeOf(s.Figures[1])
	want := []place{{0, 0}, {0, pairHeight}, {0, pairHeight + high}, {pairWidth, pairHeight + high}}
	for i := range want {
		if at[i] != want[i] {
			t.Errorf("figure %d at %v, should be at %v", i, at[i], want[i])
		}
	}
}

// TestMultiplesStaySmall holds twelve panels of a hundred marks to what a notebook
// may carry of each.
func TestMultiplesStaySmall(t *testing.T) {
	fig := &figure.Figure{Across: 3}
	for range 12 {
		fig.Parts = append(fig.Parts, &figure.Figure{Title: "recipe", Parts: []*figure.Figure{curve(), blobs(33, 3)}})
	}
	s := Sheet{Figures: []*figure.Figure{fig}}
	svg, mime, err := Inline(s)
	if err != nil {
		t.Fatal(err)
	}
	if mime != "image/svg+xml" || !bytes.Contains(svg, []byte("recipe")) || len(svg) > 40_000 {
		t.Errorf("the picture takes %d bytes of %s", len(svg), mime)
	}
}

// TestLimitsOfAnAxisHold draws marks beyond the ends of an axis, which do not show.
func TestLimitsOfAnAxisHold(t *testing.T) {
	fig := curve()
	fig.Y.Low, fig.Y.High = 0.1, 0.3
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: aloneWidth, Y: aloneHeight}})
	if f.y.lo != 0.1 || f.y.hi != 0.3 || f.has(1e-3, 0.4) || !f.has(1e-3, 0.2) {
		t.Errorf("the axis goes from %g to %g", f.y.lo, f.y.hi)
	}
}
