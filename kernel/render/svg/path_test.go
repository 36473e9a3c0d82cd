package svg

import (
	"image"
	"image/color"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"unfold/kernel/render/canvas"
)

// TestPathData writes paths on a page of 100 by 100 pixels, ten units each, where
// y counts downwards.
func TestPathData(t *testing.T) {
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
	var lines, parts, curves, arc, circle vg.Path
	lines.Move(at(10, 90))
	lines.Line(at(20, 90))
	lines.Line(at(20, 80))
	lines.Line(at(19.96, 79.94)) // half a unit and more
	lines.Close()
	parts.Move(at(1, 99))
	parts.Line(at(2, 98))
	parts.Move(at(3, 99))
	parts.Line(at(4, 98))
	curves.Move(at(0, 100))
	curves.QuadTo(at(1, 100), at(1, 99))
	curves.CubeTo(at(1, 98), at(2, 98), at(2, 99))
	arc.Move(at(50, 50))
	arc.Arc(at(60, 50), 5, 0, math.Pi/2)
	circle.Arc(at(60, 50), 5, 0, 2*math.Pi)
	page := canvas.Affine{10, 0, 0, -10, 0, 1000}
	for name, c := range map[string]struct {
		path vg.Path
		want pathData
	}{
		"lines":  {lines, pathData{unitPoint{100, 100}, "h100v100 1z"}},
		"parts":  {parts, pathData{unitPoint{10, 10}, "l10 10m10-10l10 10"}},
		"curves": {curves, pathData{unitPoint{0, 0}, "q10 0 10 10c0 10 10 10 10 0"}},
		"arc":    {arc, pathData{unitPoint{500, 500}, "h150c0-28-22-50-50-50"}},
		"circle": {circle, pathData{unitPoint{650, 500}, "c0-28-22-50-50-50-28 0-50 22-50 50 0 28 22 50 50 50 28 0 50-22 50-50"}},
	} {
		if got := pathDataOf(c.path, page); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// circle is made of four cubic curves.
func circle(p vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498 // 4/3 (√2 − 1)
	at := func(x, y vg.Length) vg.Point { return vg.Point{X: p.X + x*r, Y: p.Y + y*r} }
	var path vg.Path
	path.Move(at(1, 0))
	path.CubeTo(at(1, k), at(k, 1), at(0, 1))
	path.CubeTo(at(-k, 1), at(-1, k), at(-1, 0))
	path.CubeTo(at(-1, -k), at(-k, -1), at(0, -1))
	path.CubeTo(at(k, -1), at(1, -k), at(1, 0))
	path.Close()
	return path
}

// TestVectorsSayMuchInFewWords draws a scene and reads what was written: marks of
// one look as one element, a fill and its edge as one, lines of one pen as one,
// texts of one style as one group, all in the order of drawing.
func TestVectorsSayMuchInFewWords(t *testing.T) {
	v := New(100, 100, InPage)
	for i := range 4 {
		v.SetColor(color.NRGBA{0xFF, 0, 0, 0xFF})
		path := circle(vg.Point{X: vg.Length(10 * i), Y: 50}, 3)
		v.Fill(path)
		v.SetColor(color.Black)
		v.Stroke(path)
	}
	v.Push()
	v.Translate(vg.Point{X: 10, Y: 10})
	v.Scale(2, 2)
	v.SetLineDash([]vg.Length{2, 1}, 1)
	for i := range 2 {
		v.Stroke(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: vg.Length(i)}}, {Type: vg.LineComp, Pos: vg.Point{X: vg.Length(i), Y: 5}}})
	}
	v.Pop()
	v.SetColor(color.NRGBA{0, 0, 0xFF, 0x80})
	v.Fill(vg.Rectangle{Max: vg.Point{X: 5, Y: 5}}.Path())
	face := font.Face{Font: font.Font{Size: 10}}
	v.FillString(face, vg.Point{X: 1, Y: 1}, "a < b")
	v.FillString(face, vg.Point{X: 2, Y: 2}, "c")
	v.Rotate(math.Pi / 2)
	v.FillString(face, vg.Point{X: 20, Y: -30}, "upwards")
	v.DrawImage(vg.Rectangle{Max: vg.Point{X: 2, Y: 1}}, image.NewGray(image.Rect(0, 0, 1, 1)))
	got := regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(string(v.File()), "…")
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 1000 1000" font-family="Liberation Sans,Arial,Helvetica,sans-serif" fill="none"><style>.c0{marker:url(#m0)}.c1{stroke:#000;stroke-width:20;stroke-dasharray:40 20;stroke-dashoffset:20}.c2{fill:#00f;fill-opacity:0.5}</style>
<marker id="m0" markerUnits="userSpaceOnUse" overflow="visible"><path fill="#f00" stroke="#000" stroke-width="10" d="M0 0c0-17-13-30-30-30-17 0-30 13-30 30 0 17 13 30 30 30 17 0 30-13 30-30z"/></marker>
<path class="c0" d="M30 500l 100 0 100 0 100 0"/>
<path class="c1" d="M100 900v-100M120 900v-100"/>
<path class="c2" d="M0 1000h50v-50h-50z"/>
<g font-size="100" fill="#00f" fill-opacity="0.5"><text x="10" y="990">a &lt; b</text><text x="20" y="980">c</text><text x="300" y="800" transform="rotate(-90 300 800)">upwards</text></g>
<image width="2" height="1" preserveAspectRatio="none" transform="matrix(0 -10 10 0 -10 1000)" href="data:image/png;…"/></svg>`
	if want = strings.ReplaceAll(want, "\n", ""); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
