package chart

import (
	"image"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// An outlined canvas draws text as the outlines of its letters. The PDF back
// end of the plot library knows Windows' Western letters only, which lack the
// minus sign and all but a few of the world's names; outlines show every
// letter the font has, and need no font in the file.
type outlined struct {
	vg.CanvasSizer
}

// smallImage is how many dots a picture has at most that is drawn as rectangles.
const smallImage = 64 * 64

// DrawImage draws a small picture of few colours dot by dot: the PDF back end keeps
// several pictures in an order that differs from time to time. A run of equal dots
// reaches to the right and lower edges, under those that follow, so that no gap
// shows between any two.
func (c outlined) DrawImage(r vg.Rectangle, img image.Image) {
	m, ok := img.(*image.Paletted)
	if !ok || len(m.Pix) > smallImage {
		c.CanvasSizer.DrawImage(r, img)
		return
	}
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		for x := range w {
			if x > 0 && m.Pix[y*m.Stride+x] == m.Pix[y*m.Stride+x-1] {
				continue
			}
			from := vg.Point{X: r.Min.X + r.Size().X*vg.Length(x)/vg.Length(w), Y: r.Max.Y - r.Size().Y*vg.Length(y)/vg.Length(h)}
			c.SetColor(m.Palette[m.Pix[y*m.Stride+x]])
			c.Fill(vg.Rectangle{Min: vg.Point{X: from.X, Y: r.Min.Y}, Max: vg.Point{X: r.Max.X, Y: from.Y}}.Path())
		}
	}
}

// FillString fills the outlines of txt with its left end at pt.
func (c outlined) FillString(f font.Face, pt vg.Point, txt string) {
	var (
		buf   sfnt.Buffer
		path  vg.Path
		units = f.Face.UnitsPerEm()
		ppem  = fixed.I(int(units)) // outlines in the font's own units
		scale = f.Font.Size / vg.Length(units) / 64
		pen   = pt
	)
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: pen.X + vg.Length(p.X)*scale, Y: pen.Y - vg.Length(p.Y)*scale}
	}
	for _, r := range txt {
		glyph, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		segments, err := f.Face.LoadGlyph(&buf, glyph, ppem, nil)
		if err != nil {
			continue
		}
		for i, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					path.Close()
				}
				path.Move(at(s.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(at(s.Args[0]))
			case sfnt.SegmentOpQuadTo:
				quadratic(&path, at(s.Args[0]), at(s.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
			}
		}
		if len(segments) > 0 {
			path.Close()
		}
		if advance, err := f.Face.GlyphAdvance(&buf, glyph, ppem, 0); err == nil {
			pen.X += vg.Length(advance) * scale
		}
	}
	c.Fill(path)
}

// quadratic adds a quadratic curve as the cubic one that equals it: the PDF
// back end takes the control point of a quadratic for one of a cubic.
func quadratic(path *vg.Path, control, end vg.Point) {
	start := (*path)[len(*path)-1].Pos
	toControl := func(from vg.Point) vg.Point { return from.Add(control.Sub(from).Scale(2.0 / 3)) }
	path.CubeTo(toControl(start), toControl(end), end)
}
